import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import CairoRendering

/// In letters of real widths, and as wide as the program's field is in its smallest window.
@Suite struct `What a token field says` {
  private static let width = 400.0

  private typealias Field = ControlHarness<TokenField<TextTokens>>

  private static func make(_ texts: [String]) throws -> (Field, any TextMeasuring) {
    let measuring = try Renderer(fonts: .test)
    var field = TokenField(
      texts.enumerated().map { TextToken(id: $0.offset, text: $0.element) }, kind: TextTokens(),
      in: Environment(text: measuring))
    field.place(at: .zero, width: width)
    field.focus(0, at: .zero)
    return (Field(field), measuring)
  }

  private static let situations: [(tokens: Int, letters: Int, keys: [(Key, Modifiers)])] = [
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

  @Test(arguments: 0..<situations.count) func `has room for all of caret and selection`(
    index: Int
  ) throws {
    let (tokens, letters, keys) = Self.situations[index]
    var (field, measuring) = try Self.make((0..<tokens).map { "token\($0)" })
    field.press(.end, .control)
    field.type(String(repeating: "x", count: letters))
    for (key, modifiers) in keys { field.press(key, modifiers) }
    let (status, style) = (field.control.status, Theme.Fonts.caption)
    #expect(field.drawing().texts.last == status)
    #expect(measuring.metrics(of: status, style: style).advance <= Self.width)
  }

  /// The first name in the sentence is read from right to left.
  @Test(arguments: ["אבג דה", "بعيد", "אבג 12", "א (b)"])
  func `goes on from left to right behind a name that does not`(name: String) throws {
    var (field, measuring) = try Self.make([name, "b"])
    field.control.configuration.duplicates = .refuse
    field.press(.end)
    field.type("\(name),")
    let said = try #require(field.drawing().texts.last)
    #expect(said == field.control.status && said.hasSuffix(" is there already"))
    let line = measuring.line(of: said, style: Theme.Fonts.caption)
    let words = line.clusters.suffix(" is there already".count)
    #expect(!line.isRightToLeft)
    #expect(words.allSatisfy { !$0.isRightToLeft })
    let quoted = line.clusters.dropLast(words.count).map(\.x.upperBound).max()
    #expect(quoted.map { $0 <= (words.first?.x.lowerBound ?? 0) + 0.01 } == true)
  }
}
