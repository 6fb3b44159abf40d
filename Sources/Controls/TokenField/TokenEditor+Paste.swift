import Scene

extension TokenEditor {
  /// Puts what came from elsewhere, and was read to its end, in the place of what is selected. A list
  /// makes tokens of its parts, of which the first takes along the text before the caret; other text
  /// stays text, where there is room for it as such. Where there is nothing in it, or no room for it,
  /// all stays as it is, and a remark tells so.
  ///
  /// All of it is put in at once.
  ///
  /// - Returns: Whether it was.
  /// - Complexity: O(*m*) in what is pasted; O(*m* + *n*) where its tokens have identities or some of
  ///   them are here already; more where those come from many places (`DuplicatePolicy.move`).
  mutating func paste(_ content: PastedContent<Kind>) -> Bool {
    guard configuration.isEditable else { return false }
    var content = content
    if let text = content.plainText {
      if text.hasAtMost(textRoom) { return put(text.map { .text($0) }) }
      content.takeWhole(text, for: &self)
    }
    guard let new = units(of: content.pieces) else {
      remark("There is no room for so much text")
      return false
    }
    return put(new, joining: content.first, withIdentities: content.hasIdentities)
  }

  /// How many graphemes of text there is room for where something is selected.
  private var textRoom: Int {
    let range = selection.range
    return TokenFieldConfiguration.textLimit - units.stretch(before: range.lowerBound).count
      - units.stretch(after: range.upperBound).count
  }

  /// The same as units; text that there is no room for becomes a token.
  ///
  /// - Returns: `nil` where it can't.
  private mutating func units(of pieces: [Units.Piece]) -> [Units.Unit]? {
    let room = textRoom
    var new: [Units.Unit] = []
    for piece in pieces {
      switch piece {
      case .token(let token): new.append(.token(token))
      case .text(let text):
        if text.hasAtMost(room) {
          new += text.map { .text($0) }
        } else if let token = kind.makeToken(ofTrimmed: text) {
          new.append(.token(token))
        } else {
          return nil
        }
      }
    }
    return new
  }

  /// Puts units in the place of what is selected.
  ///
  /// - Parameters:
  ///   - first: What the first token was made of, that may be the end of what was typed.
  ///   - hasIdentities: Whether there are tokens with identities that may be here already.
  private mutating func put(
    _ new: [Units.Unit], joining first: String? = nil, withIdentities hasIdentities: Bool = false
  ) -> Bool {
    guard !new.isEmpty else {
      remark(ReceivedData.Failure.nothingThere.sentence)
      return false
    }
    let mark = history.mark()
    removeSelected()
    var (new, range) = (new, selection.range)
    let text = units.stretch(before: selection.head)
    if let first, !text.isEmpty, trial == nil,
      let token = kind.makeToken(ofTrimmed: units.string(in: text) + first)
    {
      new[0] = .token(token)
      // Where such a token is refused, what was typed stays.
      if configuration.duplicates != .refuse || !isThere(kind.key(of: token)) { range = text }
    }
    let (admitted, twins) = admit(new, withIdentities: hasIdentities)
    let count = units.count
    replace(range, with: Units(admitted))
    let growth = units.count - count
    takeOut(twins.map { $0 < range.lowerBound ? $0 : $0 + growth }, since: mark)
    history.join(since: mark)
    return true
  }

  /// Takes units out that have come back elsewhere; the caret stays where it is.
  ///
  /// - Complexity: O(*k* × *b*) for *k* of them in *b* blocks, neighbours counting as one.
  private mutating func takeOut(_ indices: [Int], since mark: EditHistory<Edit>.Mark) {
    var ranges = Self.joined(indices.map { $0..<$0 + 1 })[...]
    while !ranges.isEmpty {
      let caret = takeOut(Array(ranges.suffix(Self.joinedCount)), following: selection.head)
      selection = TextSelection(caret: caret)
      ranges = ranges.dropLast(Self.joinedCount)
      history.join(since: mark)
    }
  }

  /// How many changes stand in the history by themselves at most before they are made one step: it
  /// would forget the first ones of very many.
  private static var joinedCount: Int { 100 }
}

extension String {
  /// Whether it has no more graphemes than so many.
  ///
  /// - Complexity: O(`limit`), however many there are.
  fileprivate func hasAtMost(_ limit: Int) -> Bool {
    utf8.count <= limit || prefix(max(0, limit + 1)).count <= limit
  }
}
