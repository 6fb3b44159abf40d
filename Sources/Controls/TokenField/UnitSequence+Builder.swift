extension UnitSequence {
  /// Makes a sequence of units, in blocks of `preferredBlockCount`, and of parts of other sequences,
  /// whose blocks it shares where all of one is among them. Text that is added behind text stands in
  /// the same block, as it is: its graphemes are put together by `HealingBuilder`.
  struct Builder {
    private var blocks: [Block] = []
    private var blockedCount = 0
    /// Those of the block that is not over yet.
    private var open = ContiguousArray<Unit>()
    private var openTextCount = 0
    /// Of the first of those; of all of them as long as each has come with one.
    private var openMarks = ContiguousArray<Mark>()

    /// How many units there are so far.
    var count: Int { blockedCount + open.count }

    private var endsWithText: Bool {
      (open.last ?? blocks.last?.units.last)?.isText ?? false
    }

    /// - Parameter mark: By what it is told from most others; `nil` where that is not known.
    /// - Complexity: O(1) on average.
    mutating func append(_ unit: Unit, mark: Mark? = nil) {
      let isText = unit.isText
      if isText, endsWithText {
        reopenBlock()
      } else if open.count >= UnitSequence.preferredBlockCount {
        endBlock()
      }
      if open.isEmpty { open.reserveCapacity(UnitSequence.preferredBlockCount) }
      // Nobody looks for text by its mark.
      if let mark = isText ? 0 : mark, openMarks.count == open.count { openMarks.append(mark) }
      open.append(unit)
      if isText { openTextCount += 1 }
    }

    /// Adds some units of a block with their marks: the block itself where that is all of it, unless
    /// it would stand behind a small one or is small itself.
    ///
    /// - Returns: How many units were copied.
    @discardableResult
    mutating func append(_ block: Block, _ range: Range<Int>) -> Int {
      let start = appendText(block, range)
      let rest = start..<range.upperBound
      if rest.count < UnitSequence.preferredBlockCount / 2 {
        for offset in rest { append(block.units[offset], mark: block.marks?[offset]) }
        return range.count
      }
      let part = block.part(rest)
      if !open.isEmpty, open.count < UnitSequence.preferredBlockCount / 2 {
        let small = takeOpen()
        append(whole: small + part)
        return small.units.count + range.count
      }
      endBlock()
      append(whole: part)
      return rest.count < block.units.count ? range.count : 0
    }

    /// Adds the first of some units as far as they go on with text.
    ///
    /// - Returns: Where the others begin.
    private mutating func appendText(_ block: Block, _ range: Range<Int>) -> Int {
      guard block.textCount > 0, endsWithText else { return range.lowerBound }
      var offset = range.lowerBound
      while offset < range.upperBound, block.units[offset].isText {
        append(block.units[offset])
        offset += 1
      }
      return offset
    }

    /// Adds some units of a sequence.
    ///
    /// - Returns: How many units were copied: those of the first block, of the last one and of small
    ///   ones.
    /// - Complexity: O(*b*) in the number of blocks, and in the lengths of those that are copied.
    @discardableResult
    mutating func append(_ units: UnitSequence, _ range: Range<Int>) -> Int {
      guard !range.isEmpty else { return 0 }
      var (block, offset) = units.place(of: range.lowerBound)
      var (left, copied) = (range.count, 0)
      while left > 0 {
        let end = Swift.min(units.blocks[block].units.count, offset + left)
        copied += append(units.blocks[block], offset..<end)
        left -= end - offset
        (block, offset) = (block + 1, 0)
      }
      return copied
    }

    private mutating func endBlock() {
      if !open.isEmpty { append(whole: takeOpen()) }
    }

    private mutating func takeOpen() -> Block {
      let marks = openMarks.count == open.count ? openMarks : nil
      defer { (open, openTextCount, openMarks) = ([], 0, []) }
      return Block(open, textCount: openTextCount, marks: marks)
    }

    private mutating func append(whole block: Block) {
      blocks.append(block)
      blockedCount += block.units.count
    }

    /// Text goes on in the block that it has begun in.
    private mutating func reopenBlock() {
      guard open.isEmpty, let last = blocks.popLast() else { return }
      (open, openTextCount, openMarks) = (last.units, last.textCount, last.marks ?? [])
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
