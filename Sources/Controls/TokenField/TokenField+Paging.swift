import Motion
import Scene

// Page Up and Page Down in a field that scrolls.
extension TokenField {
  /// Moves the caret by one line less than the visible lines, and scrolls the content with it.
  ///
  /// Ignores the key if all lines are visible or the caret is already at its destination.
  mutating func turnPage(down: Bool, extending: Bool, at now: Instant) -> Response<Action> {
    layOutVisible(at: now)
    let isAtEnd = selection.head == (down ? count : 0)
    let isAtDestination = isAtEnd && (extending || !editor.hasSelection)
    guard scroller.isScrollable, !isAtDestination else { return .ignored }
    return change(at: now) { $0.turnPage(down: down, extending: extending, before: now) }
  }

  private mutating func turnPage(down: Bool, extending: Bool, before now: Instant) {
    editor.history.endStep()
    layOut(around: selection.head, at: now)
    guard let x = goalX ?? flow.caret(at: caretPosition, in: editor.elements)?.minX else { return }
    let (line, distance) = linePageAway(down: down, at: now)
    scroller.scroll(by: down ? distance : -distance, at: now)
    let position =
      line.map { flow.caretPosition(on: $0, nearestTo: x, in: editor.elements) }
      ?? CaretPosition(insertionIndex: down ? count : 0)
    if !extending { editor.additionalSelections = [] }
    selection.moveCaret(to: position.insertionIndex, extending: extending, count: count)
    (isAtLineEnd, goalX) = (position.isAtLineEnd, x)
  }

  /// Returns the line one page away from the caret, at least one line, and its distance. The line
  /// is `nil` if there is none on that side.
  ///
  /// - Complexity: O(*l*) in the number of visible lines.
  private mutating func linePageAway(down: Bool, at now: Instant) -> (
    line: TokenFlow<Token>.LineLocation?, distance: Double
  ) {
    let page = visibleHeight - emptyLineHeight
    // The line is stored by its first element, because layout of adjacent content may move it.
    var (found, distance): (element: Int?, Double) = (nil, 0)
    var line = flow.line(at: caretPosition, in: editor.elements)
    while let current = line {
      let element = current.insertionRange.lowerBound
      layOut(around: down ? current.insertionRange.upperBound : element, at: now)
      guard let here = flow.line(ofElement: element, in: editor.elements),
        let next = flow.line(down ? 1 : -1, from: here, in: editor.elements)
      else { break }
      let step = (down ? here.height : next.height) + flow.spacing
      guard found == nil || distance + step <= page else { break }
      (found, distance, line) = (next.insertionRange.lowerBound, distance + step, next)
    }
    return (found.flatMap { flow.line(ofElement: $0, in: editor.elements) }, distance)
  }
}
