import Controls
import Scene
import Testing

/// An adapter that accepts only texts containing a given string, and checks that the texts are
/// trimmed. Everything else uses the protocol defaults.
struct StrictTokenAdapter: TokenAdapter {
  private var base = TextTokenAdapter()
  /// The string that each accepted text contains. If empty, accepts all texts.
  private let required: String

  init(requiring required: String = "") { self.required = required }

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

  mutating func makeToken(of text: String, replacing original: TextToken?) -> TextToken? {
    #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false)
    guard required.isEmpty || text.contains(required) else { return nil }
    return base.makeToken(of: text, replacing: original)
  }
}
