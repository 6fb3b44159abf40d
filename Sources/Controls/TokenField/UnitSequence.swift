/// The content of a token field, in blocks, so that a change costs the same however much there is.
///
/// Text that stands in one piece lies in one block. Only who lays the content out knows where
/// blocks may end without a trace (`split(block:at:)`, `moveBorder(behind:by:)`), so blocks grow
/// beyond `preferredBlockCount` until that is done.
struct UnitSequence<Token> {
  typealias Unit = TokenUnit<Token>

  /// Which blocks were replaced by which others.
  struct Change {
    var blocks: Range<Int>
    /// How many units each of the new ones has.
    var counts: [Int]
    /// How many units at the start of all these, and at their end, are as they were.
    var kept = (front: 0, back: 0)
  }

  /// How many units a block has that is made of many; the most that one has which is cut again.
  static var preferredBlockCount: Int { 128 }
  static var largestBlockCount: Int { 256 }

  private(set) var blocks: [Block] = []
  /// Of each block, how many units it has, and how many of them are text.
  private(set) var counts = BlockSums<Int>()
  private(set) var textCounts = BlockSums<Int>()
  /// How many units there are.
  private(set) var count = 0
  /// How many of them are text.
  private(set) var textCount = 0
  /// How many of them are in blocks without marks.
  private(set) var unmarkedCount = 0

  init() {}

  /// - Complexity: O(*n*).
  init(_ units: some Sequence<Unit>) {
    var builder = Builder()
    for unit in units { builder.append(unit) }
    self = builder.end()
  }

  /// - Parameter blocks: None of them empty, and none begins with text behind one that ends with it.
  /// - Complexity: O(*b*).
  init(blocks: [Block]) {
    let sizes = Sizes(of: blocks, in: blocks.indices)
    self.blocks = blocks
    (counts, textCounts) = (BlockSums(sizes.counts), BlockSums(sizes.textCounts))
    (count, textCount, unmarkedCount) = (sizes.count, sizes.textCount, sizes.unmarkedCount)
  }

  var isEmpty: Bool { count == 0 }

  /// - Precondition: `0 <= index && index < count`.
  /// - Complexity: O(log *n*), as for all that takes an index.
  subscript(index: Int) -> Unit {
    let place = place(of: index)
    return blocks[place.block].units[place.offset]
  }

  /// The number of units in the blocks before one.
  func start(ofBlock block: Int) -> Int { counts.sum(before: block) }

  /// The block that a unit is in, and its place there; for `count` the end of the last one.
  ///
  /// - Precondition: `0 <= index && index <= count`.
  func place(of index: Int) -> (block: Int, offset: Int) {
    precondition(index >= 0 && index <= count, "unit \(index) of \(count)")
    let (block, start) = counts.index(atSum: index)
    return (block, index - start)
  }

  /// Puts some blocks in the place of others, and brings all counts up to date.
  ///
  /// - Complexity: O(*b*) in the number of blocks where that changes, else O(log *b*) for each.
  mutating func replaceBlocks(
    _ range: Range<Int>, with parts: [Block], kept: (front: Int, back: Int)
  ) -> Change {
    let (old, new) = (Sizes(of: blocks, in: range), Sizes(of: parts, in: parts.indices))
    blocks.replaceSubrange(range, with: parts)
    counts.replaceSubrange(range, with: new.counts)
    textCounts.replaceSubrange(range, with: new.textCounts)
    count += new.count - old.count
    textCount += new.textCount - old.textCount
    unmarkedCount += new.unmarkedCount - old.unmarkedCount
    return Change(blocks: range, counts: new.counts, kept: kept)
  }

  /// Marks a block (`firstIndex(marked:where:)`).
  mutating func mark(block: Int, with marks: ContiguousArray<Mark>) {
    precondition(marks.count == blocks[block].units.count, "\(marks.count) marks")
    if blocks[block].marks == nil { unmarkedCount -= marks.count }
    blocks[block].marks = marks
  }

  /// How many units there are in some blocks.
  private struct Sizes {
    var counts: [Int] = []
    var textCounts: [Int] = []
    var (count, textCount, unmarkedCount) = (0, 0, 0)

    init(of blocks: [Block], in range: Range<Int>) {
      counts.reserveCapacity(range.count)
      textCounts.reserveCapacity(range.count)
      // Lent: to copy each block would count references that lie all over the memory.
      let lent = blocks.span
      for index in range {
        let blockCount = lent[index].units.count
        counts.append(blockCount)
        textCounts.append(lent[index].textCount)
        count += blockCount
        textCount += lent[index].textCount
        if lent[index].marks == nil { unmarkedCount += blockCount }
      }
    }
  }
}

extension UnitSequence: Sequence {
  func makeIterator() -> some IteratorProtocol<Unit> {
    blocks.lazy.flatMap(\.units).makeIterator()
  }

  var underestimatedCount: Int { count }
}
