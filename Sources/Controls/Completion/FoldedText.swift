/// A text folded for search, with the starts of its words.
struct FoldedText {
  /// The folded characters in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The byte offsets of the starts of words. Letters and digits belong to words; all other
  /// characters separate them. The start of the text counts as the start of a word.
  private(set) var wordStarts: [Int] = []
  private var isInWord = false

  /// Folds a text.
  ///
  /// - Complexity: O(*n*).
  init(_ text: String, by fold: CompletionIndex.Folding) {
    bytes.reserveCapacity(text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 { append(byte) }
    } else {
      for character in text { append(character, by: fold) }
    }
  }

  private mutating func append(_ byte: UInt8) {
    let letter = byte.isUpperCase ? byte | 0x20 : byte
    recordWordStart(isPartOfWord: letter.isAlphanumeric)
    bytes.append(letter)
  }

  private mutating func append(_ character: Character, by fold: CompletionIndex.Folding) {
    if let byte = character.onlyByte { return append(byte) }
    let folded = fold(character).utf8
    // A character that is folded to nothing neither starts a word nor ends one.
    guard !folded.isEmpty else { return }
    recordWordStart(isPartOfWord: character.isLetter || character.isNumber)
    bytes += folded
  }

  private mutating func recordWordStart(isPartOfWord: Bool) {
    if bytes.isEmpty || isPartOfWord && !isInWord { wordStarts.append(bytes.count) }
    isInWord = isPartOfWord
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
      byte += character.onlyByte == nil ? fold(character).utf8.count : 1
      index += 1
    }
    return first..<index
  }
}

// Loops over spans take a third of the time of closures for each byte.
extension Span<UInt8> {
  /// Returns whether the span contains some bytes at an offset.
  func contains(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset + bytes.count <= count else { return false }
    var index = 0
    while index < bytes.count, self[offset + index] == bytes[index] { index += 1 }
    return index == bytes.count
  }

  /// Returns the last index in a range at which some bytes start, or `nil` if there is none.
  ///
  /// - Complexity: O(*n* *m*) in the worst case, almost O(*n*) if the first byte is rare.
  func lastIndex(of bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    let first = bytes[0]
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      if self[index] == first, contains(bytes, at: index) { return index }
    }
    return nil
  }
}

extension Character {
  /// The byte of an ASCII character, or `nil` for other characters, which have several bytes.
  fileprivate var onlyByte: UInt8? { utf8.count == 1 ? utf8.first : nil }
}

extension UInt8 {
  fileprivate var isUpperCase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  fileprivate var isAlphanumeric: Bool {
    self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z")
      || self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
  }
}
