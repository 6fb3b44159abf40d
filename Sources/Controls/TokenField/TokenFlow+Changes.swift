// Following changes.
extension TokenFlow {
  /// Follows a change of the content.
  ///
  /// - Complexity: O(*b*) where the number of blocks changes, else O(log *b*) for each.
  mutating func follow(_ change: Units.Change) {
    let growth = change.counts.count - change.blocks.count
    var known = measures(keptBy: change)
    for (block, measures) in self.known where !change.blocks.contains(block) {
      known[block < change.blocks.lowerBound ? block : block + growth] = measures
    }
    self.known = known
    layouts.replaceSubrange(change.blocks, with: change.counts.map { _ in nil })
    // As high as before is the best guess for blocks that are the same but for some of their units.
    if growth != 0 {
      heights.replaceSubrange(change.blocks, with: change.counts.map(estimate))
    }
  }

  /// What is still known of the tokens of the new blocks.
  private func measures(keptBy change: Units.Change) -> [Int: [TokenMeasure?]] {
    let front = measures(ofFirst: change.kept.front, in: change.blocks)
    let back = measures(ofLast: change.kept.back, in: change.blocks)
    let backStart = change.counts.reduce(0, +) - back.count
    var (known, start): ([Int: [TokenMeasure?]], Int) = ([:], 0)
    for (block, count) in zip(change.blocks.lowerBound..., change.counts) {
      let units = start..<start + count
      start += count
      guard units.lowerBound < front.count || units.upperBound > backStart else { continue }
      known[block] = units.map { unit in
        unit < front.count ? front[unit] : unit >= backStart ? back[unit - backStart] : nil
      }
    }
    return known
  }

  /// What is known of so many units at the start of some blocks; of fewer from where nobody looked.
  private func measures(ofFirst count: Int, in blocks: Range<Int>) -> [TokenMeasure?] {
    var measures: [TokenMeasure?] = []
    for block in blocks where measures.count < count {
      guard let more = knownMeasures(ofBlock: block) else { break }
      measures += more
    }
    return Array(measures.prefix(count))
  }

  /// What is known of so many units at the end of some blocks; of fewer from where nobody looked.
  private func measures(ofLast count: Int, in blocks: Range<Int>) -> [TokenMeasure?] {
    var measures: [TokenMeasure?] = []
    for block in blocks.reversed() where measures.count < count {
      guard let more = knownMeasures(ofBlock: block) else { break }
      measures = more + measures
    }
    return measures.suffix(count)
  }

  private func knownMeasures(ofBlock block: Int) -> [TokenMeasure?]? {
    known[block] ?? layouts[block]?.measures
  }

  /// Has a block laid out anew whose tokens are as they were.
  mutating func forget(block: Int) {
    known[block] = layouts[block]?.measures ?? known[block]
    layouts[block] = nil
  }

  /// What is known of a block's tokens though it must be laid out anew; `nil` for nothing.
  func measures(ofBlock block: Int) -> [TokenMeasure?]? { known[block] }

  /// How many units of the block behind another one have room on that one's last line; 0 where
  /// nobody has laid out both.
  func room(behind block: Int) -> Int {
    guard let layout = layouts[block], let next = layouts[block + 1] else { return 0 }
    return layout.roomForUnits(of: next, width: width, spacing: spacing)
  }
}
