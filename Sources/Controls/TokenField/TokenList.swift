/// A lazy list of tokens in order.
public struct TokenList<Token>: Sequence {
  let elements: ElementSequence<Token>

  public func makeIterator() -> some IteratorProtocol<Token> {
    elements.lazy.compactMap(\.token).makeIterator()
  }
}
