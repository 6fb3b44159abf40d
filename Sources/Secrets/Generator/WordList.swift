/// A list of ASCII words for passphrases.
struct WordList: Sendable {
  private let text: StaticString
  /// The byte range of each word in the text, in order.
  private let ranges: [Range<Int>]

  /// Creates a list of the words in a text, separated by spaces and line feeds.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: StaticString) {
    let utf8 = Self.utf8(of: text)
    var (ranges, start): ([Range<Int>], Int) = ([], 0)
    for index in 0...utf8.count {
      let isSeparator =
        index == utf8.count || utf8[index] == UInt8(ascii: " ") || utf8[index] == UInt8(ascii: "\n")
      guard isSeparator else { continue }
      if index > start { ranges.append(start..<index) }
      start = index + 1
    }
    (self.text, self.ranges) = (text, ranges)
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
    body(Self.utf8(of: text).span.extracting(ranges[index]))
  }

  private static func utf8(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
