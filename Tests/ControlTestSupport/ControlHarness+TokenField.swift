package import Controls
import Motion
import Scene
import TestSupport

package typealias TextTokenField = TokenField<TextTokenAdapter>

/// A focused token field at (20, 30). With fixed metrics a token of *n* characters is
/// 7*n* + 16 wide and 22 high, and the origin of the first token is (30, 38).
extension ControlHarness where Subject == TextTokenField {
  package static var samples: [String] { ["mail@objc.io", "mail@apple.com", "test@test.example"] }

  package init(tokens: [String] = Self.samples, width: Double = 420, isFocused: Bool = true) {
    var field = TextTokenField(
      tokens.enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      adapter: TextTokenAdapter(firstID: tokens.count), in: Environment(text: FixedTextMetrics()))
    field.layOut(at: Point(x: 20, y: 30), width: width, at: .zero)
    if isFocused { field.focus(0, at: .zero) }
    self.init(field)
  }

  /// Completions, in alphabetical order.
  package static var contacts: [String] {
    [
      "Ada Lovelace <ada@example.org>", "alan@bletchley.example",
      "Grace Hopper <grace@navy.example>",
      "mail@apple.com", "mail@objc.io",
    ]
  }
}
