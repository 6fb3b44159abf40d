extension TokenField {
  /// What there is to say: what could not be done, or what is wrong with the token that is selected,
  /// or else caret and selection in words.
  func describe() -> String {
    if let remark { return remark }
    if let completionWords { return completionWords }
    guard count > 0 else { return "No tokens" }
    if editor.trial != nil { return "Editing; Enter keeps the change, Escape takes it back" }
    let ranges = editor.selectedRanges
    guard !ranges.isEmpty else { return "Caret \(caretWords), nothing selected" }
    if let problem = problemOfSelected { return problem }
    return "\(selectedWords) selected, caret \(caretWords)"
  }

  private var selectedWords: String {
    let (tokens, letters) = editor.selectedCounts
    if letters == 0 { return "\(tokens) of \(count - editor.units.textCount)" }
    let characters = letters == 1 ? "1 character" : "\(letters) characters"
    guard tokens > 0 else { return characters }
    return "\(tokens == 1 ? "1 token" : "\(tokens) tokens") and \(characters)"
  }

  private var problemOfSelected: String? {
    guard let index = editor.selectedToken, let token = editor.units[index].token,
      let problem = editor.kind.problem(of: token)
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
