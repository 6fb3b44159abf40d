import Scene

/// A gap between units, and on which line the caret stands where a line ends there.
struct CaretPlace: Hashable {
  var gap: Int
  /// Whether it stands behind what is before the gap, at the end of that line, and not before what
  /// follows on the next.
  var isAtLineEnd = false
}

extension TokenFlow {
  /// A place in what was laid out.
  struct Position {
    var block: Int
    /// Of its unit, in the block.
    var offset: Int
    /// The height at which the block begins.
    var top: Double
    let layout: BlockLayout
  }

  /// Where a unit is, or for their number the end of all; `nil` where nobody has laid that out, or
  /// there is nothing.
  func position(of index: Int, in units: Units) -> Position? {
    guard !units.isEmpty else { return nil }
    let place = units.place(of: index)
    guard let layout = layouts[place.block] else { return nil }
    return Position(
      block: place.block, offset: place.offset, top: top(ofBlock: place.block), layout: layout)
  }

  /// The caret's bar without its width: where its middle is, in a line from `minY` to `maxY`.
  ///
  /// It stands at the leading edge of the token that it precedes, in text between graphemes, and
  /// behind the last token of all, or of a line, one spacing after that.
  func caret(at place: CaretPlace, in units: Units) -> Rect? {
    guard !units.isEmpty else { return Rect(x: 0, y: 0, width: 0, height: emptyHeight) }
    let before = place.gap > 0 ? units[place.gap - 1] : nil
    let after = place.gap < units.count ? units[place.gap] : nil
    if before?.isText == true, after?.isText != true || place.isAtLineEnd {
      return caret(inTextAt: place.gap, besideUnit: place.gap - 1, in: units)
    }
    if after == nil || place.isAtLineEnd && before != nil {
      return caretBehind(unit: place.gap - 1, in: units)
    }
    if after?.isText == true { return caret(inTextAt: place.gap, besideUnit: place.gap, in: units) }
    guard let position = position(of: place.gap, in: units),
      let box = position.layout.box(ofUnit: position.offset),
      let line = position.layout.line(ofBox: box)
    else { return nil }
    return bar(x: position.layout.boxes[box].frame.minX, line, position)
  }

  private func caretBehind(unit: Int, in units: Units) -> Rect? {
    guard let position = position(of: unit, in: units),
      let box = position.layout.box(ofUnit: position.offset),
      let line = position.layout.line(ofBox: box)
    else { return nil }
    return bar(x: position.layout.boxes[box].frame.maxX + spacing, line, position)
  }

  private func caret(inTextAt gap: Int, besideUnit unit: Int, in units: Units) -> Rect? {
    guard let position = position(of: unit, in: units),
      let index = position.layout.box(ofUnit: position.offset),
      let line = position.layout.line(ofBox: index)
    else { return nil }
    let box = position.layout.boxes[index]
    guard let run = box.text else { return nil }
    let inRun = position.offset + (gap - unit) - box.units.lowerBound
    return bar(x: box.frame.minX + run.line.caretX(inGap: run.lineGap(of: inRun)), line, position)
  }

  private func bar(x: Double, _ line: Int, _ position: Position) -> Rect {
    let line = position.layout.lines[line]
    return Rect(x: x, y: position.top + line.top, width: 0, height: line.height)
  }
}

// Lines.
extension TokenFlow {
  /// One line of all, with what it begins and ends with.
  struct LinePlace {
    var block: Int
    var line: Int
    /// The gaps at its ends.
    var gaps: ClosedRange<Int>
    var top: Double
    var height: Double
  }

  /// The line that the caret stands on.
  func line(at place: CaretPlace, in units: Units) -> LinePlace? {
    guard !units.isEmpty else { return nil }
    let isBehind = place.gap == units.count || place.isAtLineEnd && place.gap > 0
    let unit = isBehind ? place.gap - 1 : textUnit(beside: place.gap, in: units)
    return line(ofUnit: unit, in: units)
  }

  /// The line that a unit is on; `nil` where nobody has laid it out.
  func line(ofUnit unit: Int, in units: Units) -> LinePlace? {
    guard let position = position(of: unit, in: units),
      let box = position.layout.box(ofUnit: position.offset),
      let line = position.layout.line(ofBox: box)
    else { return nil }
    return linePlace(block: position.block, line: line, in: units)
  }

  /// The unit whose line the caret in a gap is on: text before the gap keeps it.
  private func textUnit(beside gap: Int, in units: Units) -> Int {
    let isInText = gap > 0 && units[gap - 1].isText && !units[gap].isText
    return isInText ? gap - 1 : gap
  }

  private func linePlace(block: Int, line: Int, in units: Units) -> LinePlace? {
    guard let layout = layouts[block], layout.lines.indices.contains(line) else { return nil }
    let start = units.start(ofBlock: block)
    let item = layout.lines[line]
    let range = layout.units(of: item)
    return LinePlace(
      block: block, line: line, gaps: start + range.lowerBound...start + range.upperBound,
      top: top(ofBlock: block) + item.top, height: item.height)
  }

  /// The line above or below another; `nil` at the ends, and where nobody has laid it out.
  func line(_ step: Int, from place: LinePlace, in units: Units) -> LinePlace? {
    let line = place.line + step
    if let layout = layouts[place.block], layout.lines.indices.contains(line) {
      return linePlace(block: place.block, line: line, in: units)
    }
    let block = place.block + step
    guard layouts.indices.contains(block), let layout = layouts[block] else { return nil }
    return linePlace(block: block, line: step > 0 ? 0 : layout.lines.count - 1, in: units)
  }

  /// The place on a line nearest to an x.
  func place(on line: LinePlace, nearestTo x: Double, in units: Units) -> CaretPlace {
    guard let layout = layouts[line.block] else { return CaretPlace(gap: line.gaps.lowerBound) }
    let start = units.start(ofBlock: line.block)
    for index in layout.lines[line.line].boxes {
      let box = layout.boxes[index]
      if let run = box.text, x < box.frame.maxX + spacing / 2 {
        let gap = run.gap(ofLine: run.line.gap(nearestTo: x - box.frame.minX))
        return CaretPlace(gap: start + box.units.lowerBound + gap)
      }
      if x < box.frame.midX { return CaretPlace(gap: start + box.units.lowerBound) }
    }
    let end = line.gaps.upperBound
    return CaretPlace(gap: end, isAtLineEnd: end < units.count)
  }

  /// The line at a height, the nearest one outside of all.
  func line(atHeight y: Double, in units: Units) -> LinePlace? {
    guard !units.isEmpty else { return nil }
    let block = block(atHeight: y)
    guard let layout = layouts[block] else { return nil }
    let inBlock = y - top(ofBlock: block)
    let line =
      layout.lines.firstIndex { inBlock < $0.top + $0.height + spacing / 2 }
      ?? layout.lines.count - 1
    return linePlace(block: block, line: line, in: units)
  }
}
