public import Motion
public import Scene

// Hit testing.
extension TokenField {
  /// Returns the index of the token at a point in the window. Near the sides of a token, the caret
  /// position is meant instead, and the result is `nil`.
  func token(at point: Point, at now: Instant) -> Int? {
    let inContent = point - shift(at: now)
    guard let line = flow.line(atHeight: inContent.y, in: editor.elements),
      let layout = flow.layouts[line.block]
    else { return nil }
    let start = editor.elements.start(ofBlock: line.block)
    let margin = TokenFieldConstants.caretMargin
    return layout.lines[line.line].boxes.lazy.map { layout.boxes[$0] }.first { box in
      box.text == nil && box.frame.minX + margin <= inContent.x && inContent.x < box.frame.maxX - margin
        && line.top <= inContent.y && inContent.y < line.top + line.height
    }.map { start + $0.elements.lowerBound }
  }

  /// Returns the caret position nearest to a point in the window.
  func caretPosition(at point: Point, at now: Instant) -> CaretPosition? {
    let inContent = point - shift(at: now)
    guard !editor.elements.isEmpty else { return CaretPosition(insertionIndex: 0) }
    guard let line = flow.line(atHeight: inContent.y, in: editor.elements) else { return nil }
    let x = inContent.x + textScrollOffset(on: line)
    return flow.caretPosition(on: line, nearestTo: x, in: editor.elements)
  }

  /// Returns the frame of an element at the end of its animation.
  func frame(ofElement index: Int, at now: Instant) -> Rect? {
    guard let position = flow.position(of: index, in: editor.elements),
      let box = position.layout.box(ofElement: position.offset)
    else { return nil }
    let frame = position.layout.boxes[box].frame
    return frame.offset(by: shift(at: now) + Vector(dx: 0, dy: position.top))
  }

  /// Returns the box of an element in the coordinates of its block, or `nil` if it is not laid out.
  func box(ofElement index: Int) -> BlockLayout.Box? {
    guard let position = flow.position(of: index, in: editor.elements),
      let box = position.layout.box(ofElement: position.offset)
    else { return nil }
    return position.layout.boxes[box]
  }

  /// Returns the range of the word at an insertion index.
  func word(around index: Int) -> Range<Int> {
    let text = textRun(around: index)
    let word = words(in: text).word(around: index - text.lowerBound)
    return text.lowerBound + word.lowerBound..<text.lowerBound + word.upperBound
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if pointerMode.isDragging { return .grabbing }
    if let shape = overlayPointerShape(over: point, at: now) { return shape }
    guard fieldFrame.contains(point) else { return nil }
    return token(at: point, at: now) == nil ? .text : .arrow
  }
}

extension Point { fileprivate static func - (point: Point, vector: Vector) -> Point { point + vector * -1 } }
