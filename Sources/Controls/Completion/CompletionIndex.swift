/// A completion of typed text.
public struct CompletionItem: Hashable, Sendable {
  /// The text that replaces the typed text.
  public var text: String
  /// The range of characters that match the typed text, as offsets from the start of `text`. Empty
  /// if there is no match, or if it is so far from the start that finding it would take too long.
  public var match: Range<Int>

  /// Creates a completion.
  public init(_ text: String, match: Range<Int> = 0..<0) { (self.text, self.match) = (text, match) }
}

/// A source of completions for typed text.
public protocol CompletionSource {
  /// Returns completions of typed text, which may be the beginning or another part of them.
  ///
  /// - Parameters:
  ///   - text: The typed text, not empty, without surrounding spaces.
  ///   - limit: The maximum number of completions.
  /// - Returns: The completions, best first.
  /// - Complexity: Called for each key. Should take at most one or two milliseconds.
  func completions(of text: String, limit: Int) -> [CompletionItem]
}

/// A searchable index of texts, such as previously entered texts or the lines of a file.
///
/// By default, the search ignores case. A folding function can make it ignore more. The results
/// start with the texts in which a word begins with the typed text. The start of the text and the
/// address in `Name <address>` count as words. The texts that contain the typed text elsewhere
/// follow. In both groups, the texts that were added last come first.
public struct CompletionIndex: CompletionSource, Sendable {
  /// A function that folds a character for search. It returns the same string for all characters
  /// that the search must not distinguish.
  ///
  /// It is not called for ASCII characters, which are folded to lowercase. The search ignores
  /// characters that are folded to an empty string.
  public typealias Folding = @Sendable (Character) -> String

  private let fold: Folding
  /// The entries in the order in which they were added. `nil` if a text was removed or added again.
  private var entries: [Entry?] = []
  /// The index of the entry of each text.
  private var entryIndices: [String: Int] = [:]

  /// The maximum length of a text in bytes. A typed character has at most four.
  private static let maximumByteCount = 4 * TokenFieldConfiguration.textLimit

  private struct Entry: Sendable {
    let text: String
    let folded: FoldedText
  }

  /// The number of bytes of a folded text in which matches are located for highlighting. It is
  /// limited because this happens for each row, with each key.
  private static let highlightLimit = 1024

  /// Creates an index of texts.
  ///
  /// - Parameters:
  ///   - texts: The texts, best first, without surrounding spaces.
  ///   - fold: The folding function. The default folds to lowercase. A function that also removes
  ///     accents finds `José` for `jose`.
  /// - Complexity: O(*n*) in the total length of the texts.
  public init(
    _ texts: some BidirectionalCollection<String> = [], folding fold: @escaping Folding = { $0.lowercased() }
  ) {
    self.fold = fold
    for text in texts.reversed() { add(text) }
  }

  /// The number of texts.
  public var count: Int { entryIndices.count }

  /// Adds a text as the best one, or makes an existing text the best one. Ignores empty texts and
  /// texts that are longer than a user can type.
  ///
  /// - Complexity: O(*n*) in the length of the text. Occasionally O(*n*) in the number of texts.
  public mutating func add(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumByteCount else { return }
    remove(text)
    entryIndices[text] = entries.count
    entries.append(Entry(text: text, folded: FoldedText(text, by: fold)))
    guard entries.count > 2 * entryIndices.count + 16 else { return }
    entries.removeAll { $0 == nil }
    for case (let index, let entry?) in entries.enumerated() { entryIndices[entry.text] = index }
  }

  /// Returns whether a text was added.
  public func contains(_ text: String) -> Bool { entryIndices[text] != nil }

  /// Removes a text, if it was added.
  public mutating func remove(_ text: String) {
    if let index = entryIndices.removeValue(forKey: text) { entries[index] = nil }
  }

  /// Returns the texts that contain the typed text, best first.
  ///
  /// - Complexity: O(*n*) in the total length of the texts. The search stops at
  ///   `limit` texts in which a word begins with the typed text.
  public func completions(of text: String, limit: Int) -> [CompletionItem] {
    let query = FoldedText(text, by: fold).bytes
    guard !query.isEmpty, limit > 0 else { return [] }
    var (words, others): ([CompletionItem], [CompletionItem]) = ([], [])
    for case let entry? in entries.reversed() {
      if let start = entry.folded.firstWord(startingWith: query.span) {
        words.append(completion(entry, matching: start..<start + query.count))
        if words.count == limit { break }
      } else if others.count < limit, let start = entry.folded.firstIndex(of: query.span) {
        others.append(completion(entry, matching: start..<start + query.count))
      }
    }
    return Array((words + others).prefix(limit))
  }

  private func completion(_ entry: Entry, matching bytes: Range<Int>) -> CompletionItem {
    guard bytes.upperBound <= Self.highlightLimit else { return CompletionItem(entry.text) }
    return CompletionItem(entry.text, match: FoldedText.characters(of: entry.text, inBytes: bytes, by: fold))
  }
}

/// A text folded for search, with the starts of its words.
private struct FoldedText: Sendable {
  /// The folded characters in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The byte offsets of the starts of words. Letters and digits belong to words; all other
  /// characters separate them. The start of the text counts as the start of a word.
  private var wordStarts: [Int] = []

  /// Folds a text.
  ///
  /// - Complexity: O(*n*).
  init(_ text: String, by fold: CompletionIndex.Folding) {
    bytes.reserveCapacity(text.utf8.count)
    var isInWord = false
    for character in text {
      let folded = character.folded(by: fold)
      // A character that is folded to nothing neither starts a word nor ends one.
      guard !folded.isEmpty else { continue }
      let isPartOfWord = character.isLetter || character.isNumber
      if bytes.isEmpty || isPartOfWord && !isInWord { wordStarts.append(bytes.count) }
      isInWord = isPartOfWord
      bytes += folded
    }
  }

  /// Returns the start of the first word that starts with some bytes, or `nil` if there is none.
  func firstWord(startingWith query: Span<UInt8>) -> Int? {
    let bytes = bytes.span
    return wordStarts.first { bytes.contains(query, at: $0) }
  }

  /// Returns the first index of some bytes, at least one, or `nil` if there is none.
  ///
  /// - Complexity: O(*n* *m*) in the worst case, almost O(*n*) if the first byte is rare.
  func firstIndex(of query: Span<UInt8>) -> Int? {
    let (bytes, first) = (bytes.span, query[0])
    var index = 0
    while index + query.count <= bytes.count {
      if bytes[index] == first, bytes.contains(query, at: index) { return index }
      index += 1
    }
    return nil
  }

  /// Returns the range of characters of a text for a range of its folded bytes.
  ///
  /// - Complexity: O(*n*) in the end of the range.
  static func characters(of text: String, inBytes bytes: Range<Int>, by fold: CompletionIndex.Folding)
    -> Range<Int>
  {
    var (index, byte, first) = (0, 0, 0)
    for character in text {
      if byte <= bytes.lowerBound { first = index }
      if byte >= bytes.upperBound { break }
      byte += character.folded(by: fold).count
      index += 1
    }
    return first..<index
  }
}

extension Span<UInt8> {
  fileprivate func contains(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset + bytes.count <= count else { return false }
    for index in bytes.indices where self[offset + index] != bytes[index] { return false }
    return true
  }
}

extension Character {
  /// Returns the character folded for search, in UTF-8. ASCII characters are folded to lowercase.
  fileprivate func folded(by fold: CompletionIndex.Folding) -> String.UTF8View {
    (utf8.count == 1 ? lowercased() : fold(self)).utf8
  }
}
