import Scene

/// An insertion index, and the line of the caret at a line break.
struct CaretPosition: Hashable {
  var insertionIndex: Int
  /// Whether the caret is at the end of the line before a line break. Otherwise it is at the start
  /// of the next line.
  var isAtLineEnd = false
}

extension TokenFlow {
  /// The location of an element in the layout.
  struct Position {
    var block: Int
    /// The offset of the element in the block.
    var offset: Int
    /// The top of the block.
    var top: Double
    let layout: BlockLayout
  }

  /// Returns the location of an element, or of the end for the element count. Returns `nil` if the
  /// element is not laid out or there are no elements.
  func position(of index: Int, in elements: Elements) -> Position? {
    guard !elements.isEmpty else { return nil }
    let location = elements.location(of: index)
    guard let layout = layouts[location.block] else { return nil }
    return Position(
      block: location.block, offset: location.offset, top: top(ofBlock: location.block), layout: layout)
  }

  /// Returns the position of the caret: its center, as a rectangle of width 0 and of the height of
  /// the line.
  ///
  /// Before a token, the caret is at its leading edge. In text, it is between graphemes. After the
  /// last token of the field or of a line, it is one spacing after that token.
  func caret(at target: CaretPosition, in elements: Elements) -> Rect? {
    guard !elements.isEmpty else { return Rect(x: 0, y: 0, width: 0, height: emptyHeight) }
    let before = target.insertionIndex > 0 ? elements[target.insertionIndex - 1] : nil
    let after = target.insertionIndex < elements.count ? elements[target.insertionIndex] : nil
    if before?.isText == true, after?.isText != true || target.isAtLineEnd {
      return caret(inTextAt: target.insertionIndex, besideElement: target.insertionIndex - 1, in: elements)
    }
    if after == nil || target.isAtLineEnd && before != nil {
      return caretAfter(element: target.insertionIndex - 1, in: elements)
    }
    if after?.isText == true {
      return caret(inTextAt: target.insertionIndex, besideElement: target.insertionIndex, in: elements)
    }
    guard let position = position(of: target.insertionIndex, in: elements),
      let box = position.layout.box(ofElement: position.offset), let line = position.layout.line(ofBox: box)
    else { return nil }
    return bar(x: position.layout.boxes[box].frame.minX, line, position)
  }

  private func caretAfter(element: Int, in elements: Elements) -> Rect? {
    guard let position = position(of: element, in: elements),
      let box = position.layout.box(ofElement: position.offset), let line = position.layout.line(ofBox: box)
    else { return nil }
    return bar(x: position.layout.boxes[box].frame.maxX + spacing, line, position)
  }

  private func caret(inTextAt insertionIndex: Int, besideElement element: Int, in elements: Elements) -> Rect?
  {
    guard let position = position(of: element, in: elements),
      let index = position.layout.box(ofElement: position.offset),
      let line = position.layout.line(ofBox: index)
    else { return nil }
    let box = position.layout.boxes[index]
    guard let run = box.text else { return nil }
    let inRun = position.offset + (insertionIndex - element) - box.elements.lowerBound
    return bar(x: box.frame.minX + run.line.caretX(at: run.lineIndex(of: inRun)), line, position)
  }

  private func bar(x: Double, _ line: Int, _ position: Position) -> Rect {
    let line = position.layout.lines[line]
    return Rect(x: x, y: position.top + line.top, width: 0, height: line.height)
  }
}

// Lines.
extension TokenFlow {
  /// The location of a line, with the insertion indices at its ends.
  struct LineLocation {
    var block: Int
    var line: Int
    /// The insertion indices at the ends of the line.
    var insertionRange: ClosedRange<Int>
    var top: Double
    var height: Double
  }

  /// Returns the line of the caret.
  func line(at caret: CaretPosition, in elements: Elements) -> LineLocation? {
    guard !elements.isEmpty else { return nil }
    let isAfterLast = caret.insertionIndex == elements.count || caret.isAtLineEnd && caret.insertionIndex > 0
    let element =
      isAfterLast ? caret.insertionIndex - 1 : textElement(beside: caret.insertionIndex, in: elements)
    return line(ofElement: element, in: elements)
  }

  /// Returns the line of an element, or `nil` if it is not laid out.
  func line(ofElement element: Int, in elements: Elements) -> LineLocation? {
    guard let position = position(of: element, in: elements),
      let box = position.layout.box(ofElement: position.offset), let line = position.layout.line(ofBox: box)
    else { return nil }
    return lineLocation(block: position.block, line: line, in: elements)
  }

  /// Returns the index of the element whose line the caret is on. After text, this is the text.
  private func textElement(beside index: Int, in elements: Elements) -> Int {
    let isInText = index > 0 && elements[index - 1].isText && !elements[index].isText
    return isInText ? index - 1 : index
  }

  private func lineLocation(block: Int, line: Int, in elements: Elements) -> LineLocation? {
    guard let layout = layouts[block], layout.lines.indices.contains(line) else { return nil }
    let start = elements.start(ofBlock: block)
    let item = layout.lines[line]
    let range = layout.elements(of: item)
    return LineLocation(
      block: block, line: line, insertionRange: start + range.lowerBound...start + range.upperBound,
      top: top(ofBlock: block) + item.top, height: item.height)
  }

  /// Returns the line above or below another, or `nil` if there is none or it is not laid out.
  func line(_ step: Int, from location: LineLocation, in elements: Elements) -> LineLocation? {
    let line = location.line + step
    if let layout = layouts[location.block], layout.lines.indices.contains(line) {
      return lineLocation(block: location.block, line: line, in: elements)
    }
    let block = location.block + step
    guard layouts.indices.contains(block), let layout = layouts[block] else { return nil }
    return lineLocation(block: block, line: step > 0 ? 0 : layout.lines.count - 1, in: elements)
  }

  /// Returns the caret position on a line that is nearest to an x-coordinate.
  func caretPosition(on line: LineLocation, nearestTo x: Double, in elements: Elements) -> CaretPosition {
    guard let layout = layouts[line.block] else {
      return CaretPosition(insertionIndex: line.insertionRange.lowerBound)
    }
    let start = elements.start(ofBlock: line.block)
    for index in layout.lines[line.line].boxes {
      let box = layout.boxes[index]
      if let run = box.text, x < box.frame.maxX + spacing / 2 {
        let offset = run.textIndex(ofLine: run.line.insertionIndex(nearestTo: x - box.frame.minX))
        return CaretPosition(insertionIndex: start + box.elements.lowerBound + offset)
      }
      if x < box.frame.midX { return CaretPosition(insertionIndex: start + box.elements.lowerBound) }
    }
    let end = line.insertionRange.upperBound
    return CaretPosition(insertionIndex: end, isAtLineEnd: end < elements.count)
  }

  /// Returns the line at a height. Outside the content, returns the nearest line.
  func line(atHeight y: Double, in elements: Elements) -> LineLocation? {
    guard !elements.isEmpty else { return nil }
    let block = block(atHeight: y)
    guard let layout = layouts[block] else { return nil }
    let inBlock = y - top(ofBlock: block)
    let line =
      layout.lines.firstIndex { inBlock < $0.top + $0.height + spacing / 2 } ?? layout.lines.count - 1
    return lineLocation(block: block, line: line, in: elements)
  }
}
