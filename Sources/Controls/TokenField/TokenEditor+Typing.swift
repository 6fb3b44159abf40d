extension TokenEditor {
  /// Types text at the caret and replaces the selection. A delimiter turns the text before it into
  /// a token.
  mutating func type(_ text: String) {
    guard configuration.isEditable else { return }
    var rest = text[...]
    while !rest.isEmpty {
      // The first grapheme that replaces a selection changes the text at the caret.
      let part = hasSelection ? rest.prefix(1) : rest
      let end = firstDelimiter(in: part) ?? part.endIndex
      insert(part[..<end])
      // The text after the caret stays text.
      if end < part.endIndex, !hasSelection { makeToken(of: elements.textRun(before: selection.head)) }
      rest = rest[end...].dropFirst(end < part.endIndex ? 1 : 0)
    }
  }

  /// Returns the index of the first delimiter in typed text that is not in a quotation or an address in brackets.
  ///
  /// - Complexity: O(*n*) in the lengths of the text and of the text before the caret.
  private func firstDelimiter(in text: Substring) -> String.Index? {
    let delimiters = configuration.delimiters.characters
    guard text.contains(where: delimiters.contains) else { return nil }
    let before = elements.string(in: elements.textRun(before: selection.head))
    var enclosure = EnclosureReader(before, separators: Set(delimiters.flatMap(\.utf8)))
    // Text beyond the capacity will not be inserted, so that its quotation marks have no effect.
    let capacity = remainingTextCapacity(around: selection.range)
    var (read, accepted) = (text.startIndex, text.startIndex)
    for (count, index) in text.indices.enumerated() {
      if count <= capacity { accepted = index }
      guard delimiters.contains(text[index]) else { continue }
      enclosure.append(text[read..<accepted])
      guard enclosure.isOpen() else { return index }
      read = accepted
    }
    return nil
  }

  /// Returns the number of graphemes of text that may replace a range without exceeding the text limit.
  ///
  /// - Parameters:
  ///   - meetsBefore: Whether the new text is adjacent to the text before the range.
  ///   - meetsAfter: Whether the new text is adjacent to the text after the range.
  func remainingTextCapacity(around range: Range<Int>, meetsBefore: Bool = true, meetsAfter: Bool = true)
    -> Int
  {
    TokenFieldConfiguration.textLimit - (meetsBefore ? elements.textRun(before: range.lowerBound).count : 0)
      - (meetsAfter ? elements.textRun(after: range.upperBound).count : 0)
  }

  /// Inserts text word by word, as far as it fits. The first word replaces the selection and goes to its first range.
  private mutating func insert(_ text: Substring) {
    var rest = text
    while let first = rest.first {
      let ranges = selectedRanges
      let target = ranges.first ?? selection.range
      let capacity = remainingTextCapacity(around: target)
      guard capacity > 0 else { return reportMessage(.maximumTextLength) }
      // A word with the space after it is one undo step. So is the replacement of a selection.
      let previous = target.lowerBound > 0 ? elements[target.lowerBound - 1].character : nil
      let beginsWord = previous?.isWhitespace == true && !first.isWhitespace
      if hasSelection || beginsWord { history.endStep() }
      let next = rest.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
      let word = rest[..<next.startIndex].prefix(capacity)
      replace(target, with: Elements(text: word), as: .typing, removing: Array(ranges.dropFirst()))
      rest = rest[word.endIndex...]
    }
  }

  /// Removes the selection, as a separate undo step that includes the text typed next.
  mutating func removeSelection() {
    guard hasSelection else { return }
    history.endStep()
    removeSelected(as: .typing)
  }

  // Creating tokens.

  /// Turns the text run at the caret into a token.
  mutating func tokenizeAtCaret() {
    guard configuration.isEditable else { return }
    discardEmptyInPlaceEdit()
    makeToken(of: elements.textRun(around: selection.head))
  }

  /// Turns each text run into a token, as one undo step. Used when the field loses the focus.
  mutating func tokenizeAll() {
    guard configuration.isEditable else { return }
    discardEmptyInPlaceEdit()
    makeStep(since: inPlaceEdit?.checkpoint) { editor in
      // This is first because any other change cancels the in-place edit.
      editor.commitInPlaceEdit()
      var end = editor.elements.count
      // Searched again each time, because a token that moves to the text is removed before it.
      while let text = editor.elements.lastTextRun(before: end) {
        editor.makeToken(of: text)
        // If graphemes joined as well, fewer elements than that may remain.
        end = min(text.lowerBound, editor.elements.count)
      }
    }
  }

  /// Turns text into a token, or removes it if it consists of spaces. Text that cannot become a
  /// token stays, and the reason is reported.
  ///
  /// - Parameter replacement: The text of the token, or `nil` to use the text itself.
  /// - Returns: Whether the text was replaced or removed.
  @discardableResult mutating func makeToken(of text: Range<Int>, as replacement: String? = nil) -> Bool {
    guard !text.isEmpty else { return true }
    let string = (replacement ?? elements.string(in: text)).trimmed
    let edit = inPlaceRange.flatMap { $0.overlaps(text) ? inPlaceEdit : nil }
    guard !string.isEmpty else { return replaceText(text, with: nil, ending: edit) }
    let original = edit?.original
    if let original, inPlaceRange == text, adapter.text(of: original) == string {
      keepingSelection { editor in
        let map = PositionMap([PositionMap.Segment(old: editor.elements.offsets(of: text), newLength: 1)])
        editor.cancelInPlaceEdit(isAccepted: true)
        return map
      }
      return true
    }
    guard let token = adapter.makeToken(of: String(string), replacing: original) else {
      reportMessage(.notToken(TokenFieldConstants.name(String(string))))
      return false
    }
    guard configuration.duplicates != .allow, let index = index(ofKey: adapter.key(of: token)),
      let existing = elements[index].token
    else { return replaceText(text, with: token, ending: edit) }
    return resolveDuplicate(existing, at: index, text, edit)
  }

  /// Replaces text with a token, or removes it if there is no token.
  private mutating func replaceText(_ text: Range<Int>, with token: Token?, ending edit: InPlaceEdit?) -> Bool
  {
    makeStep(since: edit?.checkpoint) { editor in
      editor.keepingSelection { $0.replace(text, with: Elements(token.map { [.token($0)] } ?? [])) }
      if edit != nil { editor.inPlaceEdit = nil }
    }
    return true
  }

  /// Refuses text that duplicates an existing token, or moves that token to the text.
  private mutating func resolveDuplicate(
    _ existing: Token, at index: Int, _ text: Range<Int>, _ edit: InPlaceEdit?
  ) -> Bool {
    guard configuration.duplicates == .move else {
      reportMessage(.alreadyExists(displayName(of: existing)), highlighting: [existing.id])
      return false
    }
    makeStep(since: edit?.checkpoint) { editor in
      editor.inPlaceEdit = nil
      editor.keepingSelection {
        $0.replace(text, with: Elements([.token(existing)]), isMove: true, removing: [index..<index + 1])
      }
    }
    reportMessage(.movedHere(displayName(of: existing)), highlighting: [existing.id])
    return true
  }
}

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
