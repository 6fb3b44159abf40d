/// One thing between two places of a token field's caret.
public enum TokenUnit<Token> {
  case token(Token)
  /// A grapheme of text that is no token yet.
  case text(Character)

  /// The token; `nil` where it is text.
  public var token: Token? { if case .token(let token) = self { token } else { nil } }

  /// The grapheme; `nil` where it is a token.
  public var character: Character? {
    if case .text(let character) = self { character } else { nil }
  }

  var isText: Bool { character != nil }
}

extension TokenUnit: Equatable where Token: Equatable {}
extension TokenUnit: Hashable where Token: Hashable {}
extension TokenUnit: Sendable where Token: Sendable {}
