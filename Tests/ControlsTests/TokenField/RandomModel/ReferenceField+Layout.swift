import Controls
import Scene
import TestSupport

// Layout. Each query lays out the whole field.
extension ReferenceField {
  /// A token or a text run on a line.
  struct Box {
    var elements: Range<Int>
    var x: Double
    var width: Double
    /// The x of each caret position in the text, relative to the box. Empty for a token.
    var carets: [Double]
    var isRightToLeft = false
  }

  /// The boxes of each line, filled greedily.
  var lines: [[Box]] {
    var (lines, index): ([[Box]], Int) = ([[]], 0)
    while index < elements.count {
      var box = box(at: index)
      let end = lines[lines.count - 1].last.map { $0.x + $0.width + 6 } ?? 0
      if !lines[lines.count - 1].isEmpty, end + box.width > width {
        lines.append([box])
      } else {
        box.x = end
        lines[lines.count - 1].append(box)
      }
      index = box.elements.upperBound
    }
    return lines.filter { !$0.isEmpty }
  }

  private func box(at index: Int) -> Box {
    if let token = elements[index].token {
      let length = Double(
        DisplaySanitizer.elided(
          token.text, toFit: width - 16, style: Theme.light.fonts.token, measuring: FixedTextMetrics()
        ).count)
      return Box(elements: index..<index + 1, x: 0, width: min(width, 7 * length + 16), carets: [])
    }
    let range = textRun(at: index)
    let (carets, isRightToLeft, advance) = Self.carets(of: range.compactMap { elements[$0].character })
    return Box(
      elements: range, x: 0, width: min(width, advance + 2), carets: carets,
      isRightToLeft: isRightToLeft)
  }

  /// Returns the x of each caret position in a text: the trailing edge of the grapheme before it,
  /// unless that runs against the direction of the line and the next grapheme runs along it.
  static func carets(
    of text: [Character]
  ) -> (xs: [Double], isRightToLeft: Bool, advance: Double) {
    let sanitized = text.map { DisplaySanitizer.sanitized($0) }
    let line = FixedTextMetrics().line(of: sanitized.joined(), style: Theme.light.fonts.token)
    var (clusters, start): ([(low: Double, high: Double, isReversed: Bool)], Int) = ([], 0)
    for string in sanitized {
      let parts = line.clusters[start..<start + string.count]
      start += string.count
      clusters.append(
        (
          parts.map(\.x.lowerBound).min() ?? 0, parts.map(\.x.upperBound).max() ?? 0,
          parts.first?.isRightToLeft ?? false
        ))
    }
    let advance = line.metrics.advance
    let xs = (0...text.count).map { index -> Double in
      if index == 0 { return line.isRightToLeft ? advance : 0 }
      if index == text.count { return line.isRightToLeft ? 0 : advance }
      let (before, after) = (clusters[index - 1], clusters[index])
      if before.isReversed != line.isRightToLeft, after.isReversed == line.isRightToLeft {
        return after.isReversed ? after.high : after.low
      }
      return before.isReversed ? before.low : before.high
    }
    return (xs, line.isRightToLeft, advance)
  }

  /// Returns the caret positions of a text from left to right.
  static func visualOrder(_ text: [Character]) -> [Int] {
    let (xs, isRightToLeft, _) = carets(of: text)
    return xs.indices.sorted {
      (xs[$0], isRightToLeft ? -$0 : $0) < (xs[$1], isRightToLeft ? -$1 : $1)
    }
  }

  private func box(of element: Int) -> (line: Int, box: Box)? {
    for (index, line) in lines.enumerated() {
      if let box = line.first(where: { $0.elements.contains(element) }) { return (index, box) }
    }
    return nil
  }

  /// The line index and x of the caret. `nil` if the field is empty.
  var caret: (line: Int, x: Double)? {
    guard !elements.isEmpty else { return nil }
    let isAfterText = isText(head - 1) && (!isText(head) || isAtLineEnd)
    if isAfterText || isText(head) {
      let index = isAfterText ? head - 1 : head
      guard let (line, box) = box(of: index) else { return nil }
      return (line, box.x + box.carets[head - box.elements.lowerBound])
    }
    if head == elements.count || isAtLineEnd && head > 0 {
      guard let (line, box) = box(of: head - 1) else { return nil }
      return (line, box.x + box.width + 6)
    }
    return box(of: head).map { ($0.line, $0.box.x) }
  }

  /// Returns the insertion index on a line that is nearest to an x, and whether it is the line end.
  private func caretIndex(onLine line: [Box], nearestTo x: Double) -> (index: Int, isEnd: Bool) {
    for box in line {
      if !box.carets.isEmpty, x < box.x + box.width + 3 {
        let distances = box.carets.map { abs(box.x + $0 - x) }
        let nearest = distances.indices.first { distances[$0] == distances.min() } ?? 0
        return (box.elements.lowerBound + nearest, false)
      }
      if box.carets.isEmpty, x < box.x + box.width / 2 { return (box.elements.lowerBound, false) }
    }
    let end = line.last?.elements.upperBound ?? 0
    return (end, end < elements.count)
  }
}

// Caret movement.
extension ReferenceField {
  mutating func move(_ movement: ReferenceKey.Movement, extending: Bool) {
    openKind = nil
    let isVertical = movement == .up || movement == .down
    let x = isVertical ? goalX ?? caret?.x ?? 0 : nil
    let (index, isEnd) = destination(of: movement, x: x)
    if !extending { additional = [] }
    if !extending, !range.isEmpty, movement == .left || movement == .right {
      let isReversed = range.allSatisfy(isText) && isRightToLeft(textRun(at: range.lowerBound))
      moveCaret((movement == .left) != isReversed ? range.lowerBound : range.upperBound)
    } else {
      moveCaret(index, extending: extending)
    }
    isAtLineEnd = isEnd && index == head
    goalX = x
  }

  /// Moves the caret by the number of visible lines minus one.
  ///
  /// - Returns: Whether there are more lines than that and the movement has an effect.
  mutating func turnPage(down: Bool, extending: Bool) -> Bool {
    let (lines, end) = (lines, down ? elements.count : 0)
    guard lines.count > visibleLines, let caret, head != end || !extending && !selected.isEmpty
    else {
      return false
    }
    (openKind, goalX) = (nil, goalX ?? caret.x)
    if !extending { additional = [] }
    let page = max(1, visibleLines - 1)
    let line = max(0, min(caret.line + (down ? page : -page), lines.count - 1))
    let (index, isEnd) =
      line == caret.line ? (end, false) : caretIndex(onLine: lines[line], nearestTo: goalX ?? 0)
    moveCaret(index, extending: extending)
    isAtLineEnd = isEnd
    return true
  }

  private func isRightToLeft(_ range: Range<Int>) -> Bool {
    Self.carets(of: range.compactMap { elements[$0].character }).isRightToLeft
  }

  private func destination(
    of movement: ReferenceKey.Movement, x: Double?
  ) -> (index: Int, isEnd: Bool) {
    switch movement {
    case .left: (step(toLeft: true), false)
    case .right: (step(toLeft: false), false)
    case .wordLeft: (wordStep(toLeft: true), false)
    case .wordRight: (wordStep(toLeft: false), false)
    case .tokenLeft: (tokenStep(toLeft: true), false)
    case .tokenRight: (tokenStep(toLeft: false), false)
    case .start: (0, false)
    case .end: (elements.count, false)
    case .lineStart: lineEnd(isStart: true)
    case .lineEnd: lineEnd(isStart: false)
    case .up: vertical(-1, x ?? 0)
    case .down: vertical(1, x ?? 0)
    }
  }

  private func vertical(_ step: Int, _ x: Double) -> (index: Int, isEnd: Bool) {
    let lines = lines
    guard let caret, lines.indices.contains(caret.line + step) else {
      return (step < 0 ? 0 : elements.count, false)
    }
    return caretIndex(onLine: lines[caret.line + step], nearestTo: x)
  }

  private func lineEnd(isStart: Bool) -> (index: Int, isEnd: Bool) {
    if let text = editing?.range {
      let index = isStart ? text.lowerBound : text.upperBound
      if index != head || !range.isEmpty { return (index, false) }
    }
    let end = (isStart ? 0 : elements.count, false)
    guard !textRun(at: head).isEmpty, let caret else { return end }
    let line = lines[caret.line]
    let index = isStart ? line[0].elements.lowerBound : line[line.count - 1].elements.upperBound
    if index == head, isStart || isAtLineEnd || index == elements.count { return end }
    return (index, !isStart && index < elements.count)
  }

  private func step(toLeft: Bool) -> Int {
    let text = textRun(at: head)
    if text.isEmpty { return entry(max(0, min(head + (toLeft ? -1 : 1), elements.count)), toLeft) }
    let order = Self.visualOrder(text.compactMap { elements[$0].character })
    let position = (order.firstIndex(of: head - text.lowerBound) ?? 0) + (toLeft ? -1 : 1)
    if order.indices.contains(position) { return text.lowerBound + order[position] }
    let beyond = toLeft ? text.lowerBound - 1 : text.upperBound + 1
    return (0...elements.count).contains(beyond) ? entry(beyond, toLeft) : head
  }

  /// Returns the insertion index at which the caret enters the text at a gap, coming from one side.
  private func entry(_ index: Int, _ toLeft: Bool) -> Int {
    let text = textRun(at: index)
    if text.isEmpty { return index }
    return toLeft == isRightToLeft(text) ? text.lowerBound : text.upperBound
  }

  private func wordStep(toLeft: Bool) -> Int {
    let text = textRun(at: head)
    let isBackward = toLeft != isRightToLeft(text)
    if !text.isEmpty, head != (isBackward ? text.lowerBound : text.upperBound) {
      return isBackward ? wordStart(before: head) : wordEnd(after: head)
    }
    if text.isEmpty, arrow == .ends { return toLeft ? 0 : elements.count }
    return step(toLeft: toLeft)
  }

  private func tokenStep(toLeft: Bool) -> Int {
    let text = textRun(at: head)
    if text.isEmpty { return step(toLeft: toLeft) }
    let side = toLeft == isRightToLeft(text) ? text.upperBound : text.lowerBound
    return head == side ? step(toLeft: toLeft) : side
  }

  // Word boundaries have their own tests.

  func wordStart(before index: Int) -> Int {
    let text = textRun(at: index)
    let boundaries = WordBoundaries(in: text.compactMap { elements[$0].character })
    return text.lowerBound + boundaries.wordStart(before: index - text.lowerBound)
  }

  func wordEnd(after index: Int) -> Int {
    let text = textRun(at: index)
    let boundaries = WordBoundaries(in: text.compactMap { elements[$0].character })
    return text.lowerBound + boundaries.wordEnd(after: index - text.lowerBound)
  }
}
