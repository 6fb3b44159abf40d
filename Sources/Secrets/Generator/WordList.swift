import CWordLists

/// A list of ASCII words for passphrases.
struct WordList: Sendable {
  /// The list of the Electronic Frontier Foundation, whose origin and license `CWordLists.h` states.
  static let english = WordList(tactile_passphrase_words().bytes)

  // The text is constant as long as the process runs, so threads can share it.
  nonisolated(unsafe) private let text: UnsafeBufferPointer<UInt8>
  /// The byte range of each word in the text, in order.
  private let ranges: [Range<Int>]

  /// Creates a list of the words in a text, one in each line. The memory of the text must never be changed or freed.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    ranges = text.split(separator: UInt8(ascii: "\n")).map { $0.startIndex..<$0.endIndex }
  }

  /// The number of words.
  var count: Int { ranges.count }

  /// The lengths of the shortest and of the longest word, in bytes.
  ///
  /// - Complexity: O(*n*) in the number of words.
  var lengths: (minimum: Int, maximum: Int) {
    (ranges.map(\.count).min() ?? 0, ranges.map(\.count).max() ?? 0)
  }

  /// Calls `body` with the letters of a word.
  func withWord<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(text.span.extracting(ranges[index]))
  }
}

extension tactile_lines {
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
}
