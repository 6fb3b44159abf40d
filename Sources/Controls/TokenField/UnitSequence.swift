/// The content of a token field, in blocks, so that a change costs the same however much there is.
///
/// Text that stands in one piece lies in one block. Only who lays the content out knows where a
/// block may be divided without a trace (`split(block:at:)`), so blocks grow beyond
/// `preferredBlockCount` until that is done.
struct UnitSequence<Token> {
  typealias Unit = TokenUnit<Token>

  /// Some neighbours. No block is empty.
  struct Block {
    fileprivate(set) var units: ContiguousArray<Unit>
    /// How many of them are text.
    fileprivate(set) var textCount: Int

    fileprivate init(_ units: ContiguousArray<Unit>) {
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
    /// How many units at the first block's start, and at the last one's end, are as they were.
    var kept = (front: 0, back: 0)
  }

  /// How many units a block has that is made of many; the most that one has which is cut again.
  static var preferredBlockCount: Int { 128 }
  static var largestBlockCount: Int { 256 }

  private(set) var blocks: [Block] = []
  /// Of each block, how many units it has, and how many of them are text.
  private var counts = BlockSums<Int>()
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

  private mutating func append(_ block: Block) {
    blocks.append(block)
    counts.append(block.units.count)
    textCounts.append(block.textCount)
    count += block.units.count
    textCount += block.textCount
  }
}

extension UnitSequence: Sequence {
  func makeIterator() -> some IteratorProtocol<Unit> {
    blocks.lazy.flatMap(\.units).makeIterator()
  }

  var underestimatedCount: Int { count }
}

// Changing.
extension UnitSequence {
  /// Some neighbours by themselves; whole blocks are shared.
  func slice(_ range: Range<Int>) -> UnitSequence {
    var slice = UnitSequence()
    guard !range.isEmpty else { return slice }
    let (first, last) = (place(of: range.lowerBound), place(of: range.upperBound - 1))
    for index in first.block...last.block {
      let block = blocks[index]
      let lower = index == first.block ? first.offset : 0
      let upper = index == last.block ? last.offset + 1 : block.units.count
      let isWhole = lower == 0 && upper == block.units.count
      slice.append(isWhole ? block : Block(ContiguousArray(block.units[lower..<upper])))
    }
    return slice
  }

  /// Puts some units in the place of others.
  ///
  /// - Precondition: `range` lies within `0...count`.
  /// - Complexity: O(*b*) in the number of blocks, and in the lengths of what goes and what comes.
  @discardableResult
  mutating func replace(_ range: Range<Int>, with new: UnitSequence) -> Change {
    guard !blocks.isEmpty else {
      self = new
      return Change(blocks: 0..<0, counts: new.counts.values)
    }
    let (first, last) = (place(of: range.lowerBound), place(of: range.upperBound))
    let kept = (front: first.offset, back: blocks[last.block].units.count - last.offset)
    var parts: [Block] = []
    join(ContiguousArray(blocks[first.block].units[..<first.offset]), to: &parts)
    for block in new.blocks { join(block.units, to: &parts) }
    join(ContiguousArray(blocks[last.block].units[last.offset...]), to: &parts)
    var replaced = first.block..<last.block + 1
    let edited = replaced
    widen(&replaced, around: &parts)
    textCount += Self.textCount(of: parts[...]) - Self.textCount(of: blocks[replaced])
    blocks.replaceSubrange(replaced, with: parts)
    let change = Change(
      blocks: replaced, counts: parts.map(\.units.count),
      kept: replaced == edited ? kept : (0, 0))
    counts.replaceSubrange(replaced, with: change.counts)
    textCounts.replaceSubrange(replaced, with: parts.map(\.textCount))
    count += new.count - range.count
    return change
  }

  private static func textCount(of blocks: ArraySlice<Block>) -> Int {
    blocks.reduce(0) { $0 + $1.textCount }
  }

  /// Adds units to the last of some blocks, or as a block of their own where they are many.
  private func join(_ units: ContiguousArray<Unit>, to parts: inout [Block]) {
    guard !units.isEmpty else { return }
    guard let last = parts.last else { return parts.append(Block(units)) }
    let isWithin = last.units.last?.isText == true && units.first?.isText == true
    guard isWithin || last.units.count + units.count <= Self.largestBlockCount else {
      return parts.append(Block(units))
    }
    parts[parts.count - 1] = Block(last.units + units)
  }

  /// Takes neighbours along whose text goes on in what was changed, or that leave next to nothing.
  private func widen(_ replaced: inout Range<Int>, around parts: inout [Block]) {
    if replaced.upperBound < blocks.count, needsNeighbour(parts.last, blocks[replaced.upperBound]) {
      let next = blocks[replaced.upperBound]
      replaced = replaced.lowerBound..<replaced.upperBound + 1
      let last = parts.popLast()
      parts.append(Block((last?.units ?? []) + next.units))
    }
    guard replaced.lowerBound > 0 else { return }
    let previous = blocks[replaced.lowerBound - 1]
    if needsNeighbour(previous, parts.first) {
      replaced = replaced.lowerBound - 1..<replaced.upperBound
      let first = parts.isEmpty ? [] : parts.removeFirst().units
      parts.insert(Block(previous.units + first), at: 0)
    }
  }

  /// Whether two blocks have to be one.
  private func needsNeighbour(_ a: Block?, _ b: Block?) -> Bool {
    guard let a, let b else { return false }
    if a.units.last?.isText == true, b.units.first?.isText == true { return true }
    return Swift.min(a.units.count, b.units.count) < Self.preferredBlockCount / 8
      && a.units.count + b.units.count <= Self.largestBlockCount
  }

  /// Divides a block.
  ///
  /// - Parameters:
  ///   - block: Which one.
  ///   - offsets: Of the units in it that begin a block, in their order; neither the first unit nor
  ///     one within text.
  mutating func split(block: Int, at offsets: [Int]) -> Change {
    let units = blocks[block].units
    let borders = [0] + offsets + [units.count]
    let parts = zip(borders, borders.dropFirst()).map { Block(ContiguousArray(units[$0..<$1])) }
    blocks.replaceSubrange(block...block, with: parts)
    let change = Change(blocks: block..<block + 1, counts: parts.map(\.units.count))
    counts.replaceSubrange(change.blocks, with: change.counts)
    textCounts.replaceSubrange(change.blocks, with: parts.map(\.textCount))
    return change
  }
}
