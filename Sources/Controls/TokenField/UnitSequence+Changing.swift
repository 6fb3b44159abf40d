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
    var kept = (front: first.offset, back: blocks[last.block].units.count - last.offset)
    var parts: [Block] = []
    join(ContiguousArray(blocks[first.block].units[..<first.offset]), to: &parts)
    for block in new.blocks { join(block.units, to: &parts) }
    join(ContiguousArray(blocks[last.block].units[last.offset...]), to: &parts)
    var replaced = first.block..<last.block + 1
    widen(&replaced, around: &parts, keeping: &kept)
    return replaceBlocks(replaced, with: parts, kept: kept)
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
  private func widen(
    _ replaced: inout Range<Int>, around parts: inout [Block],
    keeping kept: inout (front: Int, back: Int)
  ) {
    if replaced.upperBound < blocks.count, needsNeighbour(parts.last, blocks[replaced.upperBound]) {
      let next = blocks[replaced.upperBound]
      replaced = replaced.lowerBound..<replaced.upperBound + 1
      kept.back += next.units.count
      let last = parts.popLast()
      parts.append(Block((last?.units ?? []) + next.units))
    }
    guard replaced.lowerBound > 0 else { return }
    let previous = blocks[replaced.lowerBound - 1]
    if needsNeighbour(previous, parts.first) {
      replaced = replaced.lowerBound - 1..<replaced.upperBound
      kept.front += previous.units.count
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
    return replaceBlocks(block..<block + 1, with: parts, kept: (units.count, 0))
  }

  /// Moves the first units of the block behind another one to that one's end.
  ///
  /// - Parameters:
  ///   - block: The one that grows; it is not the last.
  ///   - count: How many units move, from one up to all of the next block, which is gone then; their
  ///     end is not within text.
  mutating func moveBorder(behind block: Int, by count: Int) -> Change {
    let (units, next) = (blocks[block].units, blocks[block + 1].units)
    var parts = [Block(units + next[..<count])]
    if count < next.count { parts.append(Block(ContiguousArray(next[count...]))) }
    return replaceBlocks(
      block..<block + 2, with: parts, kept: (units.count + next.count, 0))
  }
}
