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

/// The content of a token field: tokens and text runs, in blocks, so that the cost of a change does not depend on
/// the size of the content. Two text runs are never adjacent.
///
/// There are two coordinates:
/// - An *index* counts each token and each grapheme of text as 1. The caret is at an index.
/// - An *offset* counts a token as 1 and text as its number of bytes in UTF-8. Graphemes may join or separate when
///   text next to them changes, but offsets stay exact.
struct ElementSequence<Token> {
  typealias Element = TokenFieldElement<Token>

  /// The number of elements in a new block, and the maximum number in a block that results from joining others, unless
  /// text joins.
  static var preferredBlockSize: Int { 128 }
  static var maximumBlockSize: Int { 256 }

  private(set) var blocks: [Block] = []
  /// The extent of each block.
  private var extents = BlockSums<ElementExtent>()

  init() {}

  /// - Complexity: O(*n*).
  init(_ elements: some Sequence<Element>) {
    var builder = Builder()
    for element in elements { builder.append(element) }
    self = builder.build()
  }

  /// - Complexity: O(*n*).
  init(text: some StringProtocol) {
    var builder = Builder()
    builder.append(text: text)
    self = builder.build()
  }

  /// - Parameter blocks: The blocks. None is empty, and none begins with text after one that ends
  ///   with text.
  /// - Complexity: O(*b*).
  init(blocks: [Block]) {
    self.blocks = blocks
    extents = BlockSums(Self.extents(of: blocks))
  }

  /// The number of elements.
  var count: Int { extents.total.count }

  /// The number of elements that are text.
  var textCount: Int { extents.total.textCount }

  /// The offset of the end.
  var length: Int { extents.total.length }

  /// The number of items in blocks without fingerprints.
  var unfingerprintedCount: Int { extents.total.unfingerprintedCount }

  var isEmpty: Bool { count == 0 }

  /// Whether the sequence contains a token.
  var hasToken: Bool { textCount < count }

  /// - Precondition: `0 <= index && index < count`.
  /// - Complexity: O(log *n*), and in the length of a text run, as for all methods with an index or an offset.
  subscript(index: Int) -> Element {
    let location = location(of: index)
    return blocks[location.block].element(at: location.offset)
  }

  /// Returns the number of elements before a block.
  func start(ofBlock block: Int) -> Int { extent(before: block).count }

  func extent(ofBlock block: Int) -> ElementExtent { extents[block] }

  /// Returns the extent of the blocks before a block.
  func extent(before block: Int) -> ElementExtent { extents.sum(before: block) }

  /// Returns the block of an element and the index in the block. For `count`, returns the end of
  /// the last block.
  ///
  /// - Precondition: `0 <= index && index <= count`.
  func location(of index: Int) -> (block: Int, offset: Int) {
    precondition(index >= 0 && index <= count, "element index \(index) out of range 0...\(count)")
    let (block, before) = extents.lastIndex { $0.count <= index }
    return (block, index - before.count)
  }

  /// Returns the block of an offset and the offset in the block.
  func location(ofOffset offset: Int) -> (block: Int, offset: Int) {
    precondition(offset >= 0 && offset <= length, "offset \(offset) out of range 0...\(length)")
    let (block, before) = extents.lastIndex { $0.length <= offset }
    return (block, offset - before.length)
  }

  /// Returns the offset of an index.
  func offset(of index: Int) -> Int {
    guard !isEmpty else { return 0 }
    let location = location(of: index)
    return extent(before: location.block).length + blocks[location.block].offset(of: location.offset)
  }

  func offsets(of range: Range<Int>) -> Range<Int> {
    let start = offset(of: range.lowerBound)
    return range.isEmpty ? start..<start : start..<offset(of: range.upperBound)
  }

  /// Returns the first index at or after an offset.
  func index(atOrAfter offset: Int) -> Int {
    guard !isEmpty else { return 0 }
    let location = location(ofOffset: offset)
    return start(ofBlock: location.block) + blocks[location.block].index(atOrAfter: location.offset)
  }

  func indices(atOrAfter range: Range<Int>) -> Range<Int> {
    let start = index(atOrAfter: range.lowerBound)
    return range.isEmpty ? start..<start : start..<index(atOrAfter: range.upperBound)
  }

  /// Replaces blocks and updates all counts.
  ///
  /// - Complexity: O(*b*) in the number of blocks if it changes, otherwise O(log *b*) for each
  ///   block.
  mutating func replaceBlocks(_ range: Range<Int>, with parts: [Block]) {
    blocks.replaceSubrange(range, with: parts)
    extents.replaceSubrange(range, with: Self.extents(of: parts))
  }

  /// Sets the fingerprints of a block (`firstIndex(fingerprint:where:)`).
  mutating func setFingerprints(block: Int, with fingerprints: ContiguousArray<Fingerprint>) {
    precondition(fingerprints.count == blocks[block].items.count, "wrong count: \(fingerprints.count)")
    blocks[block].fingerprints = fingerprints
    extents[block].unfingerprintedCount = 0
  }

  private static func extents(of blocks: [Block]) -> [ElementExtent] {
    // A span avoids copying the blocks: reference counting would access memory in many places.
    let span = blocks.span
    var extents: [ElementExtent] = []
    extents.reserveCapacity(span.count)
    for index in span.indices {
      extents.append(
        ElementExtent(
          count: span[index].count, textCount: span[index].textCount, length: span[index].length,
          unfingerprintedCount: span[index].fingerprints == nil ? span[index].items.count : 0))
    }
    return extents
  }
}

/// The sizes of a part of a sequence.
struct ElementExtent: AdditiveArithmetic {
  /// The number of elements, and of those that are text.
  var (count, textCount) = (0, 0)
  /// The length in offsets.
  var length = 0
  /// The number of items in blocks without fingerprints.
  var unfingerprintedCount = 0

  static let zero = ElementExtent()

  static func + (a: ElementExtent, b: ElementExtent) -> ElementExtent {
    ElementExtent(
      count: a.count + b.count, textCount: a.textCount + b.textCount, length: a.length + b.length,
      unfingerprintedCount: a.unfingerprintedCount + b.unfingerprintedCount)
  }

  static func - (a: ElementExtent, b: ElementExtent) -> ElementExtent {
    ElementExtent(
      count: a.count - b.count, textCount: a.textCount - b.textCount, length: a.length - b.length,
      unfingerprintedCount: a.unfingerprintedCount - b.unfingerprintedCount)
  }
}

extension ElementSequence: Sequence {
  func makeIterator() -> some IteratorProtocol<Element> {
    items.lazy.flatMap { item -> [Element] in
      switch item {
      case .token(let token): [.token(token)]
      case .text(let text): text.string.map { .text($0) }
      }
    }.makeIterator()
  }

  var underestimatedCount: Int { count }

  /// The tokens and text runs in order.
  var items: some Sequence<Item> { blocks.lazy.flatMap(\.items) }

  /// Returns the items in a range, which does not begin or end within text, divided at blocks.
  func items(in range: Range<Int>) -> [ArraySlice<Item>] {
    guard !range.isEmpty else { return [] }
    return (location(of: range.lowerBound).block...location(of: range.upperBound - 1).block).map { index in
      let (block, start) = (blocks[index], start(ofBlock: index))
      let part = range.clamped(to: start..<start + block.count)
      return block.items[block.item(at: part.lowerBound - start)..<block.item(at: part.upperBound - start)]
    }
  }
}

/// A lazy list of tokens in order.
public struct TokenList<Token>: Sequence {
  let elements: ElementSequence<Token>

  public func makeIterator() -> some IteratorProtocol<Token> {
    elements.items.lazy.compactMap(\.token).makeIterator()
  }
}
