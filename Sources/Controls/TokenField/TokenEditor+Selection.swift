extension TokenEditor {
  /// All that is selected, in order: no two overlap or touch, though the range that the caret is in
  /// may have grown over what was selected beside it.
  var selectedRanges: [Range<Int>] {
    (selection.isCaret ? scattered : scattered + [selection.range]).united()
  }

  /// What is selected, side by side.
  ///
  /// - Complexity: O(*b*) in the number of blocks that it is in; to count it, `selectedCounts` is
  ///   there.
  var selectedUnits: Units { units.slices(selectedRanges) }

  /// How much is selected.
  ///
  /// - Complexity: O(log *n*) for each range.
  var selectedCounts: (tokens: Int, characters: Int) {
    selectedRanges.reduce(into: (0, 0)) { counts, range in
      let text = units.textCount(in: range)
      counts.tokens += range.count - text
      counts.characters += text
    }
  }

  var hasSelection: Bool { !selection.isCaret || !scattered.isEmpty }
}

// Changing what is selected.
extension TokenEditor {
  /// Takes out all that is selected, as one step.
  mutating func removeSelected(as kind: EditHistory<Edit>.Kind = .single) {
    if configuration.isEditable, hasSelection { replaceSelected(with: Units(), as: kind) }
  }

  /// Takes some units out and leaves the caret where they were.
  mutating func remove(_ range: Range<Int>, as kind: EditHistory<Edit>.Kind) {
    if configuration.isEditable { replace(range, with: Units(), as: kind) }
  }

  /// Adds a token to what is selected, or takes it out of that.
  mutating func toggle(_ index: Int) {
    history.endStep()
    var ranges = selectedRanges
    if let place = ranges.firstIndex(where: { $0.contains(index) }) {
      let range = ranges.remove(at: place)
      let rest = [range.lowerBound..<index, index + 1..<range.upperBound].filter { !$0.isEmpty }
      ranges.insert(contentsOf: rest, at: place)
      selection = TextSelection(caret: index)
    } else {
      ranges = (ranges + [index..<index + 1]).united()
      let own = ranges.first { $0.contains(index) } ?? index..<index + 1
      ranges.removeAll { $0 == own }
      selection = TextSelection(anchor: own.lowerBound, head: own.upperBound)
    }
    scattered = ranges
  }

  /// Whether a unit is selected.
  func isSelected(_ index: Int) -> Bool {
    selection.range.contains(index) || scattered.contains { $0.contains(index) }
  }

  /// The one token that is selected, and nothing else; `nil` where it is another number.
  var selectedToken: Int? {
    guard scattered.isEmpty, selection.range.count == 1 else { return nil }
    let index = selection.range.lowerBound
    return units[index].isText ? nil : index
  }

  /// Takes what is selected to another gap, as one step; it stays selected.
  ///
  /// - Parameter gap: Counted as it is now; within the only range that is selected
  ///   nothing happens; within one of several the others come to it.
  mutating func moveSelected(to gap: Int) {
    let ranges = selectedRanges
    let own = ranges.first { $0.lowerBound <= gap && gap <= $0.upperBound }
    guard configuration.isEditable, !ranges.isEmpty, own == nil || ranges.count > 1 else { return }
    let carried = selectedUnits
    replace(
      own ?? gap..<gap, with: carried, cost: 0,
      takingOut: Departures(ranges.filter { $0.upperBound < gap }, of: units),
      Departures(ranges.filter { $0.lowerBound > gap }, of: units), selectedCount: carried.count)
  }
}

extension [Range<Int>] {
  /// The same numbers in ranges of which no two overlap or touch, in order.
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
