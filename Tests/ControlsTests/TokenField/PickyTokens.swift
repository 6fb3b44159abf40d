import Controls
import Scene
import Testing

/// Text tokens that are made of some texts alone, and look whether what they are given is any; of
/// what they don't say themselves the defaults hold.
struct PickyTokens: TokenKind {
  private var base = TextTokens()
  /// What every text has in it that becomes a token.
  private let mark: String

  init(mark: String = "") { self.mark = mark }

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
    guard mark.isEmpty || text.contains(mark) else { return nil }
    return base.makeToken(of: text, replacing: original)
  }
}
