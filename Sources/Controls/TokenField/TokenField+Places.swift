public import Motion
public import Scene

// What is where.
extension TokenField {
  /// The token under a place in the window; near its sides it is the gap that is meant.
  func token(at point: Point, at now: Instant) -> Int? {
    let inContent = point - shift(at: now)
    guard let line = flow.line(atHeight: inContent.y, in: editor.units),
      let layout = flow.layouts[line.block]
    else { return nil }
    let start = editor.units.start(ofBlock: line.block)
    let reach = Theme.TokenField.gapReach
    return layout.lines[line.line].boxes.lazy.map { layout.boxes[$0] }.first { box in
      box.text == nil && box.frame.minX + reach <= inContent.x
        && inContent.x < box.frame.maxX - reach && line.top <= inContent.y
        && inContent.y < line.top + line.height
    }.map { start + $0.units.lowerBound }
  }

  /// The place of the caret that is nearest to one in the window.
  func place(at point: Point, at now: Instant) -> CaretPlace? {
    let inContent = point - shift(at: now)
    guard !editor.units.isEmpty else { return CaretPlace(gap: 0) }
    guard let line = flow.line(atHeight: inContent.y, in: editor.units) else { return nil }
    let x = inContent.x + scrolledOut(on: line)
    return flow.place(on: line, nearestTo: x, in: editor.units)
  }

  /// Where a unit is seen, once it is at rest.
  func frame(ofUnit index: Int, at now: Instant) -> Rect? {
    guard let position = flow.position(of: index, in: editor.units),
      let box = position.layout.box(ofUnit: position.offset)
    else { return nil }
    let frame = position.layout.boxes[box].frame
    return frame.offset(by: shift(at: now) + Vector(dx: 0, dy: position.top))
  }

  /// What a unit is laid out in, in its block's space; `nil` where it is not laid out.
  func box(ofUnit index: Int) -> BlockLayout.Box? {
    guard let position = flow.position(of: index, in: editor.units),
      let box = position.layout.box(ofUnit: position.offset)
    else { return nil }
    return position.layout.boxes[box]
  }

  /// The word that a gap lies in.
  func word(around gap: Int) -> Range<Int> {
    let text = stretch(around: gap)
    let word = words(in: text).word(around: gap - text.lowerBound)
    return text.lowerBound + word.lowerBound..<text.lowerBound + word.upperBound
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if grip.isCarrying { return .grabbing }
    if let shape = overlayPointerShape(over: point, at: now) { return shape }
    guard frame.contains(point) else { return nil }
    return token(at: point, at: now) == nil ? .text : .arrow
  }
}

extension Point {
  fileprivate static func - (point: Point, vector: Vector) -> Point { point + vector * -1 }
}
