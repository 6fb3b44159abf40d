extension UnitSequence {
  /// Makes a sequence, unit by unit, in blocks of `preferredBlockCount`.
  struct Builder {
    private var blocks: [Block] = []
    private var blockedCount = 0
    /// Those of the block that is not over yet.
    private var open = ContiguousArray<Unit>()
    private var openTextCount = 0

    /// How many units there are so far.
    var count: Int { blockedCount + open.count }

    /// - Complexity: O(1) on average.
    mutating func append(_ unit: Unit) {
      let isText = unit.isText
      if isText, endsWithText {
        reopenBlock()
      } else if open.count >= UnitSequence.preferredBlockCount {
        endBlock()
      }
      if open.isEmpty { open.reserveCapacity(UnitSequence.preferredBlockCount) }
      open.append(unit)
      if isText { openTextCount += 1 }
    }

    /// Adds some units of a block: the block itself where that is all of it, unless it would stand
    /// behind a small one.
    mutating func append(_ block: Block, _ range: Range<Int>) {
      let isWithin = block.units[range].first?.isText == true && endsWithText
      let isSmall = !open.isEmpty && open.count < UnitSequence.preferredBlockCount / 2
      if range.count < block.units.count || isWithin || isSmall {
        for unit in block.units[range] { append(unit) }
      } else {
        endBlock()
        append(whole: block)
      }
    }

    /// Adds some units of a sequence.
    ///
    /// - Complexity: O(*b*) in the number of blocks, and in the lengths of the first and the last.
    mutating func append(_ units: UnitSequence, _ range: Range<Int>) {
      var index = range.lowerBound
      while index < range.upperBound {
        let place = units.place(of: index)
        let block = units.blocks[place.block]
        let end = Swift.min(block.units.count, place.offset + range.upperBound - index)
        append(block, place.offset..<end)
        index += end - place.offset
      }
    }

    private var endsWithText: Bool {
      (open.last ?? blocks.last?.units.last)?.isText ?? false
    }

    private mutating func endBlock() {
      guard !open.isEmpty else { return }
      append(whole: Block(open, textCount: openTextCount))
      (open, openTextCount) = ([], 0)
    }

    private mutating func append(whole block: Block) {
      blocks.append(block)
      blockedCount += block.units.count
    }

    /// Text goes on in the block that it has begun in.
    private mutating func reopenBlock() {
      guard open.isEmpty, let last = blocks.popLast() else { return }
      (open, openTextCount) = (last.units, last.textCount)
      blockedCount -= open.count
    }

    /// All of them.
    ///
    /// - Complexity: O(*b*) in the number of blocks.
    consuming func end() -> UnitSequence {
      endBlock()
      return UnitSequence(blocks: blocks)
    }
  }
}
