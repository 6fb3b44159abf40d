extension ElementSequence {
  /// A builder for sequences. It creates blocks of `preferredBlockSize` items, shares complete blocks of other
  /// sequences, and joins text that is added after text.
  struct Builder {
    private var blocks: [Block] = []
    /// The items of the block that is not complete, without the text run at the end.
    private var open = ContiguousArray<Item>()
    private var openHasText = false
    /// The fingerprints of the first of these items, and of all of them as long as each has been
    /// added with one.
    private var openFingerprints = ContiguousArray<Fingerprint>()
    /// The text run at the end, which more text may continue.
    private var text = ""

    /// Creates a builder with elements that share the blocks of a sequence.
    init(_ elements: ElementSequence = ElementSequence()) { blocks = elements.blocks }

    var isEmpty: Bool { blocks.isEmpty && open.isEmpty && text.isEmpty }

    mutating func append(_ element: Element) {
      switch element {
      case .token(let token): append(token)
      case .text(let character): append(text: String(character))
      }
    }

    /// Adds a token.
    ///
    /// - Parameter fingerprint: The fingerprint of its key, or `nil` if it is unknown.
    /// - Complexity: O(1) on average.
    mutating func append(_ token: Token, fingerprint: Fingerprint? = nil) {
      endText()
      append(.token(token), fingerprint)
    }

    mutating func append(text more: some StringProtocol) {
      if text.isEmpty, !more.isEmpty { reopenText() }
      text += more
    }

    /// Adds a part of a block with its fingerprints. Shares the complete block, unless it is small or follows a small
    /// one.
    ///
    /// - Parameter range: The offsets of the part in the block.
    /// - Returns: The number of copied items.
    @discardableResult mutating func append(_ block: Block, _ range: Range<Int>) -> Int {
      let part = block.part(range)
      let minimum = ElementSequence.preferredBlockSize / 2
      guard part.items.count >= minimum, !(part.startsWithText && endsWithText) else {
        for (index, item) in part.items.enumerated() {
          switch item {
          case .token(let token): append(token, fingerprint: part.fingerprints?[index])
          case .text(let run): append(text: run.string)
          }
        }
        return part.items.count
      }
      endText()
      if !open.isEmpty, open.count < minimum {
        let small = takeOpen()
        blocks.append(small + part)
        return small.items.count + part.items.count
      }
      endBlock()
      blocks.append(part)
      return range.count < block.length ? part.items.count : 0
    }

    /// Adds a range of elements of a sequence.
    ///
    /// - Returns: The number of copied items: those of the first block, the last block and small
    ///   blocks.
    /// - Complexity: O(*b*) in the number of blocks, and in the lengths of the copied blocks.
    @discardableResult mutating func append(_ elements: ElementSequence, _ range: Range<Int>) -> Int {
      append(elements, offsets: elements.offsets(of: range))
    }

    @discardableResult mutating func append(_ elements: ElementSequence, offsets: Range<Int>) -> Int {
      guard !offsets.isEmpty else { return 0 }
      var (block, offset) = elements.location(ofOffset: offsets.lowerBound)
      var (remaining, copied) = (offsets.count, 0)
      while remaining > 0 {
        let end = Swift.min(elements.blocks[block].length, offset + remaining)
        copied += append(elements.blocks[block], offset..<end)
        remaining -= end - offset
        (block, offset) = (block + 1, 0)
      }
      return copied
    }

    private var endsWithText: Bool { !text.isEmpty || open.isEmpty && blocks.last?.endsWithText == true }

    /// Removes the text run at the end of the last block, so that more text continues it.
    private mutating func reopenText() {
      guard open.isEmpty, let last = blocks.last, case .text(let run)? = last.items.last else { return }
      blocks.removeLast()
      text = run.string
      let rest = last.part(0..<last.length - run.length)
      (open, openHasText, openFingerprints) = (rest.items, rest.textCount > 0, rest.fingerprints ?? [])
    }

    private mutating func endText() {
      guard !text.isEmpty else { return }
      let run = Text(text)
      text = ""
      openHasText = true
      // Text is never searched by its fingerprint.
      append(.text(run), 0)
    }

    private mutating func append(_ item: Item, _ fingerprint: Fingerprint?) {
      if open.count >= ElementSequence.preferredBlockSize {
        let isText = item.text != nil
        endBlock()
        openHasText = isText
      }
      if open.isEmpty { open.reserveCapacity(ElementSequence.preferredBlockSize) }
      if let fingerprint, openFingerprints.count == open.count { openFingerprints.append(fingerprint) }
      open.append(item)
    }

    private mutating func endBlock() { if !open.isEmpty { blocks.append(takeOpen()) } }

    private mutating func takeOpen() -> Block {
      let fingerprints = openFingerprints.count == open.count ? openFingerprints : nil
      defer { (open, openHasText, openFingerprints) = ([], false, []) }
      return Block(open, hasText: openHasText, fingerprints: fingerprints)
    }

    /// Returns the complete sequence.
    ///
    /// - Complexity: O(*b*) in the number of blocks.
    consuming func build() -> ElementSequence {
      endText()
      endBlock()
      return ElementSequence(blocks: blocks)
    }
  }
}
