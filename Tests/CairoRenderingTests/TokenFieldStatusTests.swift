import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import CairoRendering

/// Tests with real font metrics and the width of the program's field in its smallest window.
@Suite struct `Token field status text` {
  private static let width = 400.0

  private typealias Field = ControlHarness<TokenField<TextTokenAdapter>>

  private static func make(_ texts: [String]) throws -> (Field, any TextMeasuring) {
    let measuring = try Renderer(fonts: .test)
    var field = TokenField(
      texts.enumerated().map { TextToken(id: $0.offset, text: $0.element) }, adapter: TextTokenAdapter(),
      in: Environment(text: measuring))
    field.layOut(at: .zero, width: width, at: .zero)
    field.focus(0, at: .zero)
    return (Field(field), measuring)
  }

  private static let states: [(tokens: Int, letters: Int, keys: [(Key, Modifiers)])] = [
    (3, 0, []), (3, 12, []), (3, 1000, []), (3, 1000, [(.left, .shift)]),
    (1000, 0, [(.character("a"), .control)]), (3, 12, [(.character("a"), .control)]),
    (3, 1000, [(.character("a"), .control)]),
    (1000, 1000, [(.character("a"), .control), (.character("a"), .control)]),
    (
      1000, 1000,
      [(.character("a"), .control), (.character("a"), .control), (.left, .shift)]
    ),
    (1000, 1000, [(.home, .control), (.right, .shift)]),
    (1000, 1000, [(.home, .control), (.right, .shift), (.end, [.control, .shift])]),
  ]

  @Test(arguments: 0..<states.count) func `fits for caret and selection`(
    index: Int
  ) throws {
    let (tokens, characterCount, keys) = Self.states[index]
    var (field, measuring) = try Self.make((0..<tokens).map { "token\($0)" })
    field.press(.end, .control)
    // Committed by an input method in pieces, because 1,000 keys take seconds in a debug build.
    for start in stride(from: 0, to: characterCount, by: TypedText.capacity) {
      let letters = String(repeating: "x", count: min(TypedText.capacity, characterCount - start))
      let piece = TypedText(utf8: letters.utf8Span.span)
      field.send(.textCommitted(try #require(piece)))
    }
    for (key, modifiers) in keys { field.press(key, modifiers) }
    let (status, style) = (field.control.status, Theme.light.fonts.caption)
    #expect(field.drawing().texts.last == status)
    #expect(measuring.metrics(of: status, style: style).advance <= Self.width)
  }

  /// The message begins with a right-to-left name.
  @Test(arguments: ["אבג דה", "بعيد", "אבג 12", "א (b)"])
  func `is left-to-right after a right-to-left name`(name: String) throws {
    var (field, measuring) = try Self.make([name, "b"])
    field.control.configuration.duplicates = .refuse
    field.press(.end)
    field.type("\(name),")
    let status = try #require(field.drawing().texts.last)
    #expect(status == field.control.status && status.hasSuffix(" already exists"))
    let line = measuring.line(of: status, style: Theme.light.fonts.caption)
    let suffix = line.clusters.suffix(" already exists".count)
    #expect(!line.isRightToLeft)
    #expect(suffix.allSatisfy { !$0.isRightToLeft })
    let quoted = line.clusters.dropLast(suffix.count).map(\.x.upperBound).max()
    #expect(quoted.map { $0 <= (suffix.first?.x.lowerBound ?? 0) + 0.01 } == true)
  }
}
