/// An element of a token field's content: a token or one grapheme.
public enum TokenFieldElement<Token> {
  case token(Token)
  /// A grapheme of text that is not a token.
  case text(Character)

  /// The token, or `nil` if the element is text.
  public var token: Token? { if case .token(let token) = self { token } else { nil } }

  /// The grapheme, or `nil` if the element is a token.
  public var character: Character? { if case .text(let character) = self { character } else { nil } }

  var isText: Bool { character != nil }
}

extension TokenFieldElement: Equatable where Token: Equatable {}
extension TokenFieldElement: Hashable where Token: Hashable {}
extension TokenFieldElement: Sendable where Token: Sendable {}
