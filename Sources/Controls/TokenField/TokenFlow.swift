import Scene

/// Where the content of a token field stands: in lines of boxes, from left to right and from top to
/// bottom, in a space that begins at the content's top leading corner. Lengths are logical pixels.
///
/// It is laid out block by block, each block from a line of its own, and only where somebody looks;
/// what was not looked at yet has a height by estimate. So the cost of a change depends on the block
/// alone.
struct TokenFlow<Kind: TokenKind> {
  typealias Units = UnitSequence<Kind.Token>

  /// A token, or text in one piece.
  struct Box {
    /// Which units of the block; none where there is only text that is being composed.
    var units: Range<Int>
    /// Which token it is; `nil` for text.
    var id: Kind.Token.ID?
    /// In the block's space.
    var frame: Rect
    /// `nil` for a token.
    var text: TextRun?
    /// What is wrong with the token.
    var problem: String?
  }

  /// Boxes side by side, as high as the highest of them.
  struct Line {
    var boxes: Range<Int>
    var top: Double
    var height: Double
  }

  /// One block, laid out.
  struct BlockLayout {
    var boxes: [Box] = []
    var lines: [Line] = []

    /// Which unit a line begins with.
    func start(of line: Line) -> Int { boxes[line.boxes.lowerBound].units.lowerBound }
  }

  /// How wide lines are.
  private(set) var width = 0.0
  /// Between neighbours, and between lines.
  private(set) var spacing = 0.0
  /// Of a line without a token.
  private(set) var emptyHeight = 0.0
  /// Parallel to the content's blocks; `nil` where nobody has looked.
  private(set) var layouts: [BlockLayout?] = []
  /// Of each block with the spacing below it.
  private var heights: [Double] = []
  /// What the units were that have been laid out, for estimates.
  private var measured = (units: 0, height: 0.0)

  init() {}

  /// Forgets all that was laid out.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  mutating func reset(_ units: Units, width: Double, spacing: Double, emptyHeight: Double) {
    (self.width, self.spacing, self.emptyHeight) = (width, spacing, emptyHeight)
    layouts = Array(repeating: nil, count: units.blocks.count)
    heights = units.blocks.map { estimate($0.units.count) }
  }

  /// Follows a change of the content, which was `units` before and after several of them.
  mutating func follow(_ change: Units.Change, to units: Units) {
    layouts.replaceSubrange(
      change.blocks, with: repeatElement(nil, count: change.replacementCount))
    heights.replaceSubrange(
      change.blocks, with: repeatElement(0, count: change.replacementCount))
  }

  /// A guess at the height of some units: as high as those that were laid out, on average.
  private func estimate(_ count: Int) -> Double {
    let perUnit =
      measured.units > 0 ? measured.height / Double(measured.units) : emptyHeight / 3
    return max(emptyHeight + spacing, (perUnit * Double(count)).rounded())
  }

  /// Of all lines, without spacing below the last.
  var height: Double { max(emptyHeight, top(ofBlock: heights.count) - spacing) }

  /// Where a block begins; for the number of blocks where the last one ends.
  ///
  /// - Complexity: O(*b*), some 4 µs for a million tokens.
  func top(ofBlock block: Int) -> Double {
    heights.withUnsafeBufferPointer { heights in
      var top = 0.0
      for index in 0..<block { top += heights[index] }
      return top
    }
  }

  /// The block at a height, the nearest one outside of all.
  func block(atHeight y: Double) -> Int {
    heights.withUnsafeBufferPointer { heights in
      var (block, bottom) = (0, 0.0)
      while block < heights.count - 1 {
        bottom += heights[block]
        if y < bottom - spacing / 2 { break }
        block += 1
      }
      return block
    }
  }
}

// Laying out.
extension TokenFlow {
  /// Takes up how a block is laid out.
  mutating func set(_ layout: BlockLayout, ofBlock block: Int, units: Int) {
    let height = (layout.lines.last.map { $0.top + $0.height } ?? 0) + spacing
    (layouts[block], heights[block]) = (layout, height)
    measured = (measured.units + units, measured.height + height)
    // What was long ago counts less.
    if measured.units > 4096 { measured = (measured.units / 2, measured.height / 2) }
  }

  /// Breaks boxes into lines.
  ///
  /// - Parameter boxes: With their sizes.
  func lines(of boxes: [Box]) -> BlockLayout {
    var layout = BlockLayout(boxes: boxes)
    var line = Line(boxes: 0..<0, top: 0, height: 0)
    var x = 0.0
    for index in boxes.indices {
      let size = boxes[index].frame.size
      if !line.boxes.isEmpty, x + size.width > width {
        close(line, &layout)
        let top = line.top + line.height + spacing
        (line, x) = (Line(boxes: index..<index, top: top, height: 0), 0)
      }
      layout.boxes[index].frame.origin = Point(x: x, y: line.top)
      line.boxes = line.boxes.lowerBound..<index + 1
      line.height = max(line.height, size.height)
      x += size.width + spacing
    }
    if !line.boxes.isEmpty { close(line, &layout) }
    return layout
  }

  /// Ends a line and centres its boxes in its height.
  private func close(_ line: Line, _ layout: inout BlockLayout) {
    for index in line.boxes {
      layout.boxes[index].frame.origin.y += (line.height - layout.boxes[index].frame.height) / 2
    }
    layout.lines.append(line)
  }

  /// Where a block that has grown too large can be divided without a trace: where lines begin.
  func borders(ofBlock block: Int, in units: Units) -> [Int] {
    guard let layout = layouts[block],
      units.blocks[block].units.count > Units.largestBlockCount
    else { return [] }
    var borders: [Int] = []
    for line in layout.lines.dropFirst() {
      let start = layout.start(of: line)
      if start - (borders.last ?? 0) >= Units.preferredBlockCount { borders.append(start) }
    }
    return borders
  }
}
