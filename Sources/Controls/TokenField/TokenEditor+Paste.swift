import Scene

extension TokenEditor {
  /// What of something that was read to its end is put in, and what it takes the place of.
  ///
  /// A list makes tokens of its parts, of which the first takes along the text before the caret; other
  /// text stays text, where there is room for it as such.
  ///
  /// - Parameter place: In this content.
  /// - Returns: `nil` where there is no room for it.
  mutating func insertion(
    of content: PastedContent<Kind>, at place: PastePlace
  ) -> PasteInsertion<Kind>? {
    var content = content
    let range = place.range
    if let text = content.plainText {
      if text.hasAtMost(textRoom(around: range)) {
        let units = Units(text.map { .text($0) })
        return PasteInsertion(
          units, cost: cost(of: units), withIdentities: false, joining: 0, at: place, in: self)
      }
      content.takeWhole(text, for: &self)
    }
    guard !content.hasTooMuchText, var (new, cost) = fitted(content, to: range) else { return nil }
    var joinedCount = 0
    let text = units.stretch(before: range.lowerBound)
    if let first = content.first, !text.isEmpty, trial == nil,
      let token = kind.makeToken(ofTrimmed: units.string(in: text) + first)
    {
      cost += self.cost(of: .token(token)) - self.cost(of: new[0])
      new.replace(0..<1, with: Units([.token(token)]))
      joinedCount = text.count
    }
    return PasteInsertion(
      new, cost: cost, withIdentities: content.hasIdentities, joining: joinedCount,
      at: place, in: self)
  }

  /// How many graphemes of text there is room for in the place of others.
  ///
  /// - Parameters:
  ///   - meetsBefore: Whether that text comes to stand beside the text before it.
  ///   - meetsAfter: Whether the same goes for the text behind it.
  func textRoom(
    around range: Range<Int>, meetsBefore: Bool = true, meetsAfter: Bool = true
  ) -> Int {
    TokenFieldConfiguration.textLimit
      - (meetsBefore ? units.stretch(before: range.lowerBound).count : 0)
      - (meetsAfter ? units.stretch(after: range.upperBound).count : 0)
  }

  /// What was read, at its ends no more text than there is room for; what is more becomes a token.
  ///
  /// - Returns: It and about how many bytes are kept with it; `nil` where no token can be made of it.
  private mutating func fitted(
    _ content: PastedContent<Kind>, to range: Range<Int>
  ) -> (units: Units, cost: Int)? {
    var (fitted, cost) = (content.units, content.cost)
    for isEnd in [true, false] {
      let text = isEnd ? fitted.stretch(before: fitted.count) : fitted.stretch(after: 0)
      let isAll = text.count == fitted.count
      let room = textRoom(around: range, meetsBefore: isAll || !isEnd, meetsAfter: isAll || isEnd)
      guard !text.isEmpty, text.count > room else { continue }
      guard let token = kind.makeToken(ofTrimmed: fitted.string(in: text)) else { return nil }
      let new = Units([.token(token)])
      cost += self.cost(of: new) - self.cost(of: fitted.slice(text))
      fitted.replace(text, with: new)
    }
    return (fitted, cost)
  }

  /// Puts something in the place of what is selected, as one step. Where there is nothing in it, or
  /// all of it is there already, all stays as it is, and a remark tells so.
  ///
  /// - Parameter sight: Which units can be seen: where very many tokens are there already, those
  ///   alone are pointed out.
  /// - Returns: Whether it was.
  /// - Complexity: O(*b*) in the number of blocks, those that come among them, and in the length of the
  ///   text at the ends of what changes.
  mutating func put(_ insertion: PasteInsertion<Kind>, inSight sight: Range<Int>) -> Bool {
    guard configuration.isEditable else { return false }
    let nothing = insertion.units.isEmpty ? ReceivedData.Failure.nothingThere.sentence : nil
    if let sentence = insertion.remark ?? nothing {
      remark(sentence, pointingOut: identities(of: insertion.twins, inSight: sight))
    }
    guard nothing == nil else { return false }
    holdHistory { editor in
      let edited = editor.trial
      editor.replace(
        insertion.range, with: insertion.units, cost: insertion.cost,
        takingOut: insertion.before, insertion.behind, neighbourCount: insertion.neighbourCount)
      // What has ended an edit is one step with it.
      if let edited, editor.trial == nil { editor.history.join(since: edited.mark) }
    }
    return true
  }

  /// How many tokens are pointed out at once, wherever they are.
  private static var mostPointedOut: Int { 512 }

  private func identities(of ranges: [Range<Int>], inSight sight: Range<Int>) -> [Token.ID] {
    let areFew = ranges.reduce(0) { $0 + $1.count } <= Self.mostPointedOut
    let told = areFew ? ranges : ranges.filter { $0.overlaps(sight) }.map { $0.clamped(to: sight) }
    return told.joined().compactMap { units[$0].token?.id }
  }
}

extension String {
  /// Whether it has no more graphemes than so many.
  ///
  /// - Complexity: O(`limit`), however many there are.
  func hasAtMost(_ limit: Int) -> Bool {
    utf8.count <= limit || prefix(max(0, limit + 1)).count <= limit
  }
}
