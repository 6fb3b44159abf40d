import Motion
import Scene

// Page Up and Page Down, in a field that has more lines than it shows.
extension TokenField {
  /// Moves the caret by as many lines as are in sight, but one, and content with it.
  ///
  /// Where all lines are in sight, or the caret is where it would come to, the key is for others.
  mutating func turnPage(down: Bool, extending: Bool, at now: Instant) -> Response<Action> {
    layOutVisible(at: now)
    let isAtEnd = selection.head == (down ? count : 0)
    let changesNothing = isAtEnd && (extending || !editor.hasSelection)
    guard scroller.isNeeded, !changesNothing else { return .ignored }
    return change(at: now) { $0.turnPage(down: down, extending: extending, before: now) }
  }

  private mutating func turnPage(down: Bool, extending: Bool, before now: Instant) {
    editor.history.endStep()
    layOut(around: selection.head, at: now)
    guard let x = goalX ?? flow.caret(at: caretPlace, in: editor.units)?.minX else { return }
    let (line, distance) = linePageAway(down: down, at: now)
    scroller.scroll(by: down ? distance : -distance, at: now)
    let place =
      line.map { flow.place(on: $0, nearestTo: x, in: editor.units) }
      ?? CaretPlace(gap: down ? count : 0)
    if !extending { editor.scattered = [] }
    selection.place(at: place.gap, extending: extending, count: count)
    (isAtLineEnd, goalX) = (place.isAtLineEnd, x)
  }

  /// The line that is a page away from the caret's, one away at least, and how far that is; `nil`
  /// where there is none on that side.
  ///
  /// - Complexity: O(*l*) in the number of lines that are in sight.
  private mutating func linePageAway(
    down: Bool, at now: Instant
  ) -> (line: TokenFlow<Token>.LinePlace?, distance: Double) {
    let page = visibleHeight - emptyLineHeight
    // By its first unit, since what is laid out beside it may give it another place.
    var (found, distance): (unit: Int?, Double) = (nil, 0)
    var line = flow.line(at: caretPlace, in: editor.units)
    while let current = line {
      let unit = current.gaps.lowerBound
      layOut(around: down ? current.gaps.upperBound : unit, at: now)
      guard let here = flow.line(ofUnit: unit, in: editor.units),
        let next = flow.line(down ? 1 : -1, from: here, in: editor.units)
      else { break }
      let step = (down ? here.height : next.height) + flow.spacing
      guard found == nil || distance + step <= page else { break }
      (found, distance, line) = (next.gaps.lowerBound, distance + step, next)
    }
    return (found.flatMap { flow.line(ofUnit: $0, in: editor.units) }, distance)
  }
}
