public import Motion
public import Scene

// Hit testing.
extension TokenField {
  /// Returns the index of the token at a point in the window. Near the sides of a token, the caret
  /// position is meant instead, and the result is `nil`.
  func token(at point: Point, at now: Instant) -> Int? {
    let inContent = point - viewport.shift(at: now)
    guard let line = flow.line(atHeight: inContent.y) else { return nil }
    let margin = TokenFieldConstants.caretMargin
    return flow.boxes(on: line).first { box in
      box.text == nil && box.frame.minX + margin <= inContent.x && inContent.x < box.frame.maxX - margin
        && line.top <= inContent.y && inContent.y < line.top + line.height
    }?.elements.lowerBound
  }

  /// Returns the caret position nearest to a point in the window.
  func caretPosition(at point: Point, at now: Instant) -> CaretPosition? {
    let inContent = point - viewport.shift(at: now)
    guard !editor.elements.isEmpty else { return CaretPosition(insertionIndex: 0) }
    guard let line = flow.line(atHeight: inContent.y) else { return nil }
    return flow.caretPosition(on: line, nearestTo: inContent.x + textScrollOffset(on: line))
  }

  /// Returns the frame of an element in the window at the end of its animation.
  func frame(ofElement index: Int, at now: Instant) -> Rect? {
    flow.box(ofElement: index)?.frame.offset(by: viewport.shift(at: now))
  }

  /// Returns the token or the text run at a point in the window.
  func hitBox(at point: Point, at now: Instant) -> FlowLayout.PlacedBox? {
    let inContent = point - viewport.shift(at: now)
    return flow.line(atHeight: inContent.y).flatMap { line in
      flow.boxes(on: line).first { $0.frame.contains(inContent) }
    }
  }

  /// Returns the index of the grapheme of text at a point in the window.
  func grapheme(at point: Point, at now: Instant) -> Int? {
    guard let hit = hitBox(at: point, at: now), let run = hit.text, run.composed == nil else { return nil }
    let start = hit.elements.lowerBound
    let scroll = textRun(around: selection.head).lowerBound == start ? viewport.textOffset : 0
    let x = point.x - viewport.shift(at: now).dx - hit.frame.minX + scroll
    return run.line.clusters.firstIndex { $0.x.contains(x) }.map { start + $0 }
  }

  /// Returns the range of the word at an insertion index.
  func word(around index: Int) -> Range<Int> {
    let text = textRun(around: index)
    let word = words(in: text).word(around: index - text.lowerBound)
    return text.lowerBound + word.lowerBound..<text.lowerBound + word.upperBound
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if pointer.mode.isDragging { return .grabbing }
    if let shape = overlayPointerShape(over: point, at: now) { return shape }
    guard viewport.frame.contains(point) else { return nil }
    return token(at: point, at: now) == nil ? .text : .arrow
  }
}

extension Point { fileprivate static func - (point: Point, vector: Vector) -> Point { point + vector * -1 } }
