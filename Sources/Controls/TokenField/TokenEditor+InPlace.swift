// In-place editing: a token becomes text until the text becomes a token again.
extension TokenEditor {
  /// Turns a token into text and selects all of it. Adjacent text becomes a token first, so that
  /// the two stay separate.
  ///
  /// If the token cannot be edited, only reports the reason. If the adjacent text cannot become a token, also moves
  /// the caret after the token.
  mutating func edit(_ index: Int) {
    guard configuration.isEditable, case .token(let token) = elements[index] else { return }
    let text = adapter.text(of: token)
    if let reason = reasonAgainstEditing(token, text) { return reportMessage(reason) }
    selected = ElementSelection(main: TextSelection(anchor: index, head: index + 1))
    guard tokenizeAdjacentText(), let index = selectedToken else { return moveCaretAfter(token) }
    let checkpoint = history.checkpoint()
    let start = elements.offset(of: index)
    replace(index..<index + 1, with: Elements(text: text), selectsNew: true)
    inPlaceEdit = InPlaceEdit(
      original: token, checkpoint: checkpoint, offsets: start..<start + text.utf8.count)
  }

  /// Moves the caret after the selected token, or to the token's former index if it has moved.
  private mutating func moveCaretAfter(_ token: Token) {
    let index = selection.range.lowerBound
    let isThere = index < elements.count && elements[index].token?.id == token.id
    selection = TextSelection(caret: isThere ? index + 1 : index)
  }

  /// Returns the reason why the user may not edit a token with a text in place, or `nil` if there is none.
  private func reasonAgainstEditing(_ token: Token, _ text: String) -> ControlMessage? {
    guard text.utf8.count <= 4 * TokenFieldConfiguration.textLimit,
      text.count <= TokenFieldConfiguration.textLimit
    else { return .tooLongToEdit }
    return adapter.canEdit(token) ? nil : .notEditable(displayName(of: token))
  }

  /// Whether the selection is a token that the user can edit in place.
  var canEditSelected: Bool {
    guard configuration.isEditable, let token = selectedToken.flatMap({ elements[$0].token }) else {
      return false
    }
    return reasonAgainstEditing(token, adapter.text(of: token)) == nil
  }

  /// Returns whether the element at an index is a token that the user may edit in place.
  func canEdit(_ index: Int) -> Bool {
    configuration.isEditable && elements[index].token.map(adapter.canEdit) ?? false
  }

  /// Turns the text on both sides of the selection into tokens.
  ///
  /// - Returns: Whether no text remains.
  private mutating func tokenizeAdjacentText() -> Bool {
    if let inPlaceRange { makeToken(of: inPlaceRange) }
    return makeToken(of: elements.textRun(after: selection.range.upperBound))
      && makeToken(of: elements.textRun(before: selection.range.lowerBound))
  }

  /// Commits the in-place edit if the caret has left its text.
  mutating func commitInPlaceEditIfCaretLeft() {
    guard inPlaceEdit != nil, !isSelectionInPlace else { return }
    discardEmptyInPlaceEdit()
    commitInPlaceEdit()
  }

  /// Commits the in-place edit, wherever the caret is. Text that cannot become a token stays text.
  mutating func commitInPlaceEdit() {
    guard let inPlaceEdit, let inPlaceRange else { return }
    makeToken(of: inPlaceRange)
    guard self.inPlaceEdit != nil else { return }
    // Undo restores the token, not the text of the finished edit.
    history.coalesce(since: inPlaceEdit.checkpoint)
    self.inPlaceEdit = nil
  }

  /// Commits the in-place edit if the caret is in it. Like a delimiter, this turns the text before
  /// the caret into the token or, if there is none, the text after the caret.
  mutating func commitInPlaceEditAtCaret() {
    guard isSelectionInPlace else { return }
    let before = elements.textRun(before: selection.range.lowerBound)
    makeToken(of: before.isEmpty ? elements.textRun(after: selection.range.upperBound) : before)
  }

  /// Ends the in-place edit if its text is empty. The token stays removed.
  mutating func discardEmptyInPlaceEdit() {
    guard let inPlaceEdit, inPlaceEdit.offsets.isEmpty else { return }
    history.coalesce(since: inPlaceEdit.checkpoint)
    self.inPlaceEdit = nil
  }

  /// Cancels the in-place edit, if there is one: restores the token and selects it.
  ///
  /// - Parameter isAccepted: Whether the user has accepted the text, which is that of the token.
  mutating func cancelInPlaceEdit(isAccepted: Bool = false) {
    guard let inPlaceEdit else { return }
    revert(history.revert(to: inPlaceEdit.checkpoint), isUnchanged: isAccepted)
    self.inPlaceEdit = nil
  }

  /// Whether the selection is within the text of the in-place edit or at its ends.
  private var isSelectionInPlace: Bool {
    guard let range = inPlaceRange else { return false }
    return range.lowerBound <= selection.range.lowerBound && selection.range.upperBound <= range.upperBound
  }
}
