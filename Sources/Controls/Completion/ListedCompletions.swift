/// Texts that are known beforehand, as those that were entered before and those of a file.
///
/// Of what is typed, upper and lower case do not matter, nor what else their owner says. First come the
/// texts in which some word begins with it, as the address in `Name <address>` is one and the text's own
/// start may be; then those that have it anywhere else. Of both, those that were added last come first.
public struct ListedCompletions: CompletionSource, Sendable {
  /// What a character is searched as: the same for those that do not differ.
  ///
  /// It is not asked about ASCII: there it is the letter in lower case. What it makes nothing of is
  /// passed over.
  public typealias Folding = @Sendable (Character) -> String

  private let fold: Folding
  /// In the order in which they were added; the place of one that was added again is empty.
  private var entries: [Entry] = []
  /// Where each text is among the entries.
  private var places: [String: Int] = [:]
  /// All texts, folded.
  private var letters = LetterStore()
  /// By the first byte of each word: where such words begin, in the order of the entries.
  private var words = [[Word]](repeating: [], count: 256)

  /// In bytes, of which a character that is typed has no more than four.
  private static let longest = 4 * TokenFieldConfiguration.textLimit

  private struct Entry: Sendable {
    /// `nil` where it is there again, further on.
    var text: String?
    /// Where its letters begin.
    var start: Int
  }

  private struct Word: Sendable {
    var entry: Int32
    var start: Int32
  }

  /// So much of a folded text is looked through for which of its characters were typed, in bytes: it is
  /// done for each row, with each key.
  private static let mostMarked = 1024

  /// - Parameters:
  ///   - texts: The best first, no spaces around them.
  ///   - fold: Lower case where nothing else is said. What leaves out accents too, finds `José` by
  ///     `jose`.
  /// - Complexity: O(*n*) in the length of all.
  public init(
    _ texts: some BidirectionalCollection<String> = [],
    folding fold: @escaping Folding = { $0.lowercased() }
  ) {
    self.fold = fold
    for text in texts.reversed() { add(text) }
  }

  /// How many texts there are.
  public var count: Int { places.count }

  /// Adds a text, or moves it, to the front of all. None is taken that is longer than what can be
  /// typed, nor more than 2 GB of them.
  ///
  /// - Complexity: O(*n*) in its length, now and then in that of all.
  public mutating func add(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.longest else { return }
    let folded = FoldedText(text, by: fold)
    guard letters.count + folded.letters.count < Int(Int32.max) else { return }
    if let place = places[text] { entries[place].text = nil }
    places[text] = entries.count
    let start = letters.count
    for word in folded.words {
      words[Int(folded.letters[word])].append(
        Word(entry: Int32(entries.count), start: Int32(start + word)))
    }
    entries.append(Entry(text: text, start: start))
    letters.append(folded.letters)
    if entries.count > 2 * places.count + 16 { compact() }
  }

  /// Forgets the places of what was added again.
  private mutating func compact() {
    self = ListedCompletions(entries.reversed().compactMap(\.text), folding: fold)
  }

  /// - Complexity: O(*n*) in the number of words that begin with the same byte and, if too few of
  ///   them are meant, in the length of all texts, of which 32 bytes are passed over at a time
  ///   (`LetterStore`). As soon as there are enough, no more are looked at.
  public func completions(of text: String, limit: Int) -> [CompletionItem] {
    let wanted = FoldedText(text, by: fold).letters
    guard let first = wanted.first, limit > 0 else { return [] }
    var found = wordMatches(of: wanted, startingWith: first, limit: limit)
    if found.count < limit {
      let known = Set(found.map(\.entry))
      found += matches(of: wanted, exceptIn: known, limit: limit - found.count)
    }
    return found.map { completion(entries[$0.entry], matching: $0.start, count: wanted.count) }
  }

  /// Where the first word begins so in each entry that has one, the newest first.
  private func wordMatches(
    of wanted: [UInt8], startingWith first: UInt8, limit: Int
  ) -> [(entry: Int, start: Int)] {
    var found: [(entry: Int, start: Int)] = []
    let (all, bytes) = (letters.letters.span, wanted.span)
    let words = words[Int(first)]
    for index in words.indices.reversed() {
      let (entry, start) = (Int(words[index].entry), Int(words[index].start))
      guard all.has(bytes, at: start), entries[entry].text != nil else { continue }
      // Of an entry's words the first one that fits is shown, which comes last here.
      if found.last?.entry == entry { found.removeLast() }
      guard found.count < limit else { break }
      found.append((entry, start))
    }
    return found
  }

  /// Where some letters first stand in each of other entries, the newest first.
  private func matches(
    of wanted: [UInt8], exceptIn known: Set<Int>, limit: Int
  ) -> [(entry: Int, start: Int)] {
    var found: [(entry: Int, start: Int)] = []
    var (entry, end) = (entries.count - 1, letters.count)
    while let place = letters.lastPlace(of: wanted, before: end) {
      while entries[entry].start > place { entry -= 1 }
      guard entries[entry].text != nil, !known.contains(entry) else {
        end = entries[entry].start
        continue
      }
      if found.last?.entry == entry { found.removeLast() }
      guard found.count < limit else { break }
      found.append((entry, place))
      end = place
    }
    return found
  }

  private func completion(_ entry: Entry, matching start: Int, count: Int) -> CompletionItem {
    let text = entry.text ?? ""
    let place = start - entry.start
    guard place + count <= Self.mostMarked else { return CompletionItem(text) }
    let match = FoldedText.characters(of: text, inBytes: place..<place + count, by: fold)
    return CompletionItem(text, match: match)
  }
}
