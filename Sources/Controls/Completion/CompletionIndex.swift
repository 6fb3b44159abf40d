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
  /// The entries in the order in which they were added. If a text was added again, its old entry is
  /// empty.
  private var entries: [Entry] = []
  /// The index of the entry of each text.
  private var entryIndices: [String: Int] = [:]
  /// The folded texts, each with a separator after it.
  private var bytes = [UInt8](repeating: separator, count: Span<UInt8>.blockSize)
  /// The bytes with which words start, at the same positions. All other bytes are separators.
  private var wordStarts = [UInt8](repeating: separator, count: Span<UInt8>.blockSize)

  /// The maximum length of a text in bytes. A typed character has at most four.
  private static let maximumByteCount = 4 * TokenFieldConfiguration.textLimit

  /// UTF-8 never contains this byte.
  private static let separator: UInt8 = 0xFF

  private struct Entry: Sendable {
    /// The text, or `nil` if a later entry has the same text.
    var text: String?
    /// The start of the folded text.
    var start: Int
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
  /// - Complexity: O(*n*) in the length of the text. Occasionally O(*n*) in the total length.
  public mutating func add(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumByteCount else { return }
    if let index = entryIndices[text] { entries[index].text = nil }
    entryIndices[text] = entries.count
    let start = bytes.count
    entries.append(Entry(text: text, start: start))
    let folded = FoldedText(text, by: fold)
    bytes += folded.bytes
    bytes.append(Self.separator)
    wordStarts += repeatElement(Self.separator, count: folded.bytes.count + 1)
    for word in folded.wordStarts { wordStarts[start + word] = folded.bytes[word] }
    if entries.count > 2 * entryIndices.count + 16 { compact() }
  }

  /// Returns whether a text was added.
  public func contains(_ text: String) -> Bool { entryIndices[text] != nil }

  /// Removes a text, if it was added.
  public mutating func remove(_ text: String) {
    if let index = entryIndices.removeValue(forKey: text) { entries[index].text = nil }
  }

  /// Removes the empty entries.
  private mutating func compact() {
    self = CompletionIndex(entries.reversed().compactMap(\.text), folding: fold)
  }

  /// Returns the texts that contain the typed text, best first.
  ///
  /// - Complexity: O(*n*) in the total length of the texts, about 1 ms for 10 MB. The search stops at
  ///   `limit` texts in which a word begins with the typed text.
  public func completions(of text: String, limit: Int) -> [CompletionItem] {
    let query = FoldedText(text, by: fold).bytes
    guard !query.isEmpty, limit > 0 else { return [] }
    // The search goes backward: the first match of an entry is found last and replaces the others.
    var (words, others): ([Match], [Match]) = ([], [])
    var (entry, end) = (entries.count - 1, bytes.count)
    // Above the limit, the last match within a word is not final, but those before it are.
    while let index = bytes.span.lastIndex(
      of: query.span, startingIn: others.count > limit ? wordStarts.span : bytes.span, before: end)
    {
      while entries[entry].start > index { entry -= 1 }
      if words.count == limit, words.last?.entry != entry { break }
      guard entries[entry].text != nil else {
        end = entries[entry].start
        continue
      }
      end = index
      if others.last?.entry == entry { others.removeLast() }
      if wordStarts[index] != Self.separator {
        if words.last?.entry == entry { words.removeLast() }
        words.append((entry, index))
      } else if words.last?.entry != entry {
        others.append((entry, index))
      }
    }
    return (words + others).prefix(limit).map { match in
      completion(entries[match.entry], matching: match.start, count: query.count)
    }
  }

  private typealias Match = (entry: Int, start: Int)

  private func completion(_ entry: Entry, matching start: Int, count: Int) -> CompletionItem {
    let text = entry.text ?? ""
    let offset = start - entry.start
    guard offset + count <= Self.highlightLimit else { return CompletionItem(text) }
    let match = FoldedText.characters(of: text, inBytes: offset..<offset + count, by: fold)
    return CompletionItem(text, match: match)
  }
}
