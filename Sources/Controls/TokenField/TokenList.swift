/// Some tokens in their order.
public struct TokenList<Token>: Sequence {
  let units: UnitSequence<Token>

  public func makeIterator() -> some IteratorProtocol<Token> {
    units.lazy.compactMap(\.token).makeIterator()
  }
}
