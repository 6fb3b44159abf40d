import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Window token field` {
  private static let tokens = WindowContents.FocusStop(section: .tokens, index: 0)

  /// Creates a window with the caret after the last token and all animations ended.
  private static func typing() -> ControlHarness<WindowContents> {
    var harness = window()
    harness.control.moveFocus(to: tokens, at: harness.now)
    harness.press(.end, .control)
    harness.settle()
    return harness
  }

  @Test(arguments: [[], [Key.tab], [.tab, .tab]])
  func `receives requested data, regardless of the focus`(keys: [Key]) {
    var harness = Self.typing()
    harness.press(.character("v"), .control)
    for key in keys { harness.press(key) }
    harness.send(.data(.received(.text("jo@b.example, sam@b.example"))))
    let texts = harness.control.tokens.read { $0.tokens.map(\.text) }
    #expect(texts == WindowOptions.sampleTokens + ["jo@b.example", "sam@b.example"])
  }

  @Test func `scrolls to tokens that arrive after the key that requested them`() {
    var harness = Self.typing()
    harness.press(.character("v"), .control)
    let list = (0..<40).map { "someone\($0)@example.org" }.joined(separator: ", ")
    harness.send(.data(.received(.text(list))))
    harness.settle()
    let stop = harness.control.pageFrame(of: Self.tokens, at: harness.now)
    let (window, offset) = (harness.control.frame, harness.control.scroller.target)
    #expect(stop.map { $0.maxY - offset <= window.maxY && $0.minY >= offset } == true)
  }

  @Test func `accepts no preedit text while its menu is open`() {
    var harness = Self.typing()
    #expect(harness.control.textInputContext(at: harness.now) != nil)
    harness.press(.menu)
    #expect(harness.control.textInputContext(at: harness.now) == nil)
    harness.press(.escape)
    harness.settle()
    #expect(harness.control.textInputContext(at: harness.now) != nil)
  }

  @Test func `draws no dragged tokens after they have left the window`() {
    var harness = Self.typing()
    let card = harness.layout.tokensCard
    let token = Point(x: card.minX + 50, y: card.maxY - 62)
    harness.press(at: token)
    harness.drag(to: token + Vector(dx: 30, dy: 0), over: .milliseconds(40))
    let isDragging = harness.control.tokens.read { $0.isDragging }
    #expect(isDragging)
    harness.settle()
    let outside = Point(x: -50, y: token.y)
    let before = harness.drawing()
    harness.move(to: outside)
    #expect(harness.drawing() != before)
    let isStillDragging = harness.control.tokens.read { $0.isDragging }
    #expect(!isStillDragging)
  }

  @Test func `suggests entered tokens, but not moved or restored ones`() {
    var harness = Self.typing()
    harness.type("sam@b.example,")
    harness.press(.character("a"), .control)
    harness.press(.backspace)
    harness.press(.character("z"), .control)
    harness.press(.home, .control)
    harness.press(.right, .shift)
    harness.press(.right, [.alt, .shift])
    harness.type("sue@b.example,")
    harness.type("sue@b.example")
    let suggested = ["s", "mail", "test"].map { start in
      harness.control.suggestions.completions(of: start, limit: 9).map(\.text)
    }
    #expect(suggested == [["sue@b.example", "sam@b.example"], [], []])
  }
}

extension ReceivedData {
  /// Returns text that arrives from the clipboard.
  static func text(_ text: String) -> ReceivedData {
    let bytes = Array(text.utf8)
    let content = Content(type: .text, bytes: ReceivedBytes(copying: bytes.span))
    return ReceivedData(from: .pasteboard(.clipboard), .success(content))
  }
}
