import ControlTestSupport
import Motion
import Scene
import TestSupport

@testable import Controls

extension ControlHarness where Subject == TextTokenField {
  var selection: TextSelection { control.selection }

  var ids: [Int] { control.tokens.map(\.id) }

  /// The scroll offset.
  var offset: Double { control.viewport.scroller.offset(at: now) }

  /// The drawn caret: the only plain rectangle of the field.
  var caret: Caret? { caret(after: .zero) }

  func caret(after duration: Duration) -> Caret? {
    var list = DisplayList()
    control.draw(into: &list, at: now + duration)
    return list.elements.lazy.compactMap { element in
      guard case .shape(.rect(let frame), .fill, let color) = element else { return nil }
      return Caret(frame: frame, color: color)
    }.first
  }

  /// The drawn frames of the tokens.
  var tokenFrames: [Rect] { drawing().bodies.filter { $0.cornerRadius == 4 }.map(\.rect) }
}

/// A token field with completions. With fixed metrics the first text typed into an empty field
/// is at (30, 38). The completion list is at (16, 72), below the field. Its rows are 28 high, the
/// first one at y = 76…104.
extension ControlHarness where Subject == TextTokenField {
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

/// The drawn caret.
struct Caret {
  var frame: Rect
  var color: Color

  var opacity: Double { color.alpha }
}

extension TextSelection {
  static func caret(_ index: Int) -> TextSelection { TextSelection(caret: index) }

  static func range(_ anchor: Int, _ head: Int) -> TextSelection {
    TextSelection(anchor: anchor, head: head)
  }
}
