extension ElementSequence {
  /// Consecutive elements. A block is never empty.
  struct Block {
    let elements: ContiguousArray<Element>
    /// The number of elements that are text.
    let textCount: Int
    /// The fingerprints of the elements (`firstIndex(fingerprint:where:)`), or `nil` if they have
    /// not been computed.
    var fingerprints: ContiguousArray<Fingerprint>?

    init(
      _ elements: ContiguousArray<Element>, textCount: Int, fingerprints: ContiguousArray<Fingerprint>? = nil
    ) { (self.elements, self.textCount, self.fingerprints) = (elements, textCount, fingerprints) }

    /// Returns a part of the block.
    func part(_ range: Range<Int>) -> Block {
      if range == elements.indices { return self }
      let part = ContiguousArray(elements[range])
      return Block(
        part, textCount: textCount == 0 ? 0 : part.indices.count { part[$0].isText },
        fingerprints: fingerprints.map { ContiguousArray($0[range]) })
    }

    static func + (a: Block, b: Block) -> Block {
      let fingerprints = a.fingerprints.flatMap { first in b.fingerprints.map { first + $0 } }
      return Block(a.elements + b.elements, textCount: a.textCount + b.textCount, fingerprints: fingerprints)
    }
  }

  /// A hash of an element's key that most other elements do not share.
  typealias Fingerprint = UInt16
}
