import Scene

extension TokenField {
  /// Follows what there is to say; room is looked for again wherever that is said anew.
  mutating func elideStatus() {
    statusLine = sentence.elided(
      toFit: statusFrame.width, style: Theme.Fonts.caption, measuring: environment.text)
  }

  /// What there is to say: what could not be done, or what is wrong with the token that is selected,
  /// or else caret and selection in words.
  func describe() -> Sentence {
    if let remark { return remark }
    if !pasted.isEmpty { return "Pasting; Escape gives it up" }
    if let completionWords { return completionWords }
    guard count > 0 else { return "No tokens" }
    if editor.trial != nil { return "Editing; Enter keeps the change, Escape takes it back" }
    guard editor.hasSelection else {
      return problem(at: selection.head - 1) ?? "Caret \(caretWords), nothing selected"
    }
    return editor.selectedToken.flatMap(problem) ?? selectionWords
  }

  /// What is wrong with a token, with the one before the caret too, which may have come just now. It
  /// was found when that was laid out, since it may take long to find.
  private func problem(at index: Int) -> Sentence? {
    guard index >= 0, let token = editor.units[index].token,
      let problem = box(ofUnit: index)?.problem
    else { return nil }
    return "\(name: editor.kind.name(of: token)): \(problem)"
  }

  private var caretWords: Sentence {
    let (head, text) = (selection.head, stretch(around: selection.head))
    guard text.isEmpty else {
      return "in text, after \(head - text.lowerBound) of \(text.count) characters"
    }
    guard head < count, let token = editor.units[head].token else { return "after the last token" }
    return "before \(name: editor.kind.name(of: token))"
  }
}

// What is selected: in no more words than there is room for, however much it is.
extension TokenField {
  private var selectionWords: Sentence {
    let (tokens, letters) = editor.selectedCounts
    if letters == 0 {
      let all = count - editor.units.textCount
      return "\(tokens) of \(all) selected, caret \(briefCaretWords)"
    }
    if tokens == 0, editor.scattered.isEmpty { return textSelectionWords(letters) }
    let characters = letters == 1 ? "1 character" : "\(letters) characters"
    guard tokens > 0 else { return "\(characters) selected, caret \(briefCaretWords)" }
    let place: Sentence = selection.head == count ? "at the end" : briefCaretWords
    return
      "\(tokens == 1 ? "1 token" : "\(tokens) tokens") and \(characters) selected, caret \(place)"
  }

  /// Of characters of one text.
  private func textSelectionWords(_ letters: Int) -> Sentence {
    let text = stretch(around: selection.head)
    let before = selection.head - text.lowerBound
    let place = before == 0 ? "before the first character" : "after character \(before)"
    return "\(letters) of \(text.count) characters selected, caret \(place)"
  }

  private var briefCaretWords: Sentence {
    stretch(around: selection.head).isEmpty ? caretWords : "in text"
  }
}
