import Controls
import Motion
import Scene
import TestSupport

/// A token field to which texts are known. With fixed metrics the text that is typed first into an
/// empty one stands at (30, 38), its list below the field at (16, 72) with the first row at
/// y = 76…104, each 28 high.
extension ControlHarness where Subject == TextTokenField {
  static var people: [String] {
    [
      "Ada Lovelace <ada@example.org>", "alan@bletchley.example",
      "Grace Hopper <grace@navy.example>",
      "mail@apple.com", "mail@objc.io",
    ]
  }

  /// - Parameters:
  ///   - known: The best first.
  ///   - text: What was typed since.
  init(
    knowing known: [String], tokens: [String] = [], typing text: String = "",
    width: Double = 420
  ) {
    self.init(tokens: tokens, width: width)
    control.completionSource = ListedCompletions(known)
    press(.end, .control)
    type(text)
    advance(by: .milliseconds(200))
  }

  /// What lies above the field, with nothing in it recorded.
  var overlay: DisplayList { overlay(after: .zero) }

  func overlay(after duration: Duration) -> DisplayList {
    var list = DisplayList()
    control.drawOverlay(into: &list, at: now + duration)
    return list.flattened
  }

  /// What is offered.
  var offers: [String] { control.completions.map(\.text) }

  var texts: [String] { control.tokens.map(\.text) }

  /// The graphemes that are no token yet.
  var freeText: String { String(control.units.compactMap(\.character)) }

  /// The middle of a row of the list, as it stands below an empty field's first text.
  func row(_ index: Int) -> Point { Point(x: 100, y: 90 + 28 * Double(index)) }

  /// The middle of a line of text in the list.
  func place(of text: String) -> Point? {
    overlay.elements.lazy.compactMap { element in
      if case .text(let line) = element, line.string == text { line.ink.center } else { nil }
    }.first
  }

  /// The colours of the lines of text above the field.
  var overlayColors: [String: Color] {
    overlay.elements.reduce(into: [:]) { colors, element in
      if case .text(let line) = element { colors[line.string] = line.color }
    }
  }
}
