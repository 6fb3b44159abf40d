import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// A token that is not text: an area with a size.
struct Swatch: Identifiable {
  let id: String
  let size: Size
}

/// An adapter that draws swatches as black areas, or white areas if they are selected.
struct SwatchAdapter: TokenAdapter {
  func size(of token: Swatch, within width: Double, in environment: Environment) -> Size {
    token.size
  }

  func draw(
    _ token: Swatch, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {
    list.fill(.roundedRect(RoundedRect(frame, cornerRadius: 0)), state.isSelected ? .white : .black)
  }

  func name(of token: Swatch) -> String { token.id }
}

extension ControlHarness where Subject == TokenField<SwatchAdapter> {
  /// Creates a focused field of swatches at the origin.
  init(swatches sizes: [Size], width: Double = 400) {
    var field = TokenField(
      sizes.enumerated().map { Swatch(id: "swatch \($0.offset)", size: $0.element) },
      adapter: SwatchAdapter(), in: Environment(text: FixedTextMetrics()))
    field.layOut(at: .zero, width: width, at: .zero)
    field.focus(0, at: .zero)
    self.init(field)
  }

  /// The drawn frame of the caret.
  var caret: Rect? {
    drawing().elements.lazy.compactMap {
      if case .shape(.rect(let frame), .fill, _) = $0 { frame } else { nil }
    }.first
  }
}

/// An adapter whose tokens look like those of a text adapter.
protocol TextLikeTokenAdapter: TokenAdapter where Token == TextToken {
  var base: TextTokenAdapter { get }
}

extension TextLikeTokenAdapter {
  func size(of token: TextToken, within width: Double, in environment: Environment) -> Size {
    base.size(of: token, within: width, in: environment)
  }

  func draw(
    _ token: TextToken, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {
    base.draw(token, in: frame, state: state, environment: environment, into: &list)
  }

  func name(of token: TextToken) -> String { token.text }
}

/// An adapter that accepts only texts containing a given string, and checks that the texts are
/// trimmed. Everything else uses the protocol defaults.
struct StrictTokenAdapter: TextLikeTokenAdapter {
  private(set) var base = TextTokenAdapter()
  /// The string that each accepted text contains. If empty, accepts all texts.
  private let required: String

  init(requiring required: String = "") { self.required = required }

  mutating func makeToken(of text: String, replacing original: TextToken?) -> TextToken? {
    #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false)
    guard required.isEmpty || text.contains(required) else { return nil }
    return base.makeToken(of: text, replacing: original)
  }
}
