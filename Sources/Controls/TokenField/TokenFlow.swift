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
