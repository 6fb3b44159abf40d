/// The content of a token field, in blocks, so that a change costs the same however much there is.
///
/// Text that stands in one piece lies in one block. Only who lays the content out knows where
/// blocks may end without a trace (`split(block:at:)`, `moveBorder(behind:by:)`), so blocks grow
/// beyond `preferredBlockCount` until that is done.
struct UnitSequence<Token> {
  typealias Unit = TokenUnit<Token>

  /// Some neighbours. No block is empty.
  struct Block {
    let units: ContiguousArray<Unit>
    /// How many of them are text.
    let textCount: Int

    init(_ units: ContiguousArray<Unit>) {
      self.init(units, textCount: units.indices.count { units[$0].isText })
    }

    fileprivate init(_ units: ContiguousArray<Unit>, textCount: Int) {
      (self.units, self.textCount) = (units, textCount)
    }
  }

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

  init() {}

  /// - Complexity: O(*n*).
  init(_ units: some Sequence<Unit>) {
    var (block, blockTextCount, sizes) = (ContiguousArray<Unit>(), 0, [Int]())
    func endBlock() {
      blocks.append(Block(block, textCount: blockTextCount))
      sizes.append(block.count)
      count += block.count
      textCount += blockTextCount
      (block, blockTextCount) = ([], 0)
    }
    for unit in units {
      let isText = unit.isText
      let isWithin = isText && block.last?.isText == true
      if block.count >= Self.preferredBlockCount, !isWithin { endBlock() }
      if block.isEmpty { block.reserveCapacity(Self.preferredBlockCount) }
      block.append(unit)
      if isText { blockTextCount += 1 }
    }
    if !block.isEmpty { endBlock() }
    counts = BlockSums(sizes)
    textCounts = BlockSums(blocks.map(\.textCount))
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

  mutating func append(_ block: Block) {
    blocks.append(block)
    counts.append(block.units.count)
    textCounts.append(block.textCount)
    count += block.units.count
    textCount += block.textCount
  }

  /// Puts some blocks in the place of others, and brings all counts up to date.
  ///
  /// - Complexity: O(*b*) in the number of blocks where that changes, else O(log *b*) for each.
  mutating func replaceBlocks(
    _ range: Range<Int>, with parts: [Block], kept: (front: Int, back: Int)
  ) -> Change {
    let change = Change(blocks: range, counts: parts.map(\.units.count), kept: kept)
    let (oldCount, oldTextCount) = Self.counts(of: blocks[range])
    let (newCount, newTextCount) = Self.counts(of: parts[...])
    count += newCount - oldCount
    textCount += newTextCount - oldTextCount
    blocks.replaceSubrange(range, with: parts)
    counts.replaceSubrange(range, with: change.counts)
    textCounts.replaceSubrange(range, with: parts.map(\.textCount))
    return change
  }

  private static func counts(of blocks: ArraySlice<Block>) -> (units: Int, text: Int) {
    blocks.reduce((0, 0)) { ($0.0 + $1.units.count, $0.1 + $1.textCount) }
  }
}

extension UnitSequence: Sequence {
  func makeIterator() -> some IteratorProtocol<Unit> {
    blocks.lazy.flatMap(\.units).makeIterator()
  }

  var underestimatedCount: Int { count }
}
