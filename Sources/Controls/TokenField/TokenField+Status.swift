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

// The status message of the completion list.
extension TokenField {
  /// The number of completions and the highlighted one, or `nil` if no list is open.
  var completionStatus: StatusMessage? {
    let count = completions.count
    guard count > 0 else { return nil }
    let amount = count < Self.completionLimit ? "\(count)" : "\(count) or more"
    let label = count == 1 ? "1 suggestion" : "\(amount) suggestions"
    guard let index = highlightedCompletion else { return StatusMessage(label) }
    let name = DisplaySanitizer.elided(completions[index].text, to: Theme.TokenField.nameLimit)
    return "\(label), \((index + 1).ordinal): \(userText: name)"
  }
}

extension Int {
  /// The ordinal number in English, as a word up to ten.
  fileprivate var ordinal: String {
    let words = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]
    if words.indices.contains(self - 1) { return words[self - 1] }
    if (11...13).contains(self % 100) { return "\(self)th" }
    return switch self % 10 {
    case 1: "\(self)st"
    case 2: "\(self)nd"
    case 3: "\(self)rd"
    default: "\(self)th"
    }
  }
}
