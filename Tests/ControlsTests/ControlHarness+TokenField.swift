import Controls
import Motion
import Scene
import TestSupport

typealias TextTokenField = TokenField<TextTokenAdapter>

/// A focused token field at (20, 30). With fixed metrics a token of *n* characters is
/// 7*n* + 16 wide and 22 high, and the origin of the first token is (30, 38).
extension ControlHarness where Subject == TextTokenField {
  static var samples: [String] { ["mail@objc.io", "mail@apple.com", "test@test.example"] }

  init(tokens: [String] = Self.samples, width: Double = 420, isFocused: Bool = true) {
    var field = TextTokenField(
      tokens.enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      adapter: TextTokenAdapter(firstID: tokens.count), in: Environment(text: FixedTextMetrics()))
    field.layOut(at: Point(x: 20, y: 30), width: width, at: .zero)
    if isFocused { field.focus(0, at: .zero) }
    self.init(field)
  }

  var selection: TextSelection { control.selection }

  var ids: [Int] { control.tokens.map(\.id) }

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
