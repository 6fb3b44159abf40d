import Scene

extension TokenField {
  /// Follows what there is to say; room is looked for again wherever that is said anew.
  mutating func elideStatus() {
    statusLine = DisplayText.elided(
      status, toFit: statusFrame.width, style: Theme.Fonts.caption, measuring: environment.text)
  }

  /// What there is to say: what could not be done, or what is wrong with the token that is selected,
  /// or else caret and selection in words.
  func describe() -> String {
    if let remark { return remark }
    if !pasted.isEmpty { return "Pasting; Escape gives it up" }
    if let completionWords { return completionWords }
    guard count > 0 else { return "No tokens" }
    if editor.trial != nil { return "Editing; Enter keeps the change, Escape takes it back" }
    let ranges = editor.selectedRanges
    guard !ranges.isEmpty else {
      return problem(at: selection.head - 1) ?? "Caret \(caretWords), nothing selected"
    }
    if let problem = editor.selectedToken.flatMap(problem) { return problem }
    return "\(selectedWords) selected, caret \(caretWords)"
  }

  private var selectedWords: String {
    let (tokens, letters) = editor.selectedCounts
    if letters == 0 { return "\(tokens) of \(count - editor.units.textCount)" }
    let characters = letters == 1 ? "1 character" : "\(letters) characters"
    guard tokens > 0 else { return characters }
    return "\(tokens == 1 ? "1 token" : "\(tokens) tokens") and \(characters)"
  }

  /// What is wrong with a token, with the one before the caret too, which may have come just now. It
  /// was found when that was laid out, since it may take long to find.
  private func problem(at index: Int) -> String? {
    guard index >= 0, let token = editor.units[index].token,
      let problem = box(ofUnit: index)?.problem
    else { return nil }
    return "\(editor.kind.name(of: token)): \(problem)"
  }

  private var caretWords: String {
    let head = selection.head
    let text = stretch(around: head)
    if !text.isEmpty {
      return "in text, after \(head - text.lowerBound) of \(text.count) characters"
    }
    guard head < count, let token = editor.units[head].token else { return "after the last token" }
    return "before \(editor.kind.name(of: token))"
  }
}
