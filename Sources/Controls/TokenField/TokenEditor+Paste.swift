import Scene

/// A paste that is ready for its insertion.
struct PasteMerge<Token: Identifiable> {
  /// The elements to insert. After the insertion, all tokens have distinct identities.
  var elements: ElementSequence<Token>
  /// The range to replace.
  var range: Range<Int>
  /// Other ranges to remove, in order.
  var removed: [Range<Int>]
  /// The number of pasted tokens that already existed, also earlier in the paste.
  var duplicateCount = 0
  /// The number of tokens that could not get a new identity.
  var uncopyableCount = 0
  /// The indices of the tokens that already exist, in order.
  var existingDuplicates: [Int] = []
}

extension TokenEditor {
  /// Merges pasted content with the existing one. Returns `nil` if the content exceeds the text limit.
  ///
  /// The parts of a list become tokens. The first one includes the text before the caret. Other text stays
  /// text if it fits into the text limit; at the ends of the content, it otherwise becomes a token.
  ///
  /// - Parameter ranges: The ranges that the paste replaces, in order. It is inserted at the first one.
  /// - Complexity: O(*m* + *n*) for *m* pasted elements.
  mutating func merge(_ content: PastedContent<Adapter>, at ranges: [Range<Int>]) -> PasteMerge<Token>? {
    var (content, range) = (content, ranges[0])
    content.addPlainText(capacity: remainingTextCapacity(around: range), for: &self)
    guard !content.hasTooMuchText else { return nil }
    var merge = PasteMerge(
      elements: content.elements, range: range, removed: Array(ranges.dropFirst()))
    for isEnd in [true, false] {
      let new = merge.elements
      let text = isEnd ? new.textRun(before: new.count) : new.textRun(after: 0)
      let isAll = text.count == new.count
      let capacity = remainingTextCapacity(
        around: range, meetsBefore: isAll || !isEnd, meetsAfter: isAll || isEnd)
      guard !text.isEmpty, text.count > capacity else { continue }
      guard let token = adapter.makeToken(ofTrimmed: new.string(in: text)) else { return nil }
      merge.elements.replace(text, with: Elements([.token(token)]))
    }
    let text = elements.textRun(before: range.lowerBound)
    if let first = content.first, !text.isEmpty, inPlaceEdit == nil,
      let token = adapter.makeToken(ofTrimmed: elements.string(in: text) + first)
    {
      merge.elements.replace(0..<1, with: Elements([.token(token)]))
      range = text.lowerBound..<range.upperBound
    }
    merge.range = range
    resolveDuplicates(in: &merge, withIdentities: content.hasIdentities, replacing: ranges)
    return merge
  }

  /// Removes pasted tokens that exist already, or moves the existing ones, if tokens must be unique. Gives new
  /// identities to tokens whose identity exists.
  private mutating func resolveDuplicates(
    in merge: inout PasteMerge<Token>, withIdentities hasIdentities: Bool, replacing ranges: [Range<Int>]
  ) {
    let policy = configuration.duplicates
    guard merge.elements.hasToken, policy != .allow || hasIdentities else { return }
    let pasted = Array(merge.elements.items)
    var dispositions = [Disposition](repeating: .insert, count: pasted.count)
    var (keys, identities): ([String: Int], [Token.ID: Int]) = ([:], [:])
    keys.reserveCapacity(policy == .allow ? 0 : pasted.count)
    for case (let index, .token(let token)) in pasted.enumerated() {
      if policy != .allow, keys.insert(index, for: adapter.key(of: token)) != index {
        dispositions[index] = .skip
        merge.duplicateCount += 1
      } else if hasIdentities, identities.insert(index, for: token.id) != index {
        dispositions[index] = .copy
      }
    }
    var remaining = ranges[...]
    for (number, token) in elements.tokens.enumerated() {
      let index = elements.index(ofToken: number)
      remaining = remaining.drop { $0.upperBound <= index }
      guard remaining.first?.contains(index) != true else { continue }
      if let first = identities[token.id], case .insert = dispositions[first] { dispositions[first] = .copy }
      guard policy != .allow, let first = keys[adapter.key(of: token)] else { continue }
      if case .duplicate = dispositions[first] { continue }
      dispositions[first] = .duplicate(index)
      merge.existingDuplicates.append(index)
    }
    merge.duplicateCount += merge.existingDuplicates.count
    collect(dispositions, in: &merge, replacing: ranges[0])
    guard policy == .move else { return }
    let others = merge.removed + merge.existingDuplicates.map { $0..<$0 + 1 }
    // The paste is inserted between the ranges before and after it.
    let start = merge.range.lowerBound
    merge.removed =
      others.filter { $0.lowerBound < start }.united() + others.filter { $0.lowerBound >= start }.united()
  }

  /// The treatment of a pasted item.
  private enum Disposition {
    case insert
    /// Skip the token: an earlier pasted one has the same key.
    case skip
    /// Insert a copy with a new identity: another token has the same identity.
    case copy
    /// The token at this index has the same key. Depending on the policy, it stays there or is moved here.
    case duplicate(Int)
  }

  /// Collects the elements to insert.
  private mutating func collect(
    _ dispositions: [Disposition], in merge: inout PasteMerge<Token>, replacing range: Range<Int>
  ) {
    let pasted = Array(merge.elements.items)
    merge.elements = Elements()
    for (index, disposition) in dispositions.enumerated() {
      guard case .token(let token) = pasted[index] else {
        if let text = pasted[index].text { merge.elements.append(text: text.string) }
        continue
      }
      switch disposition {
      case .insert: merge.elements.append(token)
      case .skip: break
      case .copy:
        if let copy = adapter.copy(of: token) {
          merge.elements.append(copy)
        } else {
          merge.uncopyableCount += 1
        }
      case .duplicate(let existing):
        if configuration.duplicates == .move {
          if let existing = elements[existing].token { merge.elements.append(existing) }
        } else if index == 0 {
          // If the first token is refused, the text typed before it stays.
          merge.range = range
        }
      }
    }
  }

  /// Inserts pasted elements, as one undo step. If there are no elements, or only duplicates, changes nothing and
  /// reports the reason.
  ///
  /// - Parameters:
  ///   - number: The number of the paste.
  ///   - selectsNew: Whether to select the pasted elements.
  /// - Returns: Whether the paste was inserted.
  mutating func insert(_ merge: PasteMerge<Token>?, number: Int = .max, selectsNew: Bool = false) -> Bool {
    guard configuration.isEditable else { return false }
    guard let merge else {
      reportMessage(.tooLongToPaste)
      return false
    }
    if merge.duplicateCount + merge.uncopyableCount > 0 {
      reportMessage(
        .notPasted(duplicates: merge.duplicateCount, uncopyable: merge.uncopyableCount),
        highlighting: merge.existingDuplicates.compactMap { elements[$0].token?.id })
    } else if merge.elements.isEmpty {
      reportMessage(.nothingToPaste)
    }
    guard !merge.elements.isEmpty else { return false }
    let edited = inPlaceEdit
    replace(
      merge.range, with: merge.elements, removing: merge.removed, selectsNew: selectsNew, pasteNumber: number)
    // If the paste ended an in-place edit, both are one undo step.
    if let edited, inPlaceEdit == nil { history.coalesce(since: edited.checkpoint) }
    return true
  }
}

extension Dictionary {
  /// Inserts a value unless the key has one, and returns the value of the key.
  fileprivate mutating func insert(_ value: Value, for key: Key) -> Value {
    if let existing = self[key] { return existing }
    self[key] = value
    return value
  }
}

extension String {
  /// Returns whether the text has at most `limit` graphemes.
  ///
  /// - Complexity: O(`limit`), regardless of the length of the text.
  func hasAtMost(_ limit: Int) -> Bool { utf8.count <= limit || prefix(max(0, limit + 1)).count <= limit }
}
