/// A selection that stays between the same elements while the content changes, such as the destination of a paste.
struct TrackedSelection: Equatable {
  /// The selection in offsets of the content.
  private var selection: TextSelection
  private var additionalSelections: [Range<Int>]

  /// Captures a selection.
  init<Token>(
    _ selection: TextSelection, _ additional: [Range<Int>] = [], in elements: ElementSequence<Token>
  ) {
    self.selection = TextSelection(
      anchor: elements.offset(of: selection.anchor), head: elements.offset(of: selection.head))
    additionalSelections = additional.map(elements.offsets)
  }

  /// Returns the selection, as far as it still exists.
  func current<Token>(in elements: ElementSequence<Token>) -> (TextSelection, additional: [Range<Int>]) {
    let current = TextSelection(
      anchor: elements.index(atOrAfter: selection.anchor), head: elements.index(atOrAfter: selection.head))
    return (current, additionalSelections.map { elements.indices(atOrAfter: $0) })
  }

  /// Returns the selected ranges in order, which neither overlap nor touch. If nothing is selected, returns
  /// only the caret.
  func ranges<Token>(in elements: ElementSequence<Token>) -> [Range<Int>] {
    let selected = (additionalSelections + [selection.range]).filter { !$0.isEmpty }.united()
    return (selected.isEmpty ? [selection.range] : selected).map { elements.indices(atOrAfter: $0) }
  }

  /// Follows a change of the content. If the elements were removed, the selection is at their position, after any
  /// replacement.
  ///
  /// - Parameter bias: The side on which an insertion at a caret leaves it.
  mutating func move(by map: PositionMap, _ bias: PositionMap.Bias) {
    additionalSelections = additionalSelections.compactMap { range in
      let new = map.map(range, bias)
      return new.isReplaced ? nil : new.range
    }
    let range = map.map(selection.range, bias).range
    let isForward = selection.anchor <= selection.head
    selection = TextSelection(
      anchor: isForward ? range.lowerBound : range.upperBound,
      head: isForward ? range.upperBound : range.lowerBound)
  }
}
