import Scene

extension TokenField {
  /// Fits the status message into the status line. The message is elided again after each change.
  mutating func elideStatus() {
    statusLine = statusMessage.elided(
      toFit: statusFrame.width, style: Theme.Fonts.caption, measuring: environment.text)
  }

  /// The status message: the reason why a command failed, the problem of the selected token, or else
  /// the caret and the selection.
  var currentStatus: StatusMessage {
    if let lastProblem { return lastProblem }
    if !activePastes.isEmpty { return "Pasting… Press Escape to cancel" }
    if let completionStatus { return completionStatus }
    guard count > 0 else { return "No tokens" }
    if editor.inPlaceEdit != nil { return "Editing. Enter: accept, Escape: cancel" }
    guard editor.hasSelection else {
      return problem(at: selection.head - 1) ?? "Caret \(caretText), no selection"
    }
    return editor.selectedToken.flatMap(problem) ?? selectionText
  }

  /// Returns the problem of a token. It also covers the token before the caret, which may be new.
  /// The problem was found during layout, because validation may take long.
  private func problem(at index: Int) -> StatusMessage? {
    guard index >= 0, let token = editor.elements[index].token, let problem = box(ofElement: index)?.problem
    else { return nil }
    return "\(userText: editor.adapter.name(of: token)): \(problem)"
  }

  private var caretText: StatusMessage {
    let (head, text) = (selection.head, textRun(around: selection.head))
    guard text.isEmpty else { return "in text, after \(head - text.lowerBound) of \(text.count) characters" }
    guard head < count, let token = editor.elements[head].token else { return "after the last token" }
    return "before \(userText: editor.adapter.name(of: token))"
  }
}

// The selection, in a text of limited length for any selection.
extension TokenField {
  private var selectionText: StatusMessage {
    let (tokens, characters) = editor.selectedCounts
    if characters == 0 {
      let all = count - editor.elements.textCount
      return "\(tokens) of \(all) selected, caret \(briefCaretText)"
    }
    if tokens == 0, editor.additionalSelections.isEmpty { return textSelectionText(characters) }
    let characterText = characters == 1 ? "1 character" : "\(characters) characters"
    guard tokens > 0 else { return "\(characterText) selected, caret \(briefCaretText)" }
    let caret: StatusMessage = selection.head == count ? "at the end" : briefCaretText
    return "\(tokens == 1 ? "1 token" : "\(tokens) tokens") and \(characterText) selected, caret \(caret)"
  }

  /// Returns the text for selected characters of one text run.
  private func textSelectionText(_ characters: Int) -> StatusMessage {
    let text = textRun(around: selection.head)
    let before = selection.head - text.lowerBound
    let caret = before == 0 ? "before the first character" : "after character \(before)"
    return "\(characters) of \(text.count) characters selected, caret \(caret)"
  }

  private var briefCaretText: StatusMessage {
    textRun(around: selection.head).isEmpty ? caretText : "in text"
  }
}
