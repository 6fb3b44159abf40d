extension TokenEditor {
  /// Types text where the caret is, in the place of what is selected; characters that end a token
  /// do so.
  mutating func type(_ text: String) {
    guard configuration.isEditable else { return }
    let delimiters = configuration.delimiters.characters
    for character in text {
      if delimiters.contains(character), !isEnclosed {
        endToken()
      } else {
        insert(character)
      }
    }
  }

  /// Whether the caret is within a quotation or an address that is not over yet.
  private var isEnclosed: Bool {
    let separators = configuration.delimiters.characters.flatMap(\.utf8)
    let splitter = TokenSplitter(separators: Set(separators))
    return splitter.endsOpen(units.string(in: units.stretch(before: selection.head)))
  }

  private mutating func insert(_ character: Character) {
    let place = selectedRanges.first ?? selection.range
    guard textRoom(around: place) > 0 else { return remark("There is no room for more text") }
    // A word with the space after it is one step, and so is what takes the place of something.
    let previous = place.lowerBound > 0 ? units[place.lowerBound - 1].character : nil
    let beginsWord = previous?.isWhitespace == true && !character.isWhitespace
    if hasSelection || beginsWord { history.endStep() }
    replaceSelected(with: Units([.text(character)]), as: .typing)
  }

  /// Takes out what is selected, as a step of its own that what is typed next belongs to.
  mutating func removeSelection() {
    guard hasSelection else { return }
    history.endStep()
    removeSelected(as: .typing)
  }

  /// Makes a token of the text before the caret; what stands behind the caret stays text.
  private mutating func endToken() {
    guard !hasSelection else { return }
    let text = units.stretch(before: selection.head)
    makeToken(of: text)
  }
}

// Making tokens.
extension TokenEditor {
  /// Makes a token of all the text that the caret is in.
  mutating func tokenizeHere() {
    guard configuration.isEditable else { return }
    settleEmptied()
    makeToken(of: units.stretch(around: selection.head))
  }

  /// Makes a token of each piece of text that there is, as when the field is left; all of it is one
  /// step.
  mutating func tokenizeAll() {
    guard configuration.isEditable else { return }
    settleEmptied()
    makeStep(since: trial?.mark) { editor in
      // First of all, since an edit is given up where anything else changes.
      editor.endTrial()
      var end = editor.units.count
      // Asked for anew each time, since a token that moves takes its place from before the text.
      while let text = editor.units.lastStretch(before: end) {
        editor.makeToken(of: text)
        // Where graphemes have grown together as well, there may be fewer units than that.
        end = min(text.lowerBound, editor.units.count)
      }
    }
  }

  /// Makes a token of some text; where it can't be one, it stays, and a remark says why. Spaces alone
  /// go away.
  ///
  /// - Parameter words: What it is taken for; `nil` for itself.
  /// - Returns: Whether it is text no more.
  @discardableResult
  mutating func makeToken(of text: Range<Int>, as words: String? = nil) -> Bool {
    guard !text.isEmpty else { return true }
    let string = (words ?? units.string(in: text)).trimmed
    let trial = trial.flatMap { $0.range.overlaps(text) ? $0 : nil }
    guard !string.isEmpty else { return settle(trial, text, with: nil) }
    let original = trial?.original
    if let original, trial?.range == text, kind.text(of: original) == string {
      let selection = selection.following(text, count: 1)
      revert()
      self.selection = selection
      return true
    }
    guard let token = kind.makeToken(of: String(string), replacing: original) else {
      let name = DisplayText.elided(String(string), to: Theme.TokenField.nameLimit)
      remark("\(name: "“\(name)”") can't become a token")
      return false
    }
    guard configuration.duplicates != .allow, let index = index(ofKey: kind.key(of: token)),
      let twin = units[index].token
    else { return settle(trial, text, with: token) }
    return settleDuplicate(twin, at: index, text, trial)
  }

  /// Puts a token, or nothing, in the place of text.
  private mutating func settle(_ trial: Trial?, _ text: Range<Int>, with token: Token?) -> Bool {
    let selection = selection
    makeStep(since: trial?.mark) { editor in
      editor.replace(text, with: Units(token.map { [.token($0)] } ?? []))
      editor.selection = selection.following(text, count: token == nil ? 0 : 1)
      if trial != nil { editor.trial = nil }
    }
    return true
  }

  /// Refuses text as a token that is there already, or has that one come in its place.
  private mutating func settleDuplicate(
    _ twin: Token, at index: Int, _ text: Range<Int>, _ trial: Trial?
  ) -> Bool {
    guard configuration.duplicates == .move else {
      remark("\(name: kind.name(of: twin)) is there already", pointingOut: [twin.id])
      return false
    }
    let selection = selection.following(text, count: 1)
    makeStep(since: trial?.mark) { editor in
      editor.trial = nil
      editor.replace(text, with: Units([.token(twin)]), cost: 0)
      let doomed = index < text.lowerBound ? index : index + 1 - text.count
      let seam = editor.replace(doomed..<doomed + 1, with: Units())
      editor.selection = seam.followed(selection)
    }
    remark("\(name: kind.name(of: twin)) was there already", pointingOut: [twin.id])
    return true
  }
}

extension TextSelection {
  /// The same places after some units became `count` others; what was among them is behind those.
  func following(_ range: Range<Int>, count: Int) -> TextSelection {
    func follow(_ gap: Int) -> Int {
      if gap <= range.lowerBound { return gap }
      return gap < range.upperBound ? range.lowerBound + count : gap + count - range.count
    }
    return TextSelection(anchor: follow(anchor), head: follow(head))
  }
}
