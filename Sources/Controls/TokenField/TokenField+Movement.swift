import Motion
import Scene

/// Caret movement: by graphemes and words in visual order in text, by tokens between tokens, and by
/// lines up and down.
extension TokenField: TextEditing {
  package var elementCount: Int { count }

  package var isEditable: Bool { configuration.isEditable }

  package func isAtomic(at index: Int) -> Bool { !editor.elements[index].isText }

  package func textRun(around index: Int) -> Range<Int> { editor.elements.textRun(around: index) }

  package mutating func remove(_ range: Range<Int>) {
    let isText = !range.contains { isAtomic(at: $0) }
    editor.remove(range, as: isText ? .deleting : .discrete)
  }

  package func destination(of movement: TextSelection.Movement, from index: Int) -> Int {
    caretPosition(after: movement).insertionIndex
  }

  package func visualEdges(of range: Range<Int>) -> (left: Int, right: Int) {
    let isReversed =
      textRun(around: range.lowerBound).upperBound >= range.upperBound
      && run(around: range.lowerBound)?.run.line.isRightToLeft == true
    let (start, end) = (range.lowerBound, range.upperBound)
    return isReversed ? (end, start) : (start, end)
  }

  package func wordStart(before index: Int) -> Int {
    let text = editor.elements.textRun(before: index)
    guard !text.isEmpty else { return max(0, index - 1) }
    return text.lowerBound + words(in: text).wordStart(before: text.count)
  }

  package func wordEnd(after index: Int) -> Int {
    let text = editor.elements.textRun(after: index)
    guard !text.isEmpty else { return min(count, index + 1) }
    return index + words(in: text).wordEnd(after: 0)
  }

  func words(in text: Range<Int>) -> WordBoundaries<[Character]> {
    WordBoundaries(in: Array(editor.elements.string(in: text)))
  }

  /// Returns the caret position after a movement.
  func caretPosition(after movement: TextSelection.Movement) -> CaretPosition {
    let index = selection.head
    switch movement {
    case .left, .right: return CaretPosition(insertionIndex: step(from: index, toLeft: movement == .left))
    case .wordLeft, .wordRight:
      return CaretPosition(insertionIndex: wordStep(from: index, toLeft: movement == .wordLeft))
    case .tokenLeft, .tokenRight:
      return CaretPosition(insertionIndex: tokenStep(from: index, toLeft: movement == .tokenLeft))
    case .up: return verticalStep(-1)
    case .down: return verticalStep(1)
    case .lineStart: return lineEnd(isStart: true)
    case .lineEnd: return lineEnd(isStart: false)
    case .toStart: return CaretPosition(insertionIndex: 0)
    case .toEnd: return CaretPosition(insertionIndex: count)
    }
  }
}

// Left and right.
extension TokenField {
  /// Returns the laid-out text run at an insertion index, and the index of its first element.
  private func run(around index: Int) -> (run: TextRun, start: Int)? {
    let text = textRun(around: index)
    guard !text.isEmpty, let run = flow.box(ofElement: text.lowerBound)?.text else { return nil }
    return (run, text.lowerBound)
  }

  /// Returns the insertion index one grapheme or one token away.
  private func step(from index: Int, toLeft: Bool) -> Int {
    guard let (run, start) = run(around: index) else {
      return entering(max(0, min(index + (toLeft ? -1 : 1), count)), fromLeft: !toLeft)
    }
    // All positions in the preedit text are one in the text.
    var (current, next) = (-1, run.lineIndex(of: index - start))
    while next != current, start + run.textIndex(ofLine: next) == index {
      (current, next) = (next, run.line.insertionIndex(nextTo: next, onTheLeft: toLeft))
    }
    if next != current { return start + run.textIndex(ofLine: next) }
    // The caret leaves the text on this side, regardless of the text direction.
    let beyond = toLeft ? start - 1 : start + run.textCount + 1
    guard (0...count).contains(beyond) else { return index }
    return entering(beyond, fromLeft: !toLeft)
  }

  /// Returns the insertion index at the side of the text at which the caret enters, if there is
  /// text at `index`.
  private func entering(_ index: Int, fromLeft: Bool) -> Int {
    guard let (run, start) = run(around: index) else { return index }
    return fromLeft == run.line.isRightToLeft ? start + run.textCount : start
  }

  /// Returns the insertion index one word away in text. Without text, it is an end of the field or
  /// one token away.
  private func wordStep(from index: Int, toLeft: Bool) -> Int {
    let text = textRun(around: index)
    let isBackward = toLeft != (run(around: index)?.run.line.isRightToLeft ?? false)
    if !text.isEmpty, index != (isBackward ? text.lowerBound : text.upperBound) {
      return isBackward ? wordStart(before: index) : wordEnd(after: index)
    }
    guard text.isEmpty, configuration.controlArrow == .ends else { return step(from: index, toLeft: toLeft) }
    return toLeft ? 0 : count
  }

  /// Returns the insertion index one token or one text run away.
  private func tokenStep(from index: Int, toLeft: Bool) -> Int {
    guard let (run, start) = run(around: index) else { return step(from: index, toLeft: toLeft) }
    let side = toLeft == run.line.isRightToLeft ? start + run.textCount : start
    return index == side ? step(from: index, toLeft: toLeft) : side
  }

  // Lines.

  /// The x-coordinate of the caret at the start of the current or next vertical movement.
  var goalX: Double? { caret.goalX ?? flow.caret(at: caretPosition)?.minX }

  private func verticalStep(_ step: Int) -> CaretPosition {
    let end = CaretPosition(insertionIndex: step < 0 ? 0 : count)
    guard let x = goalX,
      let line = flow.line(at: caretPosition),
      let next = flow.line(step, from: line)
    else { return end }
    return flow.caretPosition(on: next, nearestTo: x)
  }

  /// Returns the start or end of the line in text, or of the field if the caret is already there.
  /// Without text, returns the start or end of the field. During an in-place edit, an end of its
  /// text comes first.
  private func lineEnd(isStart: Bool) -> CaretPosition {
    if let text = editor.inPlaceRange {
      let index = isStart ? text.lowerBound : text.upperBound
      if index != selection.head || !selection.isCaret { return CaretPosition(insertionIndex: index) }
    }
    let end = CaretPosition(insertionIndex: isStart ? 0 : count)
    guard editor.hasTextAtCaret, let line = flow.line(at: caretPosition) else { return end }
    let index = isStart ? line.insertionRange.lowerBound : line.insertionRange.upperBound
    let position = CaretPosition(insertionIndex: index, isAtLineEnd: !isStart && index < count)
    return position.insertionIndex == selection.head && (isStart || caret.isAtLineEnd || index == count)
      ? end : position
  }

  // Page Up and Page Down in a field that scrolls.

  /// Moves the caret by one line less than the visible lines, and scrolls the content with it.
  ///
  /// Ignores the key if all lines are visible or the caret is already at its destination.
  mutating func turnPage(down: Bool, extending: Bool, at now: Instant) -> Response<Action> {
    layOutVisible(at: now)
    let isAtEnd = selection.head == (down ? count : 0)
    let isAtDestination = isAtEnd && (extending || !editor.hasSelection)
    guard viewport.scroller.isScrollable, !isAtDestination else { return .ignored }
    return change(at: now) { $0.turnPage(down: down, extending: extending, before: now) }
  }

  private mutating func turnPage(down: Bool, extending: Bool, before now: Instant) {
    editor.history.endStep()
    layOut(.around(selection.head), at: now)
    guard let x = goalX else { return }
    let (line, distance) = lineOnNextPage(down: down, at: now)
    viewport.scroller.scroll(by: down ? distance : -distance, at: now)
    let position =
      line.map { flow.caretPosition(on: $0, nearestTo: x) }
      ?? CaretPosition(insertionIndex: down ? count : 0)
    editor.moveCaret(to: position.insertionIndex, extending: extending)
    caret.place(isAtLineEnd: position.isAtLineEnd, goalX: x)
  }

  /// Returns the line one page below or above the caret, at least one line, and its distance. The
  /// line is `nil` if there is none on that side.
  ///
  /// - Complexity: O(*l*) in the number of visible lines.
  private mutating func lineOnNextPage(down: Bool, at now: Instant) -> (
    line: FlowLayout.LineLocation?, distance: Double
  ) {
    let page = visibleHeight - emptyLineHeight
    // The line is stored by its first element, because layout of adjacent content may move it.
    var (found, distance): (element: Int?, Double) = (nil, 0)
    var line = flow.line(at: caretPosition)
    while let current = line {
      let element = current.insertionRange.lowerBound
      layOut(.around(down ? current.insertionRange.upperBound : element), at: now)
      guard let here = flow.line(ofElement: element),
        let next = flow.line(down ? 1 : -1, from: here)
      else { break }
      let step = (down ? here.height : next.height) + flow.spacing
      guard found == nil || distance + step <= page else { break }
      (found, distance, line) = (next.insertionRange.lowerBound, distance + step, next)
    }
    return (found.flatMap { flow.line(ofElement: $0) }, distance)
  }
}
