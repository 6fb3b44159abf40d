import Controls
import Motion
import Scene
import TestSupport

/// A token field with completions. With fixed metrics the first text typed into an empty field
/// is at (30, 38). The completion list is at (16, 72), below the field. Its rows are 28 high, the
/// first one at y = 76…104.
extension ControlHarness where Subject == TextTokenField {
  static var contacts: [String] {
    [
      "Ada Lovelace <ada@example.org>", "alan@bletchley.example",
      "Grace Hopper <grace@navy.example>",
      "mail@apple.com", "mail@objc.io",
    ]
  }

  /// - Parameters:
  ///   - list: The completions, best first.
  ///   - text: The text that is typed after the tokens.
  init(
    completions list: [String], tokens: [String] = [], typing text: String = "",
    width: Double = 420
  ) {
    self.init(tokens: tokens, width: width)
    control.completionSource = CompletionIndex(list)
    press(.end, .control)
    type(text)
    advance(by: .milliseconds(200))
  }

  /// The overlay of the field as a flattened list.
  var overlay: DisplayList { overlay(after: .zero) }

  func overlay(after duration: Duration) -> DisplayList {
    var list = DisplayList()
    control.drawOverlay(into: &list, at: now + duration)
    return list.flattened
  }

  /// The offered completions.
  var completions: [String] { control.completions.map(\.text) }

  var texts: [String] { control.tokens.map(\.text) }

  /// The graphemes that are not part of a token.
  var freeText: String { String(control.elements.compactMap(\.character)) }

  /// Returns the center of a completion row, for text at the start of an empty field.
  func row(_ index: Int) -> Point { Point(x: 100, y: 90 + 28 * Double(index)) }

  /// Returns the center of a line of text in the overlay.
  func center(of text: String) -> Point? {
    overlay.elements.lazy.compactMap { element in
      if case .text(let line) = element, line.string == text { line.ink.center } else { nil }
    }.first
  }
}
