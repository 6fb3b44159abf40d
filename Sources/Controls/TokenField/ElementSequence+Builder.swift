extension ElementSequence {
  /// A builder for sequences. It creates blocks of `preferredBlockSize` elements and shares
  /// complete blocks of other sequences.
  ///
  /// Text that is added after text is stored in the same block. Its graphemes are not segmented
  /// again; `GraphemeJoiningBuilder` does that.
  struct Builder {
    private var blocks: [Block] = []
    private var completedElementCount = 0
    /// The elements of the block that is not complete.
    private var open = ContiguousArray<Element>()
    private var openTextCount = 0
    /// The fingerprints of the first of these elements, and of all of them as long as each has been
    /// added with one.
    private var openFingerprints = ContiguousArray<Fingerprint>()

    /// The number of elements added so far.
    var count: Int { completedElementCount + open.count }

    private var endsWithText: Bool { (open.last ?? blocks.last?.elements.last)?.isText ?? false }

    /// Adds an element.
    ///
    /// - Parameter fingerprint: The fingerprint of the element, or `nil` if it is unknown.
    /// - Complexity: O(1) on average.
    mutating func append(_ element: Element, fingerprint: Fingerprint? = nil) {
      let isText = element.isText
      if isText, endsWithText {
        reopenBlock()
      } else if open.count >= ElementSequence.preferredBlockSize {
        endBlock()
      }
      if open.isEmpty { open.reserveCapacity(ElementSequence.preferredBlockSize) }
      // Text is never searched by its fingerprint.
      if let value = isText ? 0 : fingerprint, openFingerprints.count == open.count {
        openFingerprints.append(value)
      }
      open.append(element)
      if isText { openTextCount += 1 }
    }

    /// Adds elements of a block with their fingerprints. Shares the complete block, unless it is
    /// small or follows a small one.
    ///
    /// - Returns: The number of copied elements.
    @discardableResult mutating func append(_ block: Block, _ range: Range<Int>) -> Int {
      let start = appendText(block, range)
      let remainder = start..<range.upperBound
      if remainder.count < ElementSequence.preferredBlockSize / 2 {
        for offset in remainder { append(block.elements[offset], fingerprint: block.fingerprints?[offset]) }
        return range.count
      }
      let part = block.part(remainder)
      if !open.isEmpty, open.count < ElementSequence.preferredBlockSize / 2 {
        let small = takeOpen()
        append(whole: small + part)
        return small.elements.count + range.count
      }
      endBlock()
      append(whole: part)
      return remainder.count < block.elements.count ? range.count : 0
    }

    /// Adds the first elements if they continue a text run.
    ///
    /// - Returns: The offset of the other elements.
    private mutating func appendText(_ block: Block, _ range: Range<Int>) -> Int {
      guard block.textCount > 0, endsWithText else { return range.lowerBound }
      var offset = range.lowerBound
      while offset < range.upperBound, block.elements[offset].isText {
        append(block.elements[offset])
        offset += 1
      }
      return offset
    }

    /// Adds a range of elements of a sequence.
    ///
    /// - Returns: The number of copied elements: those of the first block, the last block and small
    ///   blocks.
    /// - Complexity: O(*b*) in the number of blocks, and in the lengths of the copied blocks.
    @discardableResult mutating func append(_ elements: ElementSequence, _ range: Range<Int>) -> Int {
      guard !range.isEmpty else { return 0 }
      var (block, offset) = elements.location(of: range.lowerBound)
      var (remaining, copied) = (range.count, 0)
      while remaining > 0 {
        let end = Swift.min(elements.blocks[block].elements.count, offset + remaining)
        copied += append(elements.blocks[block], offset..<end)
        remaining -= end - offset
        (block, offset) = (block + 1, 0)
      }
      return copied
    }

    private mutating func endBlock() { if !open.isEmpty { append(whole: takeOpen()) } }

    private mutating func takeOpen() -> Block {
      let fingerprints = openFingerprints.count == open.count ? openFingerprints : nil
      defer { (open, openTextCount, openFingerprints) = ([], 0, []) }
      return Block(open, textCount: openTextCount, fingerprints: fingerprints)
    }

    private mutating func append(whole block: Block) {
      blocks.append(block)
      completedElementCount += block.elements.count
    }

    /// Opens the last block again to continue its text run.
    private mutating func reopenBlock() {
      guard open.isEmpty, let last = blocks.popLast() else { return }
      (open, openTextCount, openFingerprints) = (last.elements, last.textCount, last.fingerprints ?? [])
      completedElementCount -= open.count
    }

    /// Returns the complete sequence.
    ///
    /// - Complexity: O(*b*) in the number of blocks.
    consuming func build() -> ElementSequence {
      endBlock()
      return ElementSequence(blocks: blocks)
    }
  }
}
