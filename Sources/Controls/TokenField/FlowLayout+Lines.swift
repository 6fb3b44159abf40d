import Scene

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
    var block = block(atHeight: band.lowerBound)
    var top = top(ofBlock: block)
    while block < blockCount, top <= band.upperBound {
      let start = start(ofBlock: block)
      if let layout = layout(ofBlock: block) {
        for (index, line) in layout.lines.enumerated()
        where top + line.top <= band.upperBound && top + line.top + line.height >= band.lowerBound {
          let location = LineLocation(index, of: layout, block, from: start, below: top)
          for box in line.boxes { body(PlacedBox(layout.boxes[box], on: location, from: start, below: top)) }
        }
      }
      block += 1
      top = self.top(ofBlock: block)
    }
  }
}

// Lines.
extension FlowLayout {
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
}

// The caret.
extension FlowLayout {
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
