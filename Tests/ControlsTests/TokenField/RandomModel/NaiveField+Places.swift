import Controls
import Scene
import TestSupport

// Where everything is, with the whole field laid out at each question.
extension NaiveField {
  /// A token, or text, on a line.
  struct Box {
    var units: Range<Int>
    var x: Double
    var width: Double
    /// From the box: where the caret stands in each of the text's gaps.
    var carets: [Double]
    var isRightToLeft = false
  }

  /// Fills one line after another.
  var lines: [[Box]] {
    var (lines, index): ([[Box]], Int) = ([[]], 0)
    while index < units.count {
      var box = box(at: index)
      let end = lines[lines.count - 1].last.map { $0.x + $0.width + 6 } ?? 0
      if !lines[lines.count - 1].isEmpty, end + box.width > width {
        lines.append([box])
      } else {
        box.x = end
        lines[lines.count - 1].append(box)
      }
      index = box.units.upperBound
    }
    return lines.filter { !$0.isEmpty }
  }

  private func box(at index: Int) -> Box {
    if let token = units[index].token {
      let shown = Double(
        DisplayText.elided(
          token.text, toFit: width - 16, style: Theme.Fonts.token, measuring: FixedTextMetrics()
        ).count)
      return Box(units: index..<index + 1, x: 0, width: min(width, 7 * shown + 16), carets: [])
    }
    let range = run(at: index)
    let (carets, isRightToLeft, advance) = Self.carets(of: range.compactMap { units[$0].character })
    return Box(
      units: range, x: 0, width: min(width, advance + 2), carets: carets,
      isRightToLeft: isRightToLeft)
  }

  /// Where the caret stands in each gap of a text: at the trailing side of the grapheme before it,
  /// unless that is read against the line and the one after it with the line.
  static func carets(
    of text: [Character]
  ) -> (xs: [Double], isRightToLeft: Bool, advance: Double) {
    let shown = text.map { DisplayText.displayed($0) }
    let line = FixedTextMetrics().line(of: shown.joined(), style: Theme.Fonts.token)
    var (clusters, place): ([(low: Double, high: Double, isReversed: Bool)], Int) = ([], 0)
    for piece in shown {
      let parts = line.clusters[place..<place + piece.count]
      place += piece.count
      clusters.append(
        (
          parts.map(\.x.lowerBound).min() ?? 0, parts.map(\.x.upperBound).max() ?? 0,
          parts.first?.isRightToLeft ?? false
        ))
    }
    let advance = line.metrics.advance
    let xs = (0...text.count).map { gap -> Double in
      if gap == 0 { return line.isRightToLeft ? advance : 0 }
      if gap == text.count { return line.isRightToLeft ? 0 : advance }
      let (before, after) = (clusters[gap - 1], clusters[gap])
      if before.isReversed != line.isRightToLeft, after.isReversed == line.isRightToLeft {
        return after.isReversed ? after.high : after.low
      }
      return before.isReversed ? before.low : before.high
    }
    return (xs, line.isRightToLeft, advance)
  }

  /// The gaps of a text as they stand from left to right.
  static func visualOrder(_ text: [Character]) -> [Int] {
    let (xs, isRightToLeft, _) = carets(of: text)
    return xs.indices.sorted {
      (xs[$0], isRightToLeft ? -$0 : $0) < (xs[$1], isRightToLeft ? -$1 : $1)
    }
  }

  private func box(of unit: Int) -> (line: Int, box: Box)? {
    for (index, line) in lines.enumerated() {
      if let box = line.first(where: { $0.units.contains(unit) }) { return (index, box) }
    }
    return nil
  }

  /// The line of the caret, and its x.
  var caret: (line: Int, x: Double)? {
    guard !units.isEmpty else { return nil }
    let isAfterText = isText(head - 1) && (!isText(head) || isAtLineEnd)
    if isAfterText || isText(head) {
      let unit = isAfterText ? head - 1 : head
      guard let (line, box) = box(of: unit) else { return nil }
      return (line, box.x + box.carets[head - box.units.lowerBound])
    }
    if head == units.count || isAtLineEnd && head > 0 {
      guard let (line, box) = box(of: head - 1) else { return nil }
      return (line, box.x + box.width + 6)
    }
    return box(of: head).map { ($0.line, $0.box.x) }
  }

  /// The place on a line that is nearest to an x, and whether that is the line's end.
  private func place(onLine line: [Box], nearestTo x: Double) -> (gap: Int, isEnd: Bool) {
    for box in line {
      if !box.carets.isEmpty, x < box.x + box.width + 3 {
        let ways = box.carets.map { abs(box.x + $0 - x) }
        let nearest = ways.indices.first { ways[$0] == ways.min() } ?? 0
        return (box.units.lowerBound + nearest, false)
      }
      if box.carets.isEmpty, x < box.x + box.width / 2 { return (box.units.lowerBound, false) }
    }
    let end = line.last?.units.upperBound ?? 0
    return (end, end < units.count)
  }
}

// Moving.
extension NaiveField {
  mutating func move(_ movement: NaiveKey.Movement, extending: Bool) {
    openKind = nil
    let isVertical = movement == .up || movement == .down
    let x = isVertical ? goalX ?? caret?.x ?? 0 : nil
    let (gap, isEnd) = destination(of: movement, x: x)
    if !extending { others = [] }
    if !extending, !range.isEmpty, movement == .left || movement == .right {
      let isReversed = range.allSatisfy(isText) && isRightToLeft(run(at: range.lowerBound))
      place((movement == .left) != isReversed ? range.lowerBound : range.upperBound)
    } else {
      place(gap, extending: extending)
    }
    isAtLineEnd = isEnd && gap == head
    goalX = x
  }

  /// Goes by the lines that are in sight, but one.
  ///
  /// - Returns: Whether there is more than that, and anything to change.
  mutating func turnPage(down: Bool, extending: Bool) -> Bool {
    let (lines, end) = (lines, down ? units.count : 0)
    guard lines.count > linesInSight, let caret, head != end || !extending && !selected.isEmpty
    else {
      return false
    }
    (openKind, goalX) = (nil, goalX ?? caret.x)
    if !extending { others = [] }
    let page = max(1, linesInSight - 1)
    let line = max(0, min(caret.line + (down ? page : -page), lines.count - 1))
    let (gap, isEnd) =
      line == caret.line ? (end, false) : place(onLine: lines[line], nearestTo: goalX ?? 0)
    place(gap, extending: extending)
    isAtLineEnd = isEnd
    return true
  }

  private func isRightToLeft(_ range: Range<Int>) -> Bool {
    Self.carets(of: range.compactMap { units[$0].character }).isRightToLeft
  }

  private func destination(
    of movement: NaiveKey.Movement, x: Double?
  ) -> (gap: Int, isEnd: Bool) {
    switch movement {
    case .left: (step(toLeft: true), false)
    case .right: (step(toLeft: false), false)
    case .wordLeft: (wordStep(toLeft: true), false)
    case .wordRight: (wordStep(toLeft: false), false)
    case .pieceLeft: (pieceStep(toLeft: true), false)
    case .pieceRight: (pieceStep(toLeft: false), false)
    case .start: (0, false)
    case .end: (units.count, false)
    case .lineStart: lineEnd(isStart: true)
    case .lineEnd: lineEnd(isStart: false)
    case .up: vertical(-1, x ?? 0)
    case .down: vertical(1, x ?? 0)
    }
  }

  private func vertical(_ way: Int, _ x: Double) -> (gap: Int, isEnd: Bool) {
    let lines = lines
    guard let caret, lines.indices.contains(caret.line + way) else {
      return (way < 0 ? 0 : units.count, false)
    }
    return place(onLine: lines[caret.line + way], nearestTo: x)
  }

  private func lineEnd(isStart: Bool) -> (gap: Int, isEnd: Bool) {
    if let text = trial?.range {
      let gap = isStart ? text.lowerBound : text.upperBound
      if gap != head || !range.isEmpty { return (gap, false) }
    }
    let end = (isStart ? 0 : units.count, false)
    guard !run(at: head).isEmpty, let caret else { return end }
    let line = lines[caret.line]
    let gap = isStart ? line[0].units.lowerBound : line[line.count - 1].units.upperBound
    if gap == head, isStart || isAtLineEnd || gap == units.count { return end }
    return (gap, !isStart && gap < units.count)
  }

  private func step(toLeft: Bool) -> Int {
    let text = run(at: head)
    if text.isEmpty { return enter(max(0, min(head + (toLeft ? -1 : 1), units.count)), toLeft) }
    let order = Self.visualOrder(text.compactMap { units[$0].character })
    let place = (order.firstIndex(of: head - text.lowerBound) ?? 0) + (toLeft ? -1 : 1)
    if order.indices.contains(place) { return text.lowerBound + order[place] }
    let beyond = toLeft ? text.lowerBound - 1 : text.upperBound + 1
    return (0...units.count).contains(beyond) ? enter(beyond, toLeft) : head
  }

  /// Text at a gap is entered at the side that the caret comes from.
  private func enter(_ gap: Int, _ toLeft: Bool) -> Int {
    let text = run(at: gap)
    if text.isEmpty { return gap }
    return toLeft == isRightToLeft(text) ? text.lowerBound : text.upperBound
  }

  private func wordStep(toLeft: Bool) -> Int {
    let text = run(at: head)
    let isBackward = toLeft != isRightToLeft(text)
    if !text.isEmpty, head != (isBackward ? text.lowerBound : text.upperBound) {
      return isBackward ? wordStart(before: head) : wordEnd(after: head)
    }
    if text.isEmpty, arrow == .ends { return toLeft ? 0 : units.count }
    return step(toLeft: toLeft)
  }

  private func pieceStep(toLeft: Bool) -> Int {
    let text = run(at: head)
    if text.isEmpty { return step(toLeft: toLeft) }
    let side = toLeft == isRightToLeft(text) ? text.upperBound : text.lowerBound
    return head == side ? step(toLeft: toLeft) : side
  }

  // Words are another test's subject.

  func wordStart(before gap: Int) -> Int {
    let text = run(at: gap)
    let words = WordBoundaries(in: text.compactMap { units[$0].character })
    return text.lowerBound + words.wordStart(before: gap - text.lowerBound)
  }

  func wordEnd(after gap: Int) -> Int {
    let text = run(at: gap)
    let words = WordBoundaries(in: text.compactMap { units[$0].character })
    return text.lowerBound + words.wordEnd(after: gap - text.lowerBound)
  }
}
