extension TokenEditor {
  /// The caret and the range that was selected last.
  var selection: TextSelection {
    get { selected.main }
    set { selected.main = newValue }
  }

  var selectedRanges: [Range<Int>] { selected.ranges }

  /// The selected elements, joined.
  ///
  /// - Complexity: O(*n*). To count the elements, use `selectedCounts`.
  var selectedElements: Elements { elements.slices(selectedRanges) }

  /// The numbers of selected tokens and characters.
  ///
  /// - Complexity: O(log *n*) for each range.
  var selectedCounts: (tokens: Int, characters: Int) {
    selectedRanges.reduce(into: (0, 0)) { counts, range in
      let text = elements.textCount(in: range)
      counts.tokens += range.count - text
      counts.characters += text
    }
  }

  var hasSelection: Bool { !selection.isCaret || !selected.additional.isEmpty }

  // Changing the selection.

  /// Selects only a range, or moves the caret.
  mutating func select(_ new: TextSelection) {
    history.endStep()
    selected = ElementSelection(main: new)
  }

  /// Moves the caret to an insertion index.
  ///
  /// - Parameter extending: Whether the anchor and other selected ranges stay.
  mutating func moveCaret(to index: Int, extending: Bool) {
    history.endStep()
    if !extending { selected.additional = [] }
    selection.moveCaret(to: index, extending: extending, count: elements.count)
  }

  /// Adds a token to the selection, or removes it from the selection.
  mutating func toggle(_ index: Int) {
    history.endStep()
    var ranges = selectedRanges
    var main = TextSelection(caret: index)
    if let rangeIndex = ranges.firstIndex(where: { $0.contains(index) }) {
      let range = ranges.remove(at: rangeIndex)
      let parts = [range.lowerBound..<index, index + 1..<range.upperBound].filter { !$0.isEmpty }
      ranges.insert(contentsOf: parts, at: rangeIndex)
    } else {
      ranges = (ranges + [index..<index + 1]).united()
      let own = ranges.first { $0.contains(index) } ?? index..<index + 1
      ranges.removeAll { $0 == own }
      main = TextSelection(anchor: own.lowerBound, head: own.upperBound)
    }
    selected = ElementSelection(main: main, additional: ranges)
  }

  /// Returns whether the element at an index is selected.
  func isSelected(_ index: Int) -> Bool {
    selection.range.contains(index) || selected.additional.contains { $0.contains(index) }
  }

  /// The index of the selected token, or `nil` if the selection is not exactly one token.
  var selectedToken: Int? {
    guard selected.additional.isEmpty, selection.range.count == 1 else { return nil }
    let index = selection.range.lowerBound
    return elements[index].isText ? nil : index
  }

  /// Moves the selected elements to another insertion index, as one undo step. They stay selected.
  ///
  /// - Parameter index: The insertion index before the move. If it is within the only selected
  ///   range, nothing happens. If it is within one of several ranges, the others move to that
  ///   range.
  mutating func moveSelected(to index: Int) {
    let ranges = selectedRanges
    let own = ranges.first { $0.lowerBound <= index && index <= $0.upperBound }
    guard configuration.isEditable, !ranges.isEmpty, own == nil || ranges.count > 1 else { return }
    let moved = selectedElements
    guard hasCapacity(for: moved, at: index, from: ranges) else {
      return reportMessage(.maximumTextLength)
    }
    replace(
      own ?? index..<index, with: moved, isMove: true, removing: ranges.filter { $0 != own },
      selectsNew: true)
  }

  /// Returns whether text at the ends of moved elements fits into the text run at an insertion index.
  private func hasCapacity(for moved: Elements, at index: Int, from ranges: [Range<Int>]) -> Bool {
    let run = elements.textRun(around: index)
    let (start, end) = (moved.textRun(after: 0), moved.textRun(before: moved.count))
    let added = start.count == moved.count ? start.count : start.count + end.count
    let kept = run.count - ranges.reduce(0) { $0 + $1.clamped(to: run).count }
    return added == 0 || added + kept <= TokenFieldConfiguration.textLimit
  }
}

extension [Range<Int>] {
  /// Returns ranges of the same numbers, in order, that neither overlap nor touch.
  func united() -> [Range<Int>] {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { united, next in
      if let last = united.last, next.lowerBound <= last.upperBound {
        united[united.count - 1] = last.lowerBound..<Swift.max(last.upperBound, next.upperBound)
      } else {
        united.append(next)
      }
    }
  }
}
