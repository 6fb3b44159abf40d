extension UnitSequence {
  /// Some neighbours by themselves; whole blocks are shared.
  func slice(_ range: Range<Int>) -> UnitSequence {
    guard !range.isEmpty else { return UnitSequence() }
    let (first, last) = (place(of: range.lowerBound), place(of: range.upperBound - 1))
    var parts = Array(blocks[first.block...last.block])
    let end = parts.count - 1
    parts[end] = parts[end].part(0..<last.offset + 1)
    parts[0] = parts[0].part(first.offset..<parts[0].units.count)
    return UnitSequence(blocks: parts)
  }

  /// Some ranges of units, side by side, their graphemes whole; whole blocks are shared.
  func slices(_ ranges: [Range<Int>]) -> UnitSequence {
    var builder = HealingBuilder<Token>()
    for range in ranges { builder.append(self, range) }
    return builder.end()
  }

  /// Puts some units in the place of others.
  ///
  /// - Precondition: `range` lies within `0...count`.
  /// - Complexity: O(*b*) in the number of blocks, those among them that go and come; those between
  ///   the first and the last that come are shared.
  @discardableResult
  mutating func replace(_ range: Range<Int>, with new: UnitSequence) -> Change {
    guard !blocks.isEmpty else {
      self = new
      return Change(blocks: 0..<0, counts: new.counts.values)
    }
    let (first, last) = (place(of: range.lowerBound), place(of: range.upperBound))
    var kept = (front: first.offset, back: blocks[last.block].units.count - last.offset)
    var parts: [Block] = []
    join(blocks[first.block].part(0..<first.offset), to: &parts)
    if let first = new.blocks.first { join(first, to: &parts) }
    let end = Swift.max(1, new.blocks.count - 1)
    if end > 1 { parts += new.blocks[1..<end] }
    if end < new.blocks.count { join(new.blocks[end], to: &parts) }
    join(blocks[last.block].part(last.offset..<blocks[last.block].units.count), to: &parts)
    var replaced = first.block..<last.block + 1
    widen(&replaced, around: &parts, keeping: &kept)
    return replaceBlocks(replaced, with: parts, kept: kept)
  }

  /// Adds units behind all others.
  mutating func append(_ new: UnitSequence) { replace(count..<count, with: new) }

  /// Adds a block to the last of some blocks, or as one of its own where they are many.
  private func join(_ block: Block, to parts: inout [Block]) {
    guard !block.units.isEmpty else { return }
    guard let last = parts.last else { return parts.append(block) }
    let isWithin = last.units.last?.isText == true && block.units.first?.isText == true
    let areFull = Swift.min(last.units.count, block.units.count) >= Self.preferredBlockCount
    let isSmall = last.units.count + block.units.count <= Self.largestBlockCount
    guard isWithin || isSmall && !areFull else { return parts.append(block) }
    parts[parts.count - 1] = last + block
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
      parts.append(parts.popLast().map { $0 + next } ?? next)
    }
    guard replaced.lowerBound > 0 else { return }
    let previous = blocks[replaced.lowerBound - 1]
    if needsNeighbour(previous, parts.first) {
      replaced = replaced.lowerBound - 1..<replaced.upperBound
      kept.front += previous.units.count
      parts.insert(parts.isEmpty ? previous : previous + parts.removeFirst(), at: 0)
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
    let whole = blocks[block]
    let borders = [0] + offsets + [whole.units.count]
    let parts = zip(borders, borders.dropFirst()).map { whole.part($0..<$1) }
    return replaceBlocks(block..<block + 1, with: parts, kept: (whole.units.count, 0))
  }

  /// Moves the first units of the block behind another one to that one's end.
  ///
  /// - Parameters:
  ///   - block: The one that grows; it is not the last.
  ///   - count: How many units move, from one up to all of the next block, which is gone then; their
  ///     end is not within text.
  mutating func moveBorder(behind block: Int, by count: Int) -> Change {
    let (whole, next) = (blocks[block], blocks[block + 1])
    var parts = [whole + next.part(0..<count)]
    if count < next.units.count { parts.append(next.part(count..<next.units.count)) }
    return replaceBlocks(
      block..<block + 2, with: parts, kept: (whole.units.count + next.units.count, 0))
  }
}
