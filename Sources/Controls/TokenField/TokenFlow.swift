import Scene

/// The flow layout of a token field's content: lines of boxes, from left to right and from top to
/// bottom. The origin is the top leading corner of the content. Lengths are in logical pixels.
///
/// Each block of the element sequence is laid out separately, starting on a new line, and only on
/// demand. Other blocks have an estimated height. The cost of a change therefore depends only on the
/// size of the block.
///
/// Block boundaries are invisible in the result. A block is split only at the start of a line, and
/// takes elements from the next block until its last line is full (`elementsFitting(after:)`).
///
/// The start of a line depends on all content before it, but rarely on content more than a few
/// lines before. Two layouts of the same boxes are equal after the first box that starts a line in
/// both. To lay out some lines, the layout therefore starts two blocks before them.
struct TokenFlow<Token: Identifiable> {
  typealias Elements = ElementSequence<Token>

  /// The width of a line.
  private(set) var width = 0.0
  /// The distance between adjacent boxes and between lines.
  private(set) var spacing = 0.0
  /// The height of a line without tokens.
  private(set) var emptyHeight = 0.0
  /// The layout of each block, or `nil` for a block that is not laid out.
  var layouts: [BlockLayout?] = []
  /// The height of each block, including the spacing below it.
  var heights = BlockSums<Double>()
  /// The cached measures of blocks that must be laid out again, by block index. Each array has one
  /// entry for each element of the block.
  var cachedMeasures: [Int: [TokenMeasure?]] = [:]
  /// The number of elements that were laid out (`count`) and their total height, for estimates.
  private var measured = (count: 0, height: 0.0)

  init() {}

  /// Discards the layout of all blocks and estimates their heights for new line metrics.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  mutating func reset(_ elements: Elements, width: Double, spacing: Double, emptyHeight: Double) {
    (self.width, self.spacing, self.emptyHeight) = (width, spacing, emptyHeight)
    layouts = Array(repeating: nil, count: elements.blocks.count)
    cachedMeasures = [:]
    heights = BlockSums(elements.blocks.map { estimate($0.count) })
  }

  /// Stores the layout of a block.
  mutating func set(_ layout: BlockLayout, ofBlock block: Int, elementCount: Int) {
    let height = layout.height + spacing
    (layouts[block], heights[block], cachedMeasures[block]) = (layout, height, nil)
    measured = (measured.count + elementCount, measured.height + height)
    // Older layouts have less weight.
    if measured.count > Self.sampleLimit { measured = (measured.count / 2, measured.height / 2) }
  }

  /// The number of measured elements above which `measured` is halved.
  private static var sampleLimit: Int { 4096 }

  /// Returns the estimated height of a number of elements, at least one line.
  ///
  /// Each element counts with the average height of the elements that were laid out. Before the
  /// first layout, it counts as a third of a line.
  func estimate(_ count: Int) -> Double {
    let perElement = measured.count > 0 ? measured.height / Double(measured.count) : emptyHeight / 3
    return max(emptyHeight + spacing, (perElement * Double(count)).rounded())
  }
}

// Heights.
extension TokenFlow {
  /// The height of all lines, without spacing below the last line.
  var height: Double { max(emptyHeight, top(ofBlock: heights.count) - spacing) }

  /// Returns the top of a block. For the number of blocks, returns the end of the last block.
  ///
  /// - Complexity: O(log *n*).
  func top(ofBlock block: Int) -> Double { heights.sum(before: block) }

  /// Returns the index of the block at a height. Outside the content, returns the nearest block.
  func block(atHeight y: Double) -> Int { heights.index(atSum: y + spacing / 2).index }
}

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
