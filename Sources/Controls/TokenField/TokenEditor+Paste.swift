import Scene

extension TokenEditor {
  /// Returns the merge of completely read content, or `nil` if the content exceeds the text limit.
  ///
  /// The parts of a list become tokens. The first one includes the text before the caret. Other text stays
  /// text if it fits into the text limit; at the ends of the content, it otherwise becomes a token.
  ///
  /// - Parameter destination: The destination in the current content.
  mutating func makeMerge(of content: PastedContent<Adapter>, at destination: PasteDestination) -> PasteMerge<
    Adapter
  >? {
    let range = destination.ranges(in: elements)[0]
    var content = content
    content.addPlainText(capacity: remainingTextCapacity(around: range), for: &self)
    guard !content.hasTooMuchText else { return nil }
    var (new, cost) = (content.elements, content.cost)
    func replace(_ range: Range<Int>, with token: Token) {
      let token = Elements([.token(token)])
      cost += self.cost(of: token) - self.cost(of: new.slice(range))
      new.replace(range, with: token)
    }
    for isEnd in [true, false] {
      let text = isEnd ? new.textRun(before: new.count) : new.textRun(after: 0)
      let isAll = text.count == new.count
      let capacity = remainingTextCapacity(
        around: range, meetsBefore: isAll || !isEnd, meetsAfter: isAll || isEnd)
      guard !text.isEmpty, text.count > capacity else { continue }
      guard let token = adapter.makeToken(ofTrimmed: new.string(in: text)) else { return nil }
      replace(text, with: token)
    }
    var joinedCount = 0
    let text = elements.textRun(before: range.lowerBound)
    if let first = content.first, !text.isEmpty, inPlaceEdit == nil,
      let token = adapter.makeToken(ofTrimmed: elements.string(in: text) + first)
    {
      replace(0..<1, with: token)
      joinedCount = text.count
    }
    return PasteMerge(
      new, cost: cost, withIdentities: content.hasIdentities, joining: joinedCount, at: destination, in: self)
  }

  /// Returns the number of graphemes of text that may replace a range without exceeding the text limit.
  ///
  /// - Parameters:
  ///   - meetsBefore: Whether the new text is adjacent to the text before the range.
  ///   - meetsAfter: Whether the new text is adjacent to the text after the range.
  func remainingTextCapacity(around range: Range<Int>, meetsBefore: Bool = true, meetsAfter: Bool = true)
    -> Int
  {
    TokenFieldConfiguration.textLimit - (meetsBefore ? elements.textRun(before: range.lowerBound).count : 0)
      - (meetsAfter ? elements.textRun(after: range.upperBound).count : 0)
  }

  /// Replaces the selection with pasted elements, as one undo step. If there are no elements, or
  /// only duplicates, changes nothing and reports the reason.
  ///
  /// - Parameters:
  ///   - visibleRange: The visible elements. If there are very many duplicates, only the visible ones are
  ///     highlighted.
  ///   - selectsNew: Whether to select the pasted elements.
  /// - Returns: Whether the paste was inserted.
  /// - Complexity: O(*b*) in the number of blocks, including the inserted ones, and in the length
  ///   of the text at the ends of the change.
  mutating func commit(
    _ merge: PasteMerge<Adapter>, visible visibleRange: Range<Int>, selectsNew: Bool = false
  ) -> Bool {
    guard configuration.isEditable else { return false }
    let isEmpty = merge.elements.isEmpty
    if let message = merge.message ?? (isEmpty ? .nothingToPaste : nil) {
      reportMessage(
        message, highlighting: identities(of: merge.existingDuplicates, visible: visibleRange))
    }
    guard !isEmpty else { return false }
    suspendTrimming { editor in
      let edited = editor.inPlaceEdit
      editor.replace(by: merge.splice, cost: merge.cost, selectsNew: selectsNew)
      // If the paste ended an in-place edit, both are one undo step.
      if let edited, editor.inPlaceEdit == nil { editor.history.coalesce(since: edited.checkpoint) }
    }
    return true
  }

  /// The maximum number of tokens that are highlighted at the same time, visible or not.
  private static var maximumHighlightedTokens: Int { 512 }

  private func identities(of ranges: [Range<Int>], visible range: Range<Int>) -> [Token.ID] {
    let areFew = ranges.reduce(0) { $0 + $1.count } <= Self.maximumHighlightedTokens
    let hits = areFew ? ranges : ranges.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
    return hits.joined().compactMap { elements[$0].token?.id }
  }
}

extension String {
  /// Returns whether the text has at most `limit` graphemes.
  ///
  /// - Complexity: O(`limit`), regardless of the length of the text.
  func hasAtMost(_ limit: Int) -> Bool { utf8.count <= limit || prefix(max(0, limit + 1)).count <= limit }
}
