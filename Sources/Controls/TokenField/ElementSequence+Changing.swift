extension ElementSequence {
  /// Returns a range of elements as a sequence that shares complete blocks.
  func slice(_ range: Range<Int>) -> ElementSequence { slice(offsets: offsets(of: range)) }

  func slice(offsets range: Range<Int>) -> ElementSequence {
    guard !range.isEmpty else { return ElementSequence() }
    let (first, last) = (location(ofOffset: range.lowerBound), location(ofOffset: range.upperBound - 1))
    var parts = Array(blocks[first.block...last.block])
    let end = parts.count - 1
    parts[end] = parts[end].part(0..<last.offset + 1)
    parts[0] = parts[0].part(first.offset..<parts[0].length)
    return ElementSequence(blocks: parts)
  }

  /// Returns ranges of elements, joined. The result shares complete blocks.
  func slices(_ ranges: [Range<Int>]) -> ElementSequence {
    guard ranges.count != 1 else { return slice(ranges[0]) }
    var builder = Builder()
    for range in ranges { builder.append(self, range) }
    return builder.build()
  }

  /// Replaces a range of elements.
  ///
  /// - Precondition: `range` lies within `0...count`.
  /// - Complexity: See `replace(offsets:with:)`.
  @discardableResult mutating func replace(_ range: Range<Int>, with new: ElementSequence) -> ElementChange {
    replace(offsets: offsets(of: range), with: new)
  }

  /// Replaces the content between two offsets, which are at boundaries of Unicode scalars. Text next to the change joins
  /// the new text.
  ///
  /// - Precondition: `range` lies within `0...length`.
  /// - Complexity: O(*b*) in the number of blocks, including the removed and the new ones. New
  ///   blocks between the first and the last one are shared.
  @discardableResult mutating func replace(offsets range: Range<Int>, with new: ElementSequence)
    -> ElementChange
  {
    let (indices, oldCount) = (indices(atOrAfter: range), count)
    let changed =
      textRun(around: indices.lowerBound).lowerBound..<textRun(around: indices.upperBound).upperBound
    replaceBlocks(at: range, with: new)
    let newCount = changed.count + count - oldCount
    return ElementChange(
      elements: changed, newCount: newCount,
      boundaries: boundaries(in: changed.lowerBound..<changed.lowerBound + newCount))
  }

  private mutating func replaceBlocks(at range: Range<Int>, with new: ElementSequence) {
    guard !blocks.isEmpty else {
      self = new
      return
    }
    let (first, last) = (location(ofOffset: range.lowerBound), location(ofOffset: range.upperBound))
    let tail = blocks[last.block].part(last.offset..<blocks[last.block].length)
    var parts: [Block] = []
    join(blocks[first.block].part(0..<first.offset), to: &parts)
    if let first = new.blocks.first { join(first, to: &parts) }
    let end = Swift.max(1, new.blocks.count - 1)
    if end > 1 { parts += new.blocks[1..<end] }
    if end < new.blocks.count { join(new.blocks[end], to: &parts) }
    join(tail, to: &parts)
    var replaced = first.block..<last.block + 1
    widen(&replaced, around: &parts)
    replaceBlocks(replaced, with: parts)
  }

  mutating func append(_ new: ElementSequence) { replace(offsets: length..<length, with: new) }

  /// Appends a block to some blocks: to the last of them, or as a separate block if there are many
  /// elements.
  private func join(_ block: Block, to parts: inout [Block]) {
    guard block.count > 0 else { return }
    guard let last = parts.last else { return parts.append(block) }
    let isWithin = last.endsWithText && block.startsWithText
    let areFull = Swift.min(last.count, block.count) >= Self.preferredBlockSize
    let isSmall = last.count + block.count <= Self.maximumBlockSize
    guard isWithin || isSmall && !areFull else { return parts.append(block) }
    parts[parts.count - 1] = last + block
  }

  /// Includes adjacent blocks whose text continues in the change, or that would otherwise be very
  /// small.
  private func widen(_ replaced: inout Range<Int>, around parts: inout [Block]) {
    if replaced.upperBound < blocks.count, mustJoin(parts.last, blocks[replaced.upperBound]) {
      let next = blocks[replaced.upperBound]
      replaced = replaced.lowerBound..<replaced.upperBound + 1
      parts[parts.count - 1] = parts[parts.count - 1] + next
    }
    guard replaced.lowerBound > 0 else { return }
    let previous = blocks[replaced.lowerBound - 1]
    if mustJoin(previous, parts.first) {
      replaced = replaced.lowerBound - 1..<replaced.upperBound
      parts[0] = previous + parts[0]
    }
  }

  /// Returns whether two blocks must be joined.
  private func mustJoin(_ a: Block?, _ b: Block?) -> Bool {
    guard let a, let b else { return false }
    if a.endsWithText, b.startsWithText { return true }
    return Swift.min(a.count, b.count) < Self.preferredBlockSize / 8
      && a.count + b.count <= Self.maximumBlockSize
  }

  /// Returns the indices within a range at which blocks begin.
  private func boundaries(in range: Range<Int>) -> [Int] {
    guard range.count > Self.maximumBlockSize else { return [] }
    var block = location(of: range.lowerBound).block + 1
    var (boundaries, next): ([Int], Int) = ([], start(ofBlock: block))
    while next < range.upperBound {
      boundaries.append(next)
      next += extent(ofBlock: block).count
      block += 1
    }
    return boundaries
  }
}

// Text runs.
extension ElementSequence {
  /// Returns the text run that contains or touches an index. Empty if there is none.
  func textRun(around index: Int) -> Range<Int> {
    guard !isEmpty else { return 0..<0 }
    return textRun(before: index).lowerBound..<textRun(after: index).upperBound
  }

  /// Returns the text directly before an index.
  func textRun(before index: Int) -> Range<Int> {
    guard index > 0 else { return 0..<0 }
    return (textRun(of: index - 1)?.lowerBound ?? index)..<index
  }

  /// Returns the text directly after an index.
  func textRun(after index: Int) -> Range<Int> {
    guard index < count else { return index..<index }
    return index..<(textRun(of: index)?.upperBound ?? index)
  }

  /// Returns the text run that contains an element, or `nil` if it is a token.
  private func textRun(of index: Int) -> Range<Int>? {
    let location = location(of: index)
    let block = blocks[location.block]
    let item = block.item(at: location.offset)
    guard case .text(let text) = block.items[item] else { return nil }
    let start = index - location.offset + block.start(ofItem: item)
    return start..<start + text.count
  }

  /// Returns the last text run that ends at or before an index, or `nil` if there is none.
  ///
  /// - Complexity: O(*b*) in the number of blocks that are searched, and in the lengths of two of
  ///   them.
  func lastTextRun(before index: Int) -> Range<Int>? {
    let around = textRun(around: index)
    let end = around.upperBound > index ? around.lowerBound : index
    guard end > 0 else { return nil }
    let location = location(of: end - 1)
    for index in (0...location.block).reversed() where blocks[index].textCount > 0 {
      let block = blocks[index]
      let end = index == location.block ? block.item(at: location.offset) + 1 : block.items.count
      guard let item = block.items[..<end].lastIndex(where: { $0.text != nil }) else { continue }
      return textRun(of: start(ofBlock: index) + block.start(ofItem: item))
    }
    return nil
  }

  /// Returns the text of a range that contains only text.
  func string(in range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    let location = location(of: range.lowerBound)
    let block = blocks[location.block]
    let item = block.item(at: location.offset)
    guard case .text(let text) = block.items[item] else { return "" }
    let start = location.offset - block.start(ofItem: item)
    return text.part(text.offset(of: start)..<text.offset(of: start + range.count))?.string ?? ""
  }

  /// Returns the number of text elements in a range.
  ///
  /// - Complexity: O(log *n*), and in the lengths of two blocks.
  func textCount(in range: Range<Int>) -> Int {
    textCount(before: range.upperBound) - textCount(before: range.lowerBound)
  }

  private func textCount(before index: Int) -> Int {
    guard !isEmpty else { return 0 }
    let location = location(of: index)
    return extent(before: location.block).textCount
      + blocks[location.block].textCount(before: location.offset)
  }
}
