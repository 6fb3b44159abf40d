import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Images of the overlays of a token field in both themes. At scale 2 the images are cropped to
/// keep them small.
@Suite struct `Golden token field overlay` {
  private typealias Field = ControlHarness<TokenField<TextTokenAdapter>>

  private static let people = [
    "Ada Lovelace <ada@example.org>", "mail@apple.com", "a\u{202E}gro.live@",
    "Emmy Noether, Mathematisches Institut, Göttingen <emmy@algebra.example>",
  ]
  private static let sizes = [1: Size(width: 276, height: 160), 2: Size(width: 140, height: 104)]

  @Test(arguments: [1, 2], ["completions", "completions-dark"])
  func `draws a list of completions`(scale: Int, name: String) throws {
    try draw(name, scale) { field in
      field.type("a")
      field.press(.down)
      field.press(.down)
      field.move(to: Point(x: 60, y: 70))
    }
  }

  @Test(arguments: [1, 2], ["token-menu", "token-menu-dark"])
  func `draws a menu with a disabled edit item for two tokens`(scale: Int, name: String) throws {
    try draw(name, scale) { field in
      field.press(.character("a"), .control)
      field.press(.menu)
    }
  }

  /// Draws a field with two tokens and its overlay after some input.
  private func draw(_ name: String, _ scale: Int, _ use: (inout Field) -> Void) throws {
    let theme = name.hasSuffix("dark") ? Theme.dark : .light
    let size = Self.sizes[scale] ?? .zero
    try expectGolden(name, size: size, scale: Double(scale)) { list, measuring in
      var field = TokenField(
        [TextToken(id: 0, text: "ada"), TextToken(id: 1, text: "b")], adapter: TextTokenAdapter(),
        in: Environment(theme: theme, text: measuring, scale: Double(scale)))
      field.layOut(at: Point(x: 10, y: 10), width: 380, at: .zero)
      field.setOverlayBounds(Rect(x: 0, y: 0, width: 400, height: 400), at: .zero)
      field.completionSource = CompletionIndex(Self.people)
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
