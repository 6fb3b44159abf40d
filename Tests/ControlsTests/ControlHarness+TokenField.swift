import Controls
import Motion
import Scene
import TestSupport

typealias TextTokenField = TokenField<TextTokens>

/// A token field at (20, 30) that has the focus. With fixed metrics a token of *n* characters is
/// 7*n* + 16 wide and 22 high, and the first one stands at (30, 38).
extension ControlHarness where Subject == TextTokenField {
  static var samples: [String] { ["mail@objc.io", "mail@apple.com", "test@test.example"] }

  init(tokens: [String] = Self.samples, width: Double = 420, isFocused: Bool = true) {
    var field = TextTokenField(
      tokens.enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      kind: TextTokens(firstID: tokens.count), in: Environment(text: FixedTextMetrics()))
    field.place(at: Point(x: 20, y: 30), width: width)
    if isFocused { field.focus(0, at: .zero) }
    self.init(field)
  }

  /// The tokens that were deleted, one list for each time.
  var deletions: [[Int]] {
    actions.compactMap { if case .removed(let tokens) = $0 { tokens.map(\.id) } else { nil } }
  }

  var selection: TextSelection { control.selection }

  var ids: [Int] { control.tokens.map(\.id) }

  /// The caret as it is drawn: the only plain rectangle of the field.
  var caret: Caret? { caret(after: .zero) }

  func caret(after duration: Duration) -> Caret? {
    var list = DisplayList()
    control.draw(into: &list, at: now + duration)
    return list.elements.lazy.compactMap { element in
      guard case .shape(.rect(let frame), .fill, let color) = element else { return nil }
      return Caret(frame: frame, color: color)
    }.first
  }

  /// The frames of the tokens as they are drawn.
  var bubbles: [Rect] { drawing().bodies.filter { $0.cornerRadius == 4 }.map(\.rect) }
}

/// A caret as it is drawn.
struct Caret {
  var frame: Rect
  var color: Color

  var opacity: Double { color.alpha }
}

extension TextSelection {
  static func caret(_ gap: Int) -> TextSelection { TextSelection(caret: gap) }

  static func range(_ anchor: Int, _ head: Int) -> TextSelection {
    TextSelection(anchor: anchor, head: head)
  }
}
