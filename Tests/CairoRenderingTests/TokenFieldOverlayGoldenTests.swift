import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Pictures of what lies above a token field, in both themes; the larger ones are cut, since pictures
/// are to be small.
@Suite struct `A golden token field` {
  private typealias Field = ControlHarness<TokenField<TextTokens>>

  private static let people = [
    "Ada Lovelace <ada@example.org>", "mail@apple.com", "a\u{202E}gro.live@",
    "Emmy Noether, Mathematisches Institut, Göttingen <emmy@algebra.example>",
  ]
  private static let sizes = [1: Size(width: 276, height: 160), 2: Size(width: 140, height: 104)]

  @Test(arguments: [1, 2], ["completions", "completions-dark"])
  func `offers what its text may be meant for`(scale: Int, name: String) throws {
    try draw(name, scale) { field in
      field.type("a")
      field.press(.down)
      field.press(.down)
      field.move(to: Point(x: 60, y: 70))
    }
  }

  @Test(arguments: [1, 2], ["token-menu", "token-menu-dark"])
  func `has a menu, which tells that two can't be edited at once`(scale: Int, name: String) throws {
    try draw(name, scale) { field in
      field.press(.character("a"), .control)
      field.press(.menu)
    }
  }

  /// Draws the field with two tokens, and what lies above it, after something was done to it.
  private func draw(_ name: String, _ scale: Int, _ use: (inout Field) -> Void) throws {
    let theme = name.hasSuffix("dark") ? Theme.dark : .light
    let size = Self.sizes[scale] ?? .zero
    try expectGolden(name, size: size, scale: Double(scale)) { list, measuring in
      var field = TokenField(
        [TextToken(id: 0, text: "ada"), TextToken(id: 1, text: "b")], kind: TextTokens(),
        in: Environment(theme: theme, text: measuring, scale: Double(scale)))
      field.place(at: Point(x: 10, y: 10), width: 380)
      field.surroundings = Rect(x: 0, y: 0, width: 400, height: 400)
      field.completionSource = ListedCompletions(Self.people)
      field.focus(0, at: .zero)
      var harness = Field(field)
      harness.press(.end, .control)
      use(&harness)
      harness.advance(by: .milliseconds(350))
      list.fill(.rect(Rect(origin: .zero, size: size)), theme.colors.card)
      harness.control.draw(into: &list, at: harness.now)
      harness.control.drawOverlay(into: &list, at: harness.now)
    }
  }
}
