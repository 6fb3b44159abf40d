// Updates for changes of the content.
extension TokenFlow {
  /// Updates the layout for a change of the content.
  ///
  /// - Complexity: O(*b*) if the number of blocks changes, otherwise O(log *b*) for each block.
  mutating func update(for change: Elements.Change) {
    let growth = change.counts.count - change.blocks.count
    var cached = measures(unchangedBy: change)
    for (block, measures) in self.cachedMeasures where !change.blocks.contains(block) {
      cached[block < change.blocks.lowerBound ? block : block + growth] = measures
    }
    self.cachedMeasures = cached
    layouts.replaceSubrange(change.blocks, with: change.counts.map { _ in nil })
    // The previous height is the best estimate for a block of which only some elements have
    // changed.
    if growth != 0 { heights.replaceSubrange(change.blocks, with: change.counts.map(estimate)) }
  }

  /// Returns the cached measures that are valid for the new blocks.
  private func measures(unchangedBy change: Elements.Change) -> [Int: [TokenMeasure?]] {
    let front = measures(ofFirst: change.unchanged.start, in: change.blocks)
    let back = measures(ofLast: change.unchanged.end, in: change.blocks)
    let backStart = change.counts.reduce(0, +) - back.count
    var (cached, start): ([Int: [TokenMeasure?]], Int) = ([:], 0)
    for (block, count) in zip(change.blocks.lowerBound..., change.counts) {
      let elements = start..<start + count
      start += count
      guard elements.lowerBound < front.count || elements.upperBound > backStart else { continue }
      cached[block] = elements.map { element in
        element < front.count ? front[element] : element >= backStart ? back[element - backStart] : nil
      }
    }
    return cached
  }

  /// Returns the cached measures of the first elements of some blocks, up to the first block
  /// without a cache.
  private func measures(ofFirst count: Int, in blocks: Range<Int>) -> [TokenMeasure?] {
    var measures: [TokenMeasure?] = []
    for block in blocks where measures.count < count {
      guard let more = availableMeasures(ofBlock: block) else { break }
      measures += more
    }
    return Array(measures.prefix(count))
  }

  /// Returns the cached measures of the last elements of some blocks, back to the first block
  /// without a cache.
  private func measures(ofLast count: Int, in blocks: Range<Int>) -> [TokenMeasure?] {
    var measures: [TokenMeasure?] = []
    for block in blocks.reversed() where measures.count < count {
      guard let more = availableMeasures(ofBlock: block) else { break }
      measures = more + measures
    }
    return measures.suffix(count)
  }

  private func availableMeasures(ofBlock block: Int) -> [TokenMeasure?]? {
    cachedMeasures[block] ?? layouts[block]?.measures
  }

  /// Discards the layout of a block but keeps the measures of its tokens.
  mutating func discardLayout(ofBlock block: Int) {
    cachedMeasures[block] = layouts[block]?.measures ?? cachedMeasures[block]
    layouts[block] = nil
  }

  /// Returns the cached measures of a block without a layout, or `nil` if there are none.
  func measures(ofBlock block: Int) -> [TokenMeasure?]? { cachedMeasures[block] }

  /// Returns how many elements of the next block fit on the last line of a block, or 0 unless both
  /// are laid out.
  func elementsFitting(after block: Int) -> Int {
    guard let layout = layouts[block], let next = layouts[block + 1] else { return 0 }
    return layout.fittingElementCount(of: next, width: width, spacing: spacing)
  }
}
