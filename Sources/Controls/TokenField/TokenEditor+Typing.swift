extension TokenEditor {
  /// Types text at the caret and replaces the selection. A delimiter turns the text before it into
  /// a token.
  mutating func type(_ text: String) {
    guard configuration.isEditable else { return }
    let delimiters = configuration.delimiters.characters
    for character in text {
      if delimiters.contains(character), !isEnclosed { endToken() } else { insert(character) }
    }
  }

  /// Whether the caret is in a quotation or an address in brackets that is still open.
  private var isEnclosed: Bool {
    let separators = configuration.delimiters.characters.flatMap(\.utf8)
    let text = elements.string(in: elements.textRun(before: selection.head))
    return ListReader.endsOpen(text, separators: Set(separators))
  }

  private mutating func insert(_ character: Character) {
    let target = selectedRanges.first ?? selection.range
    guard remainingTextCapacity(around: target) > 0 else {
      return reportMessage(.maximumTextLength)
    }
    // A word with the space after it is one undo step. So is the replacement of a selection.
    let previous = target.lowerBound > 0 ? elements[target.lowerBound - 1].character : nil
    let beginsWord = previous?.isWhitespace == true && !character.isWhitespace
    if hasSelection || beginsWord { history.endStep() }
    replaceSelected(with: Elements(text: String(character)), as: .typing)
  }

  /// Removes the selection, as a separate undo step that includes the text typed next.
  mutating func removeSelection() {
    guard hasSelection else { return }
    history.endStep()
    removeSelected(as: .typing)
  }

  /// Turns the text before the caret into a token. The text after the caret stays text.
  private mutating func endToken() {
    guard !hasSelection else { return }
    let text = elements.textRun(before: selection.head)
    makeToken(of: text)
  }
}

// Creating tokens.
extension TokenEditor {
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
        editor.revert()
        return map
      }
      return true
    }
    guard let token = adapter.makeToken(of: String(string), replacing: original) else {
      let name = DisplaySanitizer.elided(String(string), to: TokenFieldConstants.nameLimit)
      reportMessage(.notToken(name))
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
      reportMessage(.alreadyExists(adapter.name(of: existing)), highlighting: [existing.id])
      return false
    }
    makeStep(since: edit?.checkpoint) { editor in
      editor.inPlaceEdit = nil
      editor.keepingSelection {
        $0.replace(text, with: Elements([.token(existing)]), cost: 0, removing: [index..<index + 1])
      }
    }
    reportMessage(.movedHere(adapter.name(of: existing)), highlighting: [existing.id])
    return true
  }
}
