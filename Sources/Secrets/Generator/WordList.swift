/// Words to make passwords of, in ASCII.
struct WordList: Sendable {
  private let text: StaticString
  /// Where each word stands in the text, in its order.
  private let places: [Range<Int>]

  /// Finds the words in a text, where spaces and line feeds stand between them.
  ///
  /// - Complexity: O(*n*) in the text's length.
  init(_ text: StaticString) {
    let utf8 = Self.utf8(of: text)
    var (places, start): ([Range<Int>], Int) = ([], 0)
    for index in 0...utf8.count {
      let isBetween =
        index == utf8.count || utf8[index] == UInt8(ascii: " ") || utf8[index] == UInt8(ascii: "\n")
      guard isBetween else { continue }
      if index > start { places.append(start..<index) }
      start = index + 1
    }
    (self.text, self.places) = (text, places)
  }

  /// How many words there are.
  var count: Int { places.count }

  /// Of the shortest word, and of the longest.
  ///
  /// - Complexity: O(*n*) in the number of words.
  var lengths: (least: Int, most: Int) {
    (places.map(\.count).min() ?? 0, places.map(\.count).max() ?? 0)
  }

  /// Calls `body` with the letters of a word.
  func withWord<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(Self.utf8(of: text).span.extracting(places[index]))
  }

  private static func utf8(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
