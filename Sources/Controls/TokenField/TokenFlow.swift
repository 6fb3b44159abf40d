import Scene

/// Where the content of a token field stands: in lines of boxes, from left to right and from top to
/// bottom, in a space that begins at the content's top leading corner. Lengths are logical pixels.
///
/// It is laid out block by block, each block from a line of its own, and only where somebody looks;
/// what was not looked at yet has a height by estimate. So the cost of a change depends on the block
/// alone. A block is divided where a line begins (`UnitSequence.split(block:at:)`), so it is only in
/// content that was put in whole that a line ends early, one in some thirty.
struct TokenFlow<Token: Identifiable> {
  typealias Units = UnitSequence<Token>

  /// How wide lines are.
  private(set) var width = 0.0
  /// Between neighbours, and between lines.
  private(set) var spacing = 0.0
  /// Of a line without a token.
  private(set) var emptyHeight = 0.0
  /// Parallel to the content's blocks; `nil` where nobody has looked.
  private(set) var layouts: [BlockLayout?] = []
  /// Of each block with the spacing below it.
  private var heights = BlockSums<Double>()
  /// What is known of a block's tokens though it must be laid out anew: one for each of its units.
  private var known: [Int: [TokenMeasure?]] = [:]
  /// What was laid out so far, for estimates.
  private var measured = (units: 0, height: 0.0)

  init() {}

  /// Forgets all that was laid out.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  mutating func reset(_ units: Units, width: Double, spacing: Double, emptyHeight: Double) {
    (self.width, self.spacing, self.emptyHeight) = (width, spacing, emptyHeight)
    layouts = Array(repeating: nil, count: units.blocks.count)
    known = [:]
    heights = BlockSums(units.blocks.map { estimate($0.units.count) })
  }

  /// Takes up how a block is laid out.
  mutating func set(_ layout: BlockLayout, ofBlock block: Int, units: Int) {
    let height = layout.height + spacing
    (layouts[block], heights[block], known[block]) = (layout, height, nil)
    measured = (measured.units + units, measured.height + height)
    // What was long ago counts less.
    if measured.units > Self.memory { measured = (measured.units / 2, measured.height / 2) }
  }

  /// How many units are remembered for estimates.
  private static var memory: Int { 4096 }

  /// A guess at the height of some units: as high as those that were laid out, on average; at first
  /// a third of a line each.
  private func estimate(_ count: Int) -> Double {
    let perUnit =
      measured.units > 0 ? measured.height / Double(measured.units) : emptyHeight / 3
    return max(emptyHeight + spacing, (perUnit * Double(count)).rounded())
  }
}

// Following changes.
extension TokenFlow {
  /// Follows a change of the content.
  mutating func follow(_ change: Units.Change) {
    let measures = measures(keptBy: change)
    known = measures.map { [change.blocks.lowerBound: $0] } ?? [:]
    layouts.replaceSubrange(change.blocks, with: change.counts.map { _ in nil })
    heights.replaceSubrange(change.blocks, with: change.counts.map(estimate))
  }

  /// What is still known of a block in which something was changed, if it was one and is one.
  private func measures(keptBy change: Units.Change) -> [TokenMeasure?]? {
    let block = change.blocks.lowerBound
    guard change.blocks.count == 1, change.counts.count == 1,
      let old = known[block] ?? layouts[block]?.measures
    else { return nil }
    let (front, back) = change.kept
    let new = repeatElement(TokenMeasure?.none, count: change.counts[0] - front - back)
    return Array(old.prefix(front)) + new + old.suffix(back)
  }

  /// Has a block laid out anew whose tokens are as they were.
  mutating func forget(block: Int) {
    known[block] = layouts[block]?.measures
    layouts[block] = nil
  }

  /// What is known of a block's tokens though it must be laid out anew; `nil` for nothing.
  func measures(ofBlock block: Int) -> [TokenMeasure?]? { known[block] }
}

// Heights.
extension TokenFlow {
  /// Of all lines, without spacing below the last.
  var height: Double { max(emptyHeight, top(ofBlock: heights.count) - spacing) }

  /// Where a block begins; for the number of blocks where the last one ends.
  ///
  /// - Complexity: O(log *n*).
  func top(ofBlock block: Int) -> Double { heights.sum(before: block) }

  /// The block at a height, the nearest one outside of all.
  func block(atHeight y: Double) -> Int { heights.index(atSum: y + spacing / 2).index }
}
