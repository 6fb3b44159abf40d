import Scene

/// A change of the content of a token field, for its layout.
struct ElementChange {
  /// The replaced elements, in indices before the change. They do not end within text, and include text that the
  /// change has joined.
  var elements: Range<Int>
  /// The number of elements that replace them.
  var newCount: Int
  /// Indices in the new elements, in order, at which the layout may divide them. None is within text.
  var boundaries: [Int] = []
}

/// The flow layout of a token field's content: lines of boxes, from left to right and from top to
/// bottom. The origin is the top leading corner of the content. Lengths are in logical pixels.
///
/// The content is divided into blocks. Each block is laid out separately, starting on a new line, and only on
/// demand, because measuring a token takes as long as all other work for it. Other blocks have an estimated height.
///
/// Block boundaries are invisible in the result: a laid-out block takes elements from the next block until its last
/// line is full.
///
/// The start of a line depends on all content before it, but rarely on content more than a few
/// lines before. Two layouts of the same boxes are equal after the first box that starts a line in
/// both. To lay out some lines, the layout therefore starts two blocks before them.
struct FlowLayout {
  /// Returns the boxes of a range of elements with their sizes, without positions. `known` contains an entry for each
  /// element, or is empty; tokens with an entry need not be measured again.
  typealias Measuring = (_ elements: Range<Int>, _ known: [TokenMeasure?]) -> [BlockLayout.Box]

  /// The width of a line.
  private(set) var width = 0.0
  /// The distance between adjacent boxes and between lines.
  private(set) var spacing = 0.0
  /// The height of a line without tokens.
  private(set) var emptyHeight = 0.0
  /// The blocks. None is empty, and none ends within text.
  private var blocks: [Block] = []
  /// The first element and the top of each block, and the end of the last one.
  private var starts: [(element: Int, top: Double)] = [(0, 0)]
  /// The number and the height of the elements that were laid out, for estimates.
  private var measured = (count: 0, height: 0.0)

  /// Some consecutive elements.
  private struct Block {
    var count: Int
    /// The height with the spacing below. An estimate if the block is not laid out.
    var height: Double
    /// The layout, or `nil` for a block that is not laid out.
    var layout: BlockLayout?
    /// The measures from a previous layout: one entry for each element, or none.
    var measures: [TokenMeasure?] = []

    /// One entry for each element.
    var knownMeasures: [TokenMeasure?] {
      let known = layout?.measures ?? measures
      return known.isEmpty ? Array(repeating: nil, count: count) : known
    }
  }

  /// The number of elements in a new block, the maximum number that a change leaves in a block if it can be divided,
  /// and the number below which a changed block is joined with the next one.
  static let (preferredCount, maximumCount, minimumCount) = (128, 256, 16)
  /// The number of measured elements above which `measured` is halved.
  private static let sampleLimit = 4096

  /// Lays out the content around some elements again, for new line metrics. Discards all other layout and estimates its
  /// height.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - boundaries: The indices at which they may be divided into blocks.
  ///   - elements: The elements at the anchors.
  ///   - index: The insertion index of the caret.
  mutating func reset(
    count: Int, dividedAt boundaries: [Int], width: Double, spacing: Double, emptyHeight: Double,
    around elements: [Int], caret index: Int, _ boxes: Measuring
  ) {
    (self.width, self.spacing, self.emptyHeight) = (width, spacing, emptyHeight)
    blocks = []
    replace(0..<0, by: 0..<count, dividedAt: boundaries, [])
    // As far as the following layout of the visible content and of the caret, which would
    // otherwise break the lines at the anchors differently.
    layOut(.around(index), boxes)
    for element in elements { layOut(.around(element, blocksBefore: 3), boxes) }
  }

  /// Returns the estimated height of a number of elements, at least one line.
  ///
  /// Each element counts with the average height of the elements that were laid out. Before the
  /// first layout, it counts as a third of a line.
  private func estimatedHeight(_ count: Int) -> Double {
    let perElement = measured.count > 0 ? measured.height / Double(measured.count) : emptyHeight / 3
    return max(emptyHeight + spacing, (perElement * Double(count)).rounded())
  }
}

// Blocks.
extension FlowLayout {
  /// The height of all lines, without spacing below the last line.
  var height: Double { max(emptyHeight, top(ofBlock: blocks.count) - spacing) }

  /// The number of elements.
  private var elementCount: Int { start(ofBlock: blocks.count) }

  /// The number of problems of tokens that were laid out, and whether all tokens were.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  var problemCount: (Int, isComplete: Bool) {
    (blocks.reduce(0) { $0 + ($1.layout?.problemCount ?? 0) }, blocks.allSatisfy { $0.layout != nil })
  }

  var blockCount: Int { blocks.count }

  /// Returns the top of a block. For the number of blocks, returns the end of the last block.
  private func top(ofBlock block: Int) -> Double { starts[block].top }

  /// Returns the index of the first element of a block. For the number of blocks, returns the element count.
  private func start(ofBlock block: Int) -> Int { starts[block].element }

  /// Returns the index of the block at a height. Outside the content, returns the nearest block.
  private func block(atHeight y: Double) -> Int { lastBlock { $0.top <= y + spacing / 2 } }

  /// Returns the block of an element and the index of its first element. For the element count, returns the last block.
  private func block(ofElement index: Int) -> (index: Int, start: Int) {
    let block = lastBlock { $0.element <= index }
    return (block, start(ofBlock: block))
  }

  /// Returns the last block whose start fulfills a condition that all blocks before it fulfill, or 0.
  private func lastBlock(where isWithin: ((element: Int, top: Double)) -> Bool) -> Int {
    var (low, high) = (0, max(0, blocks.count - 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if isWithin(starts[middle]) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the layout of a block, or `nil` if it is not laid out or does not exist.
  func layout(ofBlock block: Int) -> BlockLayout? {
    blocks.indices.contains(block) ? blocks[block].layout : nil
  }

  private func elements(ofBlock block: Int) -> Range<Int> {
    start(ofBlock: block)..<start(ofBlock: block + 1)
  }

  /// Replaces blocks.
  ///
  /// - Parameters:
  ///   - elements: The elements of the new blocks.
  ///   - boundaries: The indices at which they may be divided. Elements for one block are not divided.
  ///   - measures: The known measures of the elements. Empty if there are none.
  private mutating func replace(
    _ range: Range<Int>, by elements: Range<Int>, dividedAt boundaries: [Int], _ measures: [TokenMeasure?]
  ) {
    var (parts, start): ([Range<Int>], Int) = ([], elements.lowerBound)
    for (boundary, next) in zip(boundaries, boundaries.dropFirst() + [elements.upperBound])
    where elements.upperBound - start > Self.maximumCount && boundary > start {
      guard boundary - start >= Self.preferredCount || next - start > Self.maximumCount else { continue }
      parts.append(start..<boundary)
      start = boundary
    }
    if start < elements.upperBound { parts.append(start..<elements.upperBound) }
    replace(range, with: parts, measures)
  }

  /// Replaces blocks by others with given elements.
  private mutating func replace(_ range: Range<Int>, with parts: [Range<Int>], _ measures: [TokenMeasure?]) {
    let (old, first) = (range.map { blocks[$0].height }, parts.first?.lowerBound ?? 0)
    let new = parts.indices.map { index in
      let part = parts[index].lowerBound - first..<parts[index].upperBound - first
      let known = measures.isEmpty ? [] : measures[part]
      // The previous height is the best estimate for a block of which only some elements have changed.
      return Block(
        count: parts[index].count,
        height: parts.count == old.count ? old[index] : estimatedHeight(parts[index].count),
        measures: known.contains { $0 != nil } ? Array(known) : [])
    }
    blocks.replaceSubrange(range, with: new)
    updateStarts(after: range.lowerBound)
  }

  private mutating func updateStarts(after block: Int) {
    starts.removeSubrange((block + 1)...)
    // A loop over the blocks themselves would retain the layout of each.
    for index in block..<blocks.count {
      let last = starts[index]
      starts.append((last.element + blocks[index].count, last.top + blocks[index].height))
    }
  }

  // Changes of the content.

  /// Updates the layout for a change of the content. Keeps the measures of unchanged tokens.
  mutating func apply(_ change: ElementChange) {
    // Before the first `reset`, there is nothing to update.
    guard width > 0 else { return }
    let (old, newEnd) = (change.elements, change.elements.lowerBound + change.newCount)
    let (first, last) = (block(ofElement: old.lowerBound).index, block(ofElement: old.upperBound).index)
    var replaced = first..<min(last + 1, blocks.count)
    let start = start(ofBlock: replaced.lowerBound)
    var end = self.start(ofBlock: replaced.upperBound)
    if end - start + change.newCount - old.count < Self.minimumCount, replaced.upperBound < blocks.count {
      replaced = replaced.lowerBound..<replaced.upperBound + 1
      end = self.start(ofBlock: replaced.upperBound)
    }
    let known = replaced.flatMap { blocks[$0].knownMeasures }
    let measures =
      known[..<(old.lowerBound - start)] + Array(repeating: nil, count: change.newCount)
      + known[(old.upperBound - start)...]
    replace(
      replaced, by: start..<end + change.newCount - old.count,
      dividedAt: [old.lowerBound] + change.boundaries + [newEnd], Array(measures))
  }

  /// Discards the layout of the blocks at an insertion index, but keeps the measures of their tokens.
  mutating func discardLayout(around index: Int) {
    guard !blocks.isEmpty else { return }
    let last = block(ofElement: index).index
    for block in max(0, last - 1)...last {
      (blocks[block].measures, blocks[block].layout) = (blocks[block].knownMeasures, nil)
    }
  }

  // Layout of blocks.

  /// A part of the content that is laid out together.
  enum Part {
    /// The content between two heights.
    case band(ClosedRange<Double>)
    /// The block of a caret at an insertion index, and a number of blocks before it. One block before and the
    /// next one, which is laid out with any block, contain the lines above and below the caret.
    case around(Int, blocksBefore: Int = 1)
  }

  /// Returns whether nothing of a part has to be laid out.
  func isLaidOut(_ part: Part) -> Bool { incompleteBlock(of: part, from: firstBlock(of: part)) == nil }

  /// Lays out a part of the content and the block after it. Fills the last line of each block with elements of the next
  /// one. Content above may turn out to be higher or lower than estimated, which moves the content at an anchor.
  mutating func layOut(_ part: Part, _ boxes: Measuring) {
    var block = firstBlock(of: part)
    while let next = incompleteBlock(of: part, from: block) {
      block = next
      breakLines(ofBlock: block, boxes)
      guard block + 1 < blocks.count else { return }
      breakLines(ofBlock: block + 1, boxes)
      let fitting = elementsFitting(after: block)
      if fitting > 0 { moveBoundary(after: block, by: fitting) }
    }
  }

  private func firstBlock(of part: Part) -> Int {
    switch part {
    // The start of the first block is an estimate, which affects at most the first lines of the
    // next one.
    case .band(let band): max(0, block(atHeight: band.lowerBound) - 2)
    case .around(let index, let count): max(0, block(ofElement: index).index - count)
    }
  }

  /// Returns whether a part contains a block that is not before its first one.
  private func contains(_ block: Int, in part: Part) -> Bool {
    switch part {
    case .band(let band): top(ofBlock: block) < band.upperBound
    case .around(let index, _): block <= self.block(ofElement: index).index
    }
  }

  /// Returns the first block of a part, from a block on, that has to be laid out.
  private func incompleteBlock(of part: Part, from first: Int) -> Int? {
    var block = first
    while block < blocks.count, contains(block, in: part) {
      guard isLaidOut(block) else { return block }
      block += 1
    }
    return nil
  }

  /// Content whose movement is followed: the first element of a line or, if it is not laid out, of a block.
  struct Anchor {
    let element: Int
    fileprivate let top: Double
  }

  /// Returns the content at a height.
  func anchor(atHeight y: Double) -> Anchor {
    let element = line(atHeight: y)?.insertionRange.lowerBound ?? start(ofBlock: block(atHeight: y))
    return Anchor(element: element, top: top(ofElement: element))
  }

  /// Returns the distance by which changes of the layout have moved the content at an anchor down.
  func movement(of anchor: Anchor) -> Double { top(ofElement: anchor.element) - anchor.top }

  /// Returns the top of the line of an element or, if it is not laid out, of its block.
  private func top(ofElement index: Int) -> Double {
    line(ofElement: index)?.top ?? top(ofBlock: block(ofElement: index).index)
  }

  /// Returns whether a block and the next one are laid out, and no elements of the next one fit on its last line.
  private func isLaidOut(_ block: Int) -> Bool {
    guard blocks[block].layout != nil else { return false }
    guard block + 1 < blocks.count else { return true }
    return blocks[block + 1].layout != nil && elementsFitting(after: block) == 0
  }

  /// Returns the number of elements of the next block that fit on the last line of a block. Both are laid
  /// out.
  private func elementsFitting(after block: Int) -> Int {
    guard let layout = blocks[block].layout, let next = blocks[block + 1].layout else { return 0 }
    return layout.fittingElementCount(of: next, width: width, spacing: spacing)
  }

  /// Moves the first elements of the next block to a block.
  private mutating func moveBoundary(after block: Int, by count: Int) {
    let (first, next) = (elements(ofBlock: block), elements(ofBlock: block + 1))
    let boundary = next.lowerBound + count
    let parts = [first.lowerBound..<boundary, boundary..<next.upperBound].filter { !$0.isEmpty }
    replace(block..<block + 2, with: parts, blocks[block].knownMeasures + blocks[block + 1].knownMeasures)
  }

  /// Lays out a block unless it is laid out.
  private mutating func breakLines(ofBlock block: Int, _ boxes: Measuring) {
    guard blocks[block].layout == nil else { return }
    let layout = BlockLayout(
      boxes(elements(ofBlock: block), blocks[block].measures), width: width, spacing: spacing)
    (blocks[block].layout, blocks[block].measures) = (layout, [])
    blocks[block].height = layout.height + spacing
    updateStarts(after: block)
    measured = (measured.count + blocks[block].count, measured.height + blocks[block].height)
    // Older layouts have less weight.
    if measured.count > Self.sampleLimit { measured = (measured.count / 2, measured.height / 2) }
  }
}

/// An insertion index, and the line of the caret at a line break.
struct CaretPosition: Hashable {
  var insertionIndex: Int
  /// Whether the caret is at the end of the line before a line break. Otherwise it is at the start
  /// of the next line.
  var isAtLineEnd = false
}

extension FlowLayout {
  /// The location of a line in the content.
  struct LineLocation {
    var block: Int
    /// The index of the line in its block.
    var line: Int
    /// The insertion indices at the ends of the line.
    var insertionRange: ClosedRange<Int>
    var top: Double
    var height: Double

    fileprivate init(_ line: Int, of layout: BlockLayout, _ block: Int, from start: Int, below top: Double) {
      let elements = layout.elements(of: layout.lines[line])
      (self.block, self.line) = (block, line)
      insertionRange = start + elements.lowerBound...start + elements.upperBound
      (self.top, height) = (top + layout.lines[line].top, layout.lines[line].height)
    }
  }

  /// A box that is laid out, with its location in the content.
  struct PlacedBox {
    private let box: BlockLayout.Box
    let elements: Range<Int>
    let frame: Rect
    let line: LineLocation

    init(_ box: BlockLayout.Box, on line: LineLocation, from start: Int, below top: Double) {
      (self.box, self.line) = (box, line)
      elements = start + box.elements.lowerBound..<start + box.elements.upperBound
      frame = box.frame.offset(by: Vector(dx: 0, dy: top))
    }

    /// The text run, or `nil` for a token.
    var text: TextRun? { box.text }
    /// The validation problem of the token, or `nil` if it is valid.
    var problem: String? { box.problem }
  }

  /// Returns the box of an element, or `nil` if it is not laid out.
  func box(ofElement index: Int) -> PlacedBox? {
    let (block, start) = block(ofElement: index)
    guard let layout = layout(ofBlock: block), let box = layout.box(ofElement: index - start),
      let line = layout.line(ofBox: box), let location = self.line(line, ofBlock: block)
    else { return nil }
    return PlacedBox(layout.boxes[box], on: location, from: start, below: top(ofBlock: block))
  }

  /// Returns the boxes on a line.
  func boxes(on line: LineLocation) -> [PlacedBox] {
    guard let layout = layout(ofBlock: line.block) else { return [] }
    let (start, top) = (start(ofBlock: line.block), top(ofBlock: line.block))
    return layout.boxes[layout.lines[line.line].boxes].map {
      PlacedBox($0, on: line, from: start, below: top)
    }
  }

  /// Returns the box with preedit text in the block of an insertion index or in the block before.
  func composedBox(near index: Int) -> PlacedBox? {
    let last = block(ofElement: index).index
    return [last, last - 1].lazy.flatMap(lines(ofBlock:)).flatMap(boxes(on:)).first {
      $0.text?.composed != nil
    }
  }

  /// Calls a closure with the boxes on the lines that intersect a range of heights.
  func forEachBox(in band: ClosedRange<Double>, _ body: (PlacedBox) -> Void) {
    for block in block(atHeight: band.lowerBound)..<blocks.count {
      let (start, top) = starts[block]
      guard top <= band.upperBound else { return }
      guard let layout = blocks[block].layout else { continue }
      for (index, line) in layout.lines.enumerated()
      where top + line.top <= band.upperBound && top + line.top + line.height >= band.lowerBound {
        let location = LineLocation(index, of: layout, block, from: start, below: top)
        for box in line.boxes { body(PlacedBox(layout.boxes[box], on: location, from: start, below: top)) }
      }
    }
  }

  // Lines.

  private func line(_ line: Int, ofBlock block: Int) -> LineLocation? {
    guard let layout = layout(ofBlock: block), layout.lines.indices.contains(line) else { return nil }
    return LineLocation(line, of: layout, block, from: start(ofBlock: block), below: top(ofBlock: block))
  }

  private func lines(ofBlock block: Int) -> [LineLocation] {
    (0..<(layout(ofBlock: block)?.lines.count ?? 0)).compactMap { line($0, ofBlock: block) }
  }

  /// Returns the line above or below another, or `nil` if there is none or it is not laid out.
  func line(_ step: Int, from location: LineLocation) -> LineLocation? {
    if let next = line(location.line + step, ofBlock: location.block) { return next }
    let block = location.block + step
    return line(step > 0 ? 0 : (layout(ofBlock: block)?.lines.count ?? 0) - 1, ofBlock: block)
  }

  /// Returns the line at a height. Outside the content, returns the nearest line.
  func line(atHeight y: Double) -> LineLocation? {
    let block = block(atHeight: y)
    guard let layout = layout(ofBlock: block) else { return nil }
    let inBlock = y - top(ofBlock: block)
    let line =
      layout.lines.firstIndex { inBlock < $0.top + $0.height + spacing / 2 } ?? layout.lines.count - 1
    return self.line(line, ofBlock: block)
  }

  /// Returns the line of an element, or `nil` if it is not laid out.
  func line(ofElement index: Int) -> LineLocation? { box(ofElement: index)?.line }

  // The caret.

  /// Returns the box beside or in which a caret is, and whether the caret is after it.
  private func box(at caret: CaretPosition) -> (box: PlacedBox, isBefore: Bool)? {
    let index = caret.insertionIndex
    let before = index > 0 ? box(ofElement: index - 1) : nil
    let after = index < elementCount ? box(ofElement: index) : nil
    if let before, index == elementCount || caret.isAtLineEnd || before.text != nil && after?.text == nil {
      return (before, true)
    }
    return after.map { ($0, false) }
  }

  /// Returns the line of the caret.
  func line(at caret: CaretPosition) -> LineLocation? { box(at: caret)?.box.line }

  /// Returns the position of the caret: its center, as a rectangle of width 0 and of the height of
  /// the line.
  ///
  /// Before a token, the caret is at its leading edge. In text, it is between graphemes. After the
  /// last token of the field or of a line, it is one spacing after that token.
  func caret(at position: CaretPosition) -> Rect? {
    guard elementCount > 0 else { return Rect(x: 0, y: 0, width: 0, height: emptyHeight) }
    guard let (box, isBefore) = box(at: position) else { return nil }
    var x = isBefore ? box.frame.maxX + spacing : box.frame.minX
    if let run = box.text {
      let inRun = position.insertionIndex - box.elements.lowerBound
      x = box.frame.minX + run.line.caretX(at: run.lineIndex(of: inRun))
    }
    return Rect(x: x, y: box.line.top, width: 0, height: box.line.height)
  }

  /// Returns the caret position on a line that is nearest to an x-coordinate.
  func caretPosition(on line: LineLocation, nearestTo x: Double) -> CaretPosition {
    for box in boxes(on: line) {
      if let run = box.text, x < box.frame.maxX + spacing / 2 {
        let offset = run.textIndex(ofLine: run.line.insertionIndex(nearestTo: x - box.frame.minX))
        return CaretPosition(insertionIndex: box.elements.lowerBound + offset)
      }
      if x < box.frame.midX { return CaretPosition(insertionIndex: box.elements.lowerBound) }
    }
    let end = line.insertionRange.upperBound
    return CaretPosition(insertionIndex: end, isAtLineEnd: end < elementCount)
  }
}
