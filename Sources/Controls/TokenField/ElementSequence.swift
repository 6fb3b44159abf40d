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

/// The content of a token field, stored in blocks, so that the cost of a change does not depend on
/// the size of the content.
///
/// A text run is always within one block. Only the layout knows where blocks can be split without
/// visible effect (`split(block:at:)`, `moveBoundary(after:by:)`). Until then, blocks may be larger
/// than `preferredBlockSize`.
struct ElementSequence<Token> {
  typealias Element = TokenFieldElement<Token>

  /// The blocks that were replaced, and the sizes of the new ones.
  struct Change {
    var blocks: Range<Int>
    /// The number of elements in each new block.
    var counts: [Int]
    /// The numbers of elements at the start and at the end of the new blocks that are unchanged.
    var unchanged = (start: 0, end: 0)
  }

  /// The number of elements in a new block, and the maximum number in a block that is not split.
  static var preferredBlockSize: Int { 128 }
  static var maximumBlockSize: Int { 256 }

  private(set) var blocks: [Block] = []
  /// The number of elements, and of text elements, in each block.
  private(set) var counts = BlockSums<Int>()
  private(set) var textCounts = BlockSums<Int>()
  /// The number of elements.
  private(set) var count = 0
  /// The number of elements that are text.
  private(set) var textCount = 0
  /// The number of elements in blocks without fingerprints.
  private(set) var unfingerprintedCount = 0

  init() {}

  /// - Complexity: O(*n*).
  init(_ elements: some Sequence<Element>) {
    var builder = Builder()
    for element in elements { builder.append(element) }
    self = builder.build()
  }

  /// - Parameter blocks: The blocks. None is empty, and none begins with text after one that ends
  ///   with text.
  /// - Complexity: O(*b*).
  init(blocks: [Block]) {
    let sizes = Sizes(of: blocks, in: blocks.indices)
    self.blocks = blocks
    (counts, textCounts) = (BlockSums(sizes.counts), BlockSums(sizes.textCounts))
    (count, textCount, unfingerprintedCount) = (sizes.count, sizes.textCount, sizes.unfingerprintedCount)
  }

  var isEmpty: Bool { count == 0 }

  /// - Precondition: `0 <= index && index < count`.
  /// - Complexity: O(log *n*), as for all methods with an index.
  subscript(index: Int) -> Element {
    let location = location(of: index)
    return blocks[location.block].elements[location.offset]
  }

  /// Returns the number of elements before a block.
  func start(ofBlock block: Int) -> Int { counts.sum(before: block) }

  /// Returns the block of an element and the offset in the block. For `count`, returns the end of
  /// the last block.
  ///
  /// - Precondition: `0 <= index && index <= count`.
  func location(of index: Int) -> (block: Int, offset: Int) {
    precondition(index >= 0 && index <= count, "element index \(index) out of range 0...\(count)")
    let (block, start) = counts.index(atSum: index)
    return (block, index - start)
  }

  /// Replaces blocks and updates all counts.
  ///
  /// - Complexity: O(*b*) in the number of blocks if it changes, otherwise O(log *b*) for each
  ///   block.
  mutating func replaceBlocks(_ range: Range<Int>, with parts: [Block], unchanged: (start: Int, end: Int))
    -> Change
  {
    let (old, new) = (Sizes(of: blocks, in: range), Sizes(of: parts, in: parts.indices))
    blocks.replaceSubrange(range, with: parts)
    counts.replaceSubrange(range, with: new.counts)
    textCounts.replaceSubrange(range, with: new.textCounts)
    count += new.count - old.count
    textCount += new.textCount - old.textCount
    unfingerprintedCount += new.unfingerprintedCount - old.unfingerprintedCount
    return Change(blocks: range, counts: new.counts, unchanged: unchanged)
  }

  /// Sets the fingerprints of a block (`firstIndex(fingerprint:where:)`).
  mutating func setFingerprints(block: Int, with fingerprints: ContiguousArray<Fingerprint>) {
    precondition(fingerprints.count == blocks[block].elements.count, "wrong count: \(fingerprints.count)")
    if blocks[block].fingerprints == nil { unfingerprintedCount -= fingerprints.count }
    blocks[block].fingerprints = fingerprints
  }

  /// The numbers of elements in some blocks.
  private struct Sizes {
    var counts: [Int] = []
    var textCounts: [Int] = []
    var (count, textCount, unfingerprintedCount) = (0, 0, 0)

    init(of blocks: [Block], in range: Range<Int>) {
      counts.reserveCapacity(range.count)
      textCounts.reserveCapacity(range.count)
      // A span avoids copying the blocks: reference counting would access memory in many places.
      let span = blocks.span
      for index in range {
        let blockCount = span[index].elements.count
        counts.append(blockCount)
        textCounts.append(span[index].textCount)
        count += blockCount
        textCount += span[index].textCount
        if span[index].fingerprints == nil { unfingerprintedCount += blockCount }
      }
    }
  }
}

extension ElementSequence: Sequence {
  func makeIterator() -> some IteratorProtocol<Element> { blocks.lazy.flatMap(\.elements).makeIterator() }

  var underestimatedCount: Int { count }
}

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

extension ElementSequence {
  /// A token or a text run.
  enum Run {
    case token(Token)
    case text(String)
  }

  /// Calls a closure with each token and each text run, in order.
  ///
  /// - Complexity: O(*n*).
  func forEachRun(_ body: (Run) -> Void) {
    var text = ""
    func endText() {
      if !text.isEmpty { body(.text(text)) }
      text = ""
    }
    for element in self {
      switch element {
      case .text(let character): text.append(character)
      case .token(let token):
        endText()
        body(.token(token))
      }
    }
    endText()
  }
}

/// A lazy list of tokens in order.
public struct TokenList<Token>: Sequence {
  let elements: ElementSequence<Token>

  public func makeIterator() -> some IteratorProtocol<Token> {
    elements.lazy.compactMap(\.token).makeIterator()
  }
}
