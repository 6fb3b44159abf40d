/// The destination of a paste: the selection at the time of the request, updated for later changes
/// of the content.
struct PasteDestination {
  /// The number of the request in the undo history. Pastes at the same insertion index appear in this order,
  /// regardless of which arrives first, and before text that the user types there, as if all had
  /// arrived immediately.
  let number: Int
  private var editCount: Int
  /// The selection in offsets of the content.
  private var selection: TextSelection
  private var additionalSelections: [Range<Int>]

  /// Captures the current selection.
  init<Adapter>(in editor: TokenEditor<Adapter>, number: Int) {
    (self.number, editCount) = (number, editor.editCount)
    selection = TextSelection(
      anchor: editor.elements.offset(of: editor.selection.anchor),
      head: editor.elements.offset(of: editor.selection.head))
    additionalSelections = editor.additionalSelections.map(editor.elements.offsets)
  }

  /// Returns the destination with a caret at an offset in place of the selection.
  func moved(to offset: Int) -> Self {
    var other = self
    (other.selection, other.additionalSelections) = (TextSelection(caret: offset), [])
    return other
  }

  /// Restores the captured selection, as far as it still exists.
  func restore<Adapter>(in editor: inout TokenEditor<Adapter>) {
    let elements = editor.elements
    editor.selection = TextSelection(
      anchor: elements.index(atOrAfter: selection.anchor), head: elements.index(atOrAfter: selection.head))
    editor.additionalSelections = additionalSelections.map { elements.indices(atOrAfter: $0) }
  }

  /// Returns the selected ranges in order, which neither overlap nor touch. If nothing is selected, returns
  /// only the caret.
  func ranges<Token>(in elements: ElementSequence<Token>) -> [Range<Int>] {
    let selected = (additionalSelections + [selection.range]).filter { !$0.isEmpty }.united()
    return (selected.isEmpty ? [selection.range] : selected).map { elements.indices(atOrAfter: $0) }
  }

  /// Returns whether both have the same selection, in the same content.
  func isSame(as other: Self) -> Bool {
    selection == other.selection && additionalSelections == other.additionalSelections
  }

  /// Updates the destination for changes since the last update. It stays between the same elements.
  /// If they were removed, it is at their position, after any replacement.
  ///
  /// - Parameters:
  ///   - editor: The editor. Its pending updates must not have been taken since the last update.
  ///   - destination: The destination of the paste that caused the changes, or `nil` if the user
  ///     caused them.
  /// - Complexity: O(*m*) in the number of changes and in the number of selected ranges.
  mutating func update<Adapter>(
    for editor: TokenEditor<Adapter>, pasting destination: PasteDestination? = nil
  ) {
    let maps = editor.pendingUpdates.maps.suffix(editor.editCount - editCount)
    editCount = editor.editCount
    let isLater = destination.map { $0.number < number } ?? false
    for map in maps { update(by: map, isLater ? .after : .before) }
  }

  private mutating func update(by map: PositionMap, _ bias: PositionMap.Bias) {
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
