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
  /// The folded texts.
  private var store = SearchableTextStore()
  /// The starts of the words with each first byte, in the order of the entries.
  private var wordsByFirstByte = [[Word]](repeating: [], count: 256)

  /// The maximum length of a text in bytes. A typed character has at most four.
  private static let maximumByteCount = 4 * TokenFieldConfiguration.textLimit

  private struct Entry: Sendable {
    /// The text, or `nil` if a later entry has the same text.
    var text: String?
    /// The start of the folded text in the store.
    var start: Int
  }

  private struct Word: Sendable {
    var entry: Int32
    var start: Int32
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

  /// Adds a text as the best one, or makes an existing text the best one. Ignores empty texts,
  /// texts that are longer than a user can type, and texts beyond a total of 2 GB.
  ///
  /// - Complexity: O(*n*) in the length of the text. Occasionally O(*n*) in the total length.
  public mutating func add(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumByteCount else { return }
    let folded = FoldedText(text, by: fold)
    guard store.count + folded.bytes.count < Int(Int32.max) else { return }
    if let index = entryIndices[text] { entries[index].text = nil }
    entryIndices[text] = entries.count
    let start = store.count
    for word in folded.wordStarts {
      wordsByFirstByte[Int(folded.bytes[word])].append(
        Word(entry: Int32(entries.count), start: Int32(start + word)))
    }
    entries.append(Entry(text: text, start: start))
    store.append(folded.bytes)
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
  /// - Complexity: O(*n*) in the number of words that begin with the same byte. If these give fewer
  ///   than `limit` results, also O(*n*) in the total length of the texts, of which most blocks of
  ///   32 bytes are skipped (`SearchableTextStore`). The search stops at `limit` results.
  public func completions(of text: String, limit: Int) -> [CompletionItem] {
    let query = FoldedText(text, by: fold).bytes
    guard let first = query.first, limit > 0 else { return [] }
    var found = wordMatches(of: query, startingWith: first, limit: limit)
    if found.count < limit {
      let matched = Set(found.map(\.entry))
      found += matches(of: query, exceptIn: matched, limit: limit - found.count)
    }
    return found.map { completion(entries[$0.entry], matching: $0.start, count: query.count) }
  }

  /// Returns the start of the first word that begins with the query in each entry, newest first.
  private func wordMatches(of query: [UInt8], startingWith first: UInt8, limit: Int) -> [(
    entry: Int, start: Int
  )] {
    var found: [(entry: Int, start: Int)] = []
    let (all, bytes) = (store.storage.span, query.span)
    let words = wordsByFirstByte[Int(first)]
    for index in words.indices.reversed() {
      let (entry, start) = (Int(words[index].entry), Int(words[index].start))
      guard all.contains(bytes, at: start), entries[entry].text != nil else { continue }
      // The iteration is in reverse, so the first matching word of an entry comes last.
      if found.last?.entry == entry { found.removeLast() }
      guard found.count < limit else { break }
      found.append((entry, start))
    }
    return found
  }

  /// Returns the start of the first match in each of the other entries, newest first.
  private func matches(of query: [UInt8], exceptIn excluded: Set<Int>, limit: Int) -> [(
    entry: Int, start: Int
  )] {
    var found: [(entry: Int, start: Int)] = []
    var (entry, end) = (entries.count - 1, store.count)
    while let index = store.lastIndex(of: query, before: end) {
      while entries[entry].start > index { entry -= 1 }
      guard entries[entry].text != nil, !excluded.contains(entry) else {
        end = entries[entry].start
        continue
      }
      if found.last?.entry == entry { found.removeLast() }
      guard found.count < limit else { break }
      found.append((entry, index))
      end = index
    }
    return found
  }

  private func completion(_ entry: Entry, matching start: Int, count: Int) -> CompletionItem {
    let text = entry.text ?? ""
    let offset = start - entry.start
    guard offset + count <= Self.highlightLimit else { return CompletionItem(text) }
    let match = FoldedText.characters(of: text, inBytes: offset..<offset + count, by: fold)
    return CompletionItem(text, match: match)
  }
}
