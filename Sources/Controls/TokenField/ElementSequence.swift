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
///
/// Only the layout knows where blocks can be split without visible effect (`split(block:at:)`,
/// `moveBoundary(after:by:)`). Until then, blocks may be larger than `preferredBlockSize`.
struct ElementSequence<Token> {
  typealias Element = TokenFieldElement<Token>

  /// The blocks that were replaced, and the sizes of the new ones.
  struct Change {
    var blocks: Range<Int>
    /// The number of elements in each new block.
    var counts: [Int]
    /// The numbers of elements at the start and at the end of the new blocks that are unchanged.
    /// Text next to the change may have joined.
    var unchanged = (start: 0, end: 0)
  }

  /// The number of elements in a new block, and the maximum number in a block that is not split.
  static var preferredBlockSize: Int { 128 }
  static var maximumBlockSize: Int { 256 }

  private(set) var blocks: [Block] = []
  /// The number of elements, the length and the number of text elements of each block.
  private(set) var counts = BlockSums<Int>()
  private var lengths = BlockSums<Int>()
  private(set) var textCounts = BlockSums<Int>()
  /// The number of elements.
  private(set) var count = 0
  /// The number of elements that are text.
  private(set) var textCount = 0
  /// The offset of the end.
  private(set) var length = 0
  /// The number of items in blocks without fingerprints.
  private(set) var unfingerprintedCount = 0

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
    let sizes = Sizes(of: blocks, in: blocks.indices)
    self.blocks = blocks
    counts = BlockSums(sizes.counts)
    lengths = BlockSums(sizes.lengths)
    textCounts = BlockSums(sizes.textCounts)
    (count, textCount, length) = (sizes.count, sizes.textCount, sizes.length)
    unfingerprintedCount = sizes.unfingerprintedCount
  }

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
  func start(ofBlock block: Int) -> Int { counts.sum(before: block) }

  /// Returns the block of an element and the index in the block. For `count`, returns the end of
  /// the last block.
  ///
  /// - Precondition: `0 <= index && index <= count`.
  func location(of index: Int) -> (block: Int, offset: Int) {
    precondition(index >= 0 && index <= count, "element index \(index) out of range 0...\(count)")
    let (block, start) = counts.index(atSum: index)
    return (block, index - start)
  }

  /// Returns the block of an offset and the offset in the block.
  func location(ofOffset offset: Int) -> (block: Int, offset: Int) {
    precondition(offset >= 0 && offset <= length, "offset \(offset) out of range 0...\(length)")
    let (block, start) = lengths.index(atSum: offset)
    return (block, offset - start)
  }

  /// Returns the offset of an index.
  func offset(of index: Int) -> Int {
    guard !isEmpty else { return 0 }
    let location = location(of: index)
    return lengths.sum(before: location.block) + blocks[location.block].offset(of: location.offset)
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
  mutating func replaceBlocks(_ range: Range<Int>, with parts: [Block], unchanged: (start: Int, end: Int))
    -> Change
  {
    let (old, new) = (Sizes(of: blocks, in: range), Sizes(of: parts, in: parts.indices))
    blocks.replaceSubrange(range, with: parts)
    counts.replaceSubrange(range, with: new.counts)
    lengths.replaceSubrange(range, with: new.lengths)
    textCounts.replaceSubrange(range, with: new.textCounts)
    count += new.count - old.count
    length += new.length - old.length
    textCount += new.textCount - old.textCount
    unfingerprintedCount += new.unfingerprintedCount - old.unfingerprintedCount
    return Change(blocks: range, counts: new.counts, unchanged: unchanged)
  }

  /// Sets the fingerprints of a block (`firstIndex(fingerprint:where:)`).
  mutating func setFingerprints(block: Int, with fingerprints: ContiguousArray<Fingerprint>) {
    precondition(fingerprints.count == blocks[block].items.count, "wrong count: \(fingerprints.count)")
    if blocks[block].fingerprints == nil { unfingerprintedCount -= fingerprints.count }
    blocks[block].fingerprints = fingerprints
  }

  /// The sizes of some blocks.
  private struct Sizes {
    var counts: [Int] = []
    var lengths: [Int] = []
    var textCounts: [Int] = []
    var (count, length, textCount, unfingerprintedCount) = (0, 0, 0, 0)

    init(of blocks: [Block], in range: Range<Int>) {
      counts.reserveCapacity(range.count)
      lengths.reserveCapacity(range.count)
      textCounts.reserveCapacity(range.count)
      // A span avoids copying the blocks: reference counting would access memory in many places.
      let span = blocks.span
      for index in range {
        counts.append(span[index].count)
        lengths.append(span[index].length)
        textCounts.append(span[index].textCount)
        count += span[index].count
        length += span[index].length
        textCount += span[index].textCount
        if span[index].fingerprints == nil { unfingerprintedCount += span[index].items.count }
      }
    }
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
}

extension ElementSequence {
  /// A token or a text run.
  enum Item {
    case token(Token)
    case text(Text)

    var token: Token? { if case .token(let token) = self { token } else { nil } }
    var text: Text? { if case .text(let text) = self { text } else { nil } }
  }

  /// A text run. It is never empty.
  struct Text {
    let string: String
    /// The number of graphemes. Counting them takes longer than most uses of a run.
    let count: Int

    init(_ string: some StringProtocol) { (self.string, count) = (String(string), string.count) }

    var length: Int { string.utf8.count }

    /// Whether each grapheme is one byte.
    private var isSimple: Bool { count == length }

    func character(at index: Int) -> Character { string[stringIndex(of: index)] }

    /// Returns the offset of a grapheme.
    func offset(of index: Int) -> Int {
      isSimple ? index : string.utf8.distance(from: string.startIndex, to: stringIndex(of: index))
    }

    /// Returns the index of the first grapheme at or after an offset.
    func index(atOrAfter offset: Int) -> Int {
      guard !isSimple else { return offset }
      var (index, passed) = (0, 0)
      for character in string {
        guard passed < offset else { break }
        passed += character.utf8.count
        index += 1
      }
      return index
    }

    /// Returns the text between two offsets, which are at boundaries of Unicode scalars. `nil` if it is empty.
    func part(_ range: Range<Int>) -> Text? {
      guard !range.isEmpty else { return nil }
      let start = string.utf8.index(string.startIndex, offsetBy: range.lowerBound)
      return Text(string[start..<string.utf8.index(start, offsetBy: range.count)])
    }

    private func stringIndex(of index: Int) -> String.Index {
      isSimple
        ? string.utf8.index(string.startIndex, offsetBy: index)
        : string.index(string.startIndex, offsetBy: index)
    }
  }

  /// Consecutive items. A block is never empty.
  struct Block {
    let items: ContiguousArray<Item>
    /// The number of elements, and of those that are text.
    let (count, textCount): (Int, Int)
    /// The length in offsets.
    let length: Int
    /// The ends of the items, or `nil` if each item has the count and the length 1.
    private let ends: ContiguousArray<End>?
    /// The fingerprints of the items (`firstIndex(fingerprint:where:)`), or `nil` if they have
    /// not been computed.
    var fingerprints: ContiguousArray<Fingerprint>?

    /// The index and the offset of the end of an item in the block.
    private typealias End = (index: Int32, offset: Int32)

    /// - Parameter hasText: Whether an item may be text. Without text, the items need not be read.
    init(
      _ items: ContiguousArray<Item>, hasText: Bool, fingerprints: ContiguousArray<Fingerprint>? = nil
    ) {
      (self.items, self.fingerprints) = (items, fingerprints)
      guard hasText else {
        (count, textCount, length, ends) = (items.count, 0, items.count, nil)
        return
      }
      var ends = ContiguousArray<End>()
      ends.reserveCapacity(items.count)
      var (count, textCount, length) = (0, 0, 0)
      for item in items {
        if case .text(let text) = item {
          count += text.count
          textCount += text.count
          length += text.length
        } else {
          count += 1
          length += 1
        }
        ends.append((Int32(count), Int32(length)))
      }
      (self.count, self.textCount, self.length) = (count, textCount, length)
      self.ends = length == items.count ? nil : ends
    }

    var startsWithText: Bool { textCount > 0 && items.first?.text != nil }
    var endsWithText: Bool { textCount > 0 && items.last?.text != nil }

    /// Returns the index of the first element of an item.
    func start(ofItem item: Int) -> Int {
      guard let ends else { return item }
      return item == 0 ? 0 : Int(ends[item - 1].index)
    }

    private func startOffset(ofItem item: Int) -> Int {
      guard let ends else { return item }
      return item == 0 ? 0 : Int(ends[item - 1].offset)
    }

    /// Returns the item of an element. For `count`, returns the number of items.
    func item(at index: Int) -> Int { firstItem { Int($0.index) > index } ?? Swift.min(index, items.count) }

    private func item(atOffset offset: Int) -> Int {
      firstItem { Int($0.offset) > offset } ?? Swift.min(offset, items.count)
    }

    /// Returns the first item with an end that fulfills a monotonic condition, or the number of items. Returns `nil`
    /// if items are not searched, because each is one element.
    private func firstItem(where isAfter: (End) -> Bool) -> Int? {
      guard let ends else { return nil }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if isAfter(ends[middle]) { high = middle } else { low = middle + 1 }
      }
      return low
    }

    func element(at index: Int) -> Element {
      let item = item(at: index)
      return switch items[item] {
      case .token(let token): .token(token)
      case .text(let text): .text(text.character(at: index - start(ofItem: item)))
      }
    }

    /// Returns the offset of an index in the block.
    func offset(of index: Int) -> Int {
      guard ends != nil else { return index }
      let item = item(at: index)
      guard item < items.count else { return length }
      let inItem = index - start(ofItem: item)
      return startOffset(ofItem: item) + (items[item].text?.offset(of: inItem) ?? inItem)
    }

    /// Returns the first index at or after an offset in the block.
    func index(atOrAfter offset: Int) -> Int {
      guard ends != nil else { return offset }
      let item = item(atOffset: offset)
      guard item < items.count else { return count }
      let inItem = offset - startOffset(ofItem: item)
      return start(ofItem: item) + (items[item].text?.index(atOrAfter: inItem) ?? inItem)
    }

    /// Returns the number of text elements before an index.
    func textCount(before index: Int) -> Int {
      guard textCount > 0 else { return 0 }
      return index - items[..<item(at: index)].count { $0.token != nil }
    }

    /// Returns the part between two offsets.
    func part(_ range: Range<Int>) -> Block {
      if range == 0..<length { return self }
      guard !range.isEmpty else { return Block([], hasText: false) }
      let (first, last) = (item(atOffset: range.lowerBound), item(atOffset: range.upperBound - 1))
      var part = ContiguousArray(items[first...last])
      for (index, item) in [(last - first, last), (0, first)] {
        guard case .text(let text) = items[item] else { continue }
        let start = startOffset(ofItem: item)
        let bounds = range.clamped(to: start..<start + text.length)
        if let cut = text.part(bounds.lowerBound - start..<bounds.upperBound - start) {
          part[index] = .text(cut)
        }
      }
      return Block(
        part, hasText: textCount > 0, fingerprints: fingerprints.map { ContiguousArray($0[first...last]) })
    }

    /// Returns both blocks, with the text that meets joined.
    static func + (a: Block, b: Block) -> Block {
      var (items, fingerprints) = (a.items, a.fingerprints)
      var next = 0
      if case .text(let end)? = a.items.last, case .text(let start)? = b.items.first {
        items[items.count - 1] = .text(Text(end.string + start.string))
        next = 1
      }
      items += b.items[next...]
      if let more = b.fingerprints { fingerprints? += more[next...] } else { fingerprints = nil }
      return Block(items, hasText: a.textCount + b.textCount > 0, fingerprints: fingerprints)
    }
  }

  /// A hash of a token's key that most other tokens do not share. 0 for text.
  typealias Fingerprint = UInt16
}

/// A lazy list of tokens in order.
public struct TokenList<Token>: Sequence {
  let elements: ElementSequence<Token>

  public func makeIterator() -> some IteratorProtocol<Token> {
    elements.items.lazy.compactMap(\.token).makeIterator()
  }
}
