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

extension Span<UInt8> {
  /// The number of positions that are searched at a time.
  static var blockSize: Int { MemoryLayout<SIMD32<UInt8>>.size }

  /// Returns the last index before `end` at which some bytes start, or `nil` if there is none. Skips
  /// positions without the first and the last of the bytes. The first `blockSize` positions are not searched.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to find, at least one.
  ///   - starts: A span of the same length that contains the first byte where a match may start.
  /// - Complexity: O(*n* *m*) in the worst case, almost O(*n*) if the bytes are rare.
  func lastIndex(of bytes: Span<UInt8>, startingIn starts: Span<UInt8>, before end: Int) -> Int? {
    typealias Block = SIMD32<UInt8>
    let length = bytes.count - 1
    let (first, last) = (Block(repeating: bytes[0]), Block(repeating: bytes[length]))
    var start = Swift.min(end, count - length) - Self.blockSize
    while start > 0 {
      let firsts = starts.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: Block.self) .== first
      let lasts = self.bytes.unsafeLoadUnaligned(fromByteOffset: start + length, as: Block.self) .== last
      // Each byte of a match is 0xFF.
      let matches = unsafeBitCast(firsts .& lasts, to: SIMD4<UInt64>.self)
      // The lanes are in order. Most blocks have no match.
      for lane in [3, 2, 1, 0] where matches != .zero {
        var remaining = matches[lane]
        while remaining != 0 {
          let byte = 7 - remaining.leadingZeroBitCount / 8
          let index = start + 8 * lane + byte
          if contains(bytes, at: index) { return index }
          remaining &= 1 << UInt64(8 * byte) - 1
        }
      }
      start -= Self.blockSize
    }
    return nil
  }

  /// Returns whether the span contains some bytes at an offset. Compares from the end, because many texts
  /// have a common prefix.
  private func contains(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    var index = bytes.count
    while index > 0, self[offset + index - 1] == bytes[index - 1] { index -= 1 }
    return index == 0
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
