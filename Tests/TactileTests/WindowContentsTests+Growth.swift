import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Column layout during token field changes` {
  private static let tokens = WindowContents.FocusStop(section: .tokens, index: 0)

  /// Creates a window with the caret after the last token and all animations ended.
  private static func typing() -> ControlHarness<WindowContents> {
    var harness = smallWindow()
    harness.control.moveFocus(to: tokens, at: harness.now)
    harness.press(.end, .control)
    harness.settle()
    return harness
  }

  @Test func `W1 uses the animated height in each frame, and scrolls to the target height`() {
    var harness = Self.typing()
    let card = harness.layout.tokensCard.height
    let start = harness.control.tokens.read { $0.frame.height }
    for name in ["anna", "bruno", "carla", "daniel"] { harness.type("\(name)@somewhere.example,") }
    let end = harness.control.tokens.read { $0.targetHeight }
    #expect(end > start)
    var heights: Set<Double> = []
    for _ in 0..<60 {
      harness.advance(by: ControlHarness<WindowContents>.frame)
      let height = harness.control.tokens.read { $0.frame.height }
      #expect(harness.layout.tokensCard.height - card == height - start)
      heights.insert(height)
    }
    #expect(heights.count > 4 && heights.max() == end)
    harness.settle()
    let bottom = harness.frame(of: Self.tokens)?.maxY ?? .infinity
    #expect(bottom <= 420)
  }

  @Test func `closes the field's menu when the window is resized`() {
    var harness = Self.typing()
    let field = harness.frame(of: Self.tokens) ?? .zero
    harness.click(Point(x: field.minX + 60, y: field.minY + 15), button: .secondary)
    harness.advance(by: .seconds(1))
    let isOpen = harness.control.tokens.read { $0.isModal }
    harness.control.resize(to: Size(width: 700, height: 500), at: harness.now)
    harness.advance(by: .milliseconds(20))
    let isOpenStill = harness.control.tokens.read { $0.isModal }
    #expect(isOpen && !isOpenStill)
  }
}
