extension ElementSequence {
  /// Returns a range of elements as a sequence that shares complete blocks.
  func slice(_ range: Range<Int>) -> ElementSequence {
    guard !range.isEmpty else { return ElementSequence() }
    let (first, last) = (location(of: range.lowerBound), location(of: range.upperBound - 1))
    var parts = Array(blocks[first.block...last.block])
    let end = parts.count - 1
    parts[end] = parts[end].part(0..<last.offset + 1)
    parts[0] = parts[0].part(first.offset..<parts[0].elements.count)
    return ElementSequence(blocks: parts)
  }

  /// Returns ranges of elements, joined, with complete graphemes. The result shares complete
  /// blocks.
  func slices(_ ranges: [Range<Int>]) -> ElementSequence {
    var builder = GraphemeJoiningBuilder<Token>()
    for range in ranges { builder.append(self, range) }
    return builder.build()
  }

  /// Replaces a range of elements.
  ///
  /// - Precondition: `range` lies within `0...count`.
  /// - Complexity: O(*b*) in the number of blocks, including the removed and the new ones. New
  ///   blocks between the first and the last one are shared.
  @discardableResult mutating func replace(_ range: Range<Int>, with new: ElementSequence) -> Change {
    guard !blocks.isEmpty else {
      self = new
      return Change(blocks: 0..<0, counts: new.counts.values)
    }
    let (first, last) = (location(of: range.lowerBound), location(of: range.upperBound))
    var unchanged = (start: first.offset, end: blocks[last.block].elements.count - last.offset)
    var parts: [Block] = []
    join(blocks[first.block].part(0..<first.offset), to: &parts)
    if let first = new.blocks.first { join(first, to: &parts) }
    let end = Swift.max(1, new.blocks.count - 1)
    if end > 1 { parts += new.blocks[1..<end] }
    if end < new.blocks.count { join(new.blocks[end], to: &parts) }
    join(blocks[last.block].part(last.offset..<blocks[last.block].elements.count), to: &parts)
    var replaced = first.block..<last.block + 1
    widen(&replaced, around: &parts, keeping: &unchanged)
    return replaceBlocks(replaced, with: parts, unchanged: unchanged)
  }

  mutating func append(_ new: ElementSequence) { replace(count..<count, with: new) }

  /// Appends a block to some blocks: to the last of them, or as a separate block if there are many
  /// elements.
  private func join(_ block: Block, to parts: inout [Block]) {
    guard !block.elements.isEmpty else { return }
    guard let last = parts.last else { return parts.append(block) }
    let isWithin = last.elements.last?.isText == true && block.elements.first?.isText == true
    let areFull = Swift.min(last.elements.count, block.elements.count) >= Self.preferredBlockSize
    let isSmall = last.elements.count + block.elements.count <= Self.maximumBlockSize
    guard isWithin || isSmall && !areFull else { return parts.append(block) }
    parts[parts.count - 1] = last + block
  }

  /// Includes adjacent blocks whose text continues in the change, or that would otherwise be very
  /// small.
  private func widen(
    _ replaced: inout Range<Int>, around parts: inout [Block], keeping unchanged: inout (start: Int, end: Int)
  ) {
    if replaced.upperBound < blocks.count, mustJoin(parts.last, blocks[replaced.upperBound]) {
      let next = blocks[replaced.upperBound]
      replaced = replaced.lowerBound..<replaced.upperBound + 1
      unchanged.end += next.elements.count
      parts.append(parts.popLast().map { $0 + next } ?? next)
    }
    guard replaced.lowerBound > 0 else { return }
    let previous = blocks[replaced.lowerBound - 1]
    if mustJoin(previous, parts.first) {
      replaced = replaced.lowerBound - 1..<replaced.upperBound
      unchanged.start += previous.elements.count
      parts.insert(parts.isEmpty ? previous : previous + parts.removeFirst(), at: 0)
    }
  }

  /// Returns whether two blocks must be joined.
  private func mustJoin(_ a: Block?, _ b: Block?) -> Bool {
    guard let a, let b else { return false }
    if a.elements.last?.isText == true, b.elements.first?.isText == true { return true }
    return Swift.min(a.elements.count, b.elements.count) < Self.preferredBlockSize / 8
      && a.elements.count + b.elements.count <= Self.maximumBlockSize
  }

  /// Splits a block.
  ///
  /// - Parameters:
  ///   - block: The index of the block.
  ///   - offsets: The offsets at which new blocks begin, in order. They must not be 0 or within
  ///     text.
  mutating func split(block: Int, at offsets: [Int]) -> Change {
    let whole = blocks[block]
    let boundaries = [0] + offsets + [whole.elements.count]
    let parts = zip(boundaries, boundaries.dropFirst()).map { whole.part($0..<$1) }
    return replaceBlocks(block..<block + 1, with: parts, unchanged: (whole.elements.count, 0))
  }

  /// Moves the first elements of the next block to the end of a block.
  ///
  /// - Parameters:
  ///   - block: The index of the block that grows. It must not be the last block.
  ///   - count: The number of elements to move, at least 1. If it is the size of the next block,
  ///     that block is removed. The moved elements must not end within text.
  mutating func moveBoundary(after block: Int, by count: Int) -> Change {
    let (whole, next) = (blocks[block], blocks[block + 1])
    var parts = [whole + next.part(0..<count)]
    if count < next.elements.count { parts.append(next.part(count..<next.elements.count)) }
    return replaceBlocks(
      block..<block + 2, with: parts, unchanged: (whole.elements.count + next.elements.count, 0))
  }
}
