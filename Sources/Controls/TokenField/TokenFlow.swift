import Scene

/// Where the content of a token field stands: in lines of boxes, from left to right and from top to
/// bottom, in a space that begins at the content's top leading corner. Lengths are logical pixels.
///
/// It is laid out block by block, each block from a line of its own, and only where somebody looks;
/// what was not looked at yet has a height by estimate. So the cost of a change depends on the block
/// alone. Lines show nothing of that: a block is divided where a line begins, and ends where its last
/// line is full (`room(behind:)`). Where a line begins depends on all before it, but hardly ever on
/// what lies more than a few lines back: two ways to fill lines with the same boxes go on alike from
/// the first box that begins a line in both. So a look at some lines begins two blocks before them.
struct TokenFlow<Token: Identifiable> {
  typealias Units = UnitSequence<Token>

  /// How wide lines are.
  private(set) var width = 0.0
  /// Between neighbours, and between lines.
  private(set) var spacing = 0.0
  /// Of a line without a token.
  private(set) var emptyHeight = 0.0
  /// Parallel to the content's blocks; `nil` where nobody has looked.
  var layouts: [BlockLayout?] = []
  /// Of each block with the spacing below it.
  var heights = BlockSums<Double>()
  /// What is known of a block's tokens though it must be laid out anew: one for each of its units.
  var known: [Int: [TokenMeasure?]] = [:]
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
  func estimate(_ count: Int) -> Double {
    let perUnit =
      measured.units > 0 ? measured.height / Double(measured.units) : emptyHeight / 3
    return max(emptyHeight + spacing, (perUnit * Double(count)).rounded())
  }
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
