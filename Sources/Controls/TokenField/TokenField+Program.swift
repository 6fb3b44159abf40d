public import Motion

// Changes by the program.
extension TokenField {
  /// Replaces all elements by tokens. The caret moves after them.
  ///
  /// See `replace(_:with:isUndoable:at:)`.
  @discardableResult public mutating func setTokens(
    _ tokens: some Sequence<Token>, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(0..<count, with: tokens, isUndoable: isUndoable, movesCaret: true, at: now)
  }

  /// Inserts tokens at an insertion index.
  ///
  /// See `replace(_:with:isUndoable:at:)`.
  @discardableResult public mutating func insert(
    _ tokens: some Sequence<Token>, at index: Int, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(index..<index, with: tokens, isUndoable: isUndoable, at: now)
  }

  /// Removes a range of elements.
  ///
  /// See `replace(_:with:isUndoable:at:)`.
  @discardableResult public mutating func remove(
    _ range: Range<Int>, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(range, with: [], isUndoable: isUndoable, at: now)
  }

  /// Replaces a range of elements by tokens, also if the user may not edit the field.
  ///
  /// The selection stays between the same elements, and the content does not scroll. An in-place edit ends; its text
  /// stays text. `DuplicatePolicy` does not apply.
  ///
  /// - Parameters:
  ///   - range: The range in insertion indices. It is limited to the content.
  ///   - tokens: The tokens. Their identities differ from each other and from those of all remaining tokens.
  ///   - isUndoable: Whether the change is a step that the user can undo. Otherwise, neither it nor any change before it
  ///     can be undone.
  /// - Returns: One `changed` action if tokens were inserted or removed, otherwise no action.
  @discardableResult public mutating func replace(
    _ range: Range<Int>, with tokens: some Sequence<Token>, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(range, with: tokens, isUndoable: isUndoable, movesCaret: false, at: now)
  }

  private mutating func replace(
    _ range: Range<Int>, with tokens: some Sequence<Token>, isUndoable: Bool, movesCaret: Bool,
    at now: Instant
  ) -> Response<Action> {
    let range = range.clamped(to: 0..<count)
    let new = TokenEditor<Adapter>.Elements(tokens.lazy.map { .token($0) })
    return change(at: now, .keepsCompletions) { field in
      field.editor.inPlaceEdit = nil
      field.editor.history.endStep()
      field.editor.keepingSelection { $0.replace(range, with: new) }
      if movesCaret { field.editor.select(TextSelection(anchor: field.count, head: field.count)) }
      if !isUndoable { field.editor.history.removeAllSteps() }
    }
  }

  /// Selects a range of elements, or moves the caret if the range is empty, and scrolls to its end.
  ///
  /// An in-place edit ends if the selection is not in its text, as if the user had moved the caret.
  ///
  /// - Parameter range: The range in insertion indices. It is limited to the content.
  /// - Returns: One `changed` action if the in-place edit has changed a token, otherwise no action.
  @discardableResult public mutating func select(_ range: Range<Int>, at now: Instant) -> Response<Action> {
    let range = range.clamped(to: 0..<count)
    return change(at: now, .revealsCaret) { field in
      field.caret.place()
      field.editor.select(TextSelection(anchor: range.lowerBound, head: range.upperBound))
    }
  }
}
