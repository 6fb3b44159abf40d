/// A text folded for search, with the starts of its words.
struct FoldedText: Sendable {
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
