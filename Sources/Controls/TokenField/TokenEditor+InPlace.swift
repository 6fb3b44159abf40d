// A token is edited in its place: it becomes text until that is a token again.
extension TokenEditor {
  /// Makes text of a token, all of it selected; text beside it becomes a token first, so that the
  /// two stay apart.
  ///
  /// Where that can't be, a remark says why, and the caret stands behind the token: what is typed
  /// next was meant for its text, not to take its place.
  mutating func edit(_ index: Int) {
    guard configuration.isEditable, case .token(let token) = units[index] else { return }
    selection = TextSelection(caret: index + 1)
    let text = kind.text(of: token)
    guard text.utf8.count <= 4 * TokenFieldConfiguration.textLimit,
      text.count <= TokenFieldConfiguration.textLimit
    else { return remark("This token is too long to be edited here") }
    guard kind.canEdit(token) else {
      return remark("\(name: kind.name(of: token)) can't be edited as text")
    }
    selection = TextSelection(anchor: index, head: index + 1)
    guard setNeighboursApart(), let index = selectedToken else { return leave(token) }
    let mark = history.mark()
    let units = Units(text.map { .text($0) })
    let range = index..<index + units.count
    makeStep { editor in
      editor.replace(index..<index + 1, with: units)
      editor.selection = TextSelection(anchor: range.lowerBound, head: range.upperBound)
    }
    trial = Trial(original: token, mark: mark, range: range)
  }

  /// Has the caret behind a token that was selected; where it was, once it has gone elsewhere.
  private mutating func leave(_ token: Token) {
    let gap = selection.range.lowerBound
    let isThere = gap < units.count && units[gap].token?.id == token.id
    selection = TextSelection(caret: isThere ? gap + 1 : gap)
  }

  /// Whether there is a token that a person may edit in its place.
  func canEdit(_ index: Int) -> Bool {
    configuration.isEditable && units[index].token.map(kind.canEdit) ?? false
  }

  /// Makes tokens of the text on both sides of what is selected.
  ///
  /// - Returns: Whether there is none any more.
  private mutating func setNeighboursApart() -> Bool {
    if let trial { makeToken(of: trial.range) }
    return makeToken(of: units.stretch(after: selection.range.upperBound))
      && makeToken(of: units.stretch(before: selection.range.lowerBound))
  }

  /// Ends an edit once the caret has left its text.
  mutating func settleTrial() {
    guard let trial, !trial.isAround(selection) else { return }
    settleEmptied()
    endTrial()
  }

  /// Makes a token again of one that is being edited, wherever the caret is. What can't be one stays
  /// text.
  mutating func endTrial() {
    guard let trial else { return }
    makeToken(of: trial.range)
    guard self.trial != nil else { return }
    // An undo leads to the token, not to its text that nobody edits.
    history.join(since: trial.mark)
    self.trial = nil
  }

  /// Ends an edit that the caret is in: what stands before that becomes the token, as by a delimiter,
  /// or, where nothing does, what stands behind it.
  mutating func endTrialHere() {
    guard let trial, trial.isAround(selection) else { return }
    let before = units.stretch(before: selection.range.lowerBound)
    makeToken(of: before.isEmpty ? units.stretch(after: selection.range.upperBound) : before)
  }

  /// Lets a token go of which nothing is left while it is being edited.
  mutating func settleEmptied() {
    guard let trial, trial.range.isEmpty else { return }
    history.join(since: trial.mark)
    self.trial = nil
  }

  /// Gives the token back that is being edited, as it was, and selects it.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func revert() -> Bool {
    guard let trial else { return false }
    takeBack(history.revert(to: trial.mark))
    self.trial = nil
    return true
  }
}

extension TokenEditor.Trial {
  /// Whether caret and selection are in the text, or at an end of it.
  func isAround(_ selection: TextSelection) -> Bool {
    range.lowerBound <= selection.range.lowerBound && selection.range.upperBound <= range.upperBound
  }
}
