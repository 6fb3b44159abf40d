/// A text as it is searched, and where its words begin.
struct FoldedText {
  /// In UTF-8, character by character.
  private(set) var letters: [UInt8] = []
  /// Where words begin among the letters: what stands for itself is a word's, all else stands between
  /// words. The text's start counts as one.
  private(set) var words: [Int] = []
  private var isInWord = false

  /// - Complexity: O(*n*).
  init(_ text: String, by fold: ListedCompletions.Folding) {
    letters.reserveCapacity(text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 { append(byte) }
    } else {
      for character in text { append(character, by: fold) }
    }
  }

  private mutating func append(_ byte: UInt8) {
    let letter = byte.isUpperCase ? byte | 0x20 : byte
    note(isPartOfWord: letter.isAlphanumeric)
    letters.append(letter)
  }

  private mutating func append(_ character: Character, by fold: ListedCompletions.Folding) {
    if let byte = character.onlyByte { return append(byte) }
    let folded = fold(character).utf8
    // What nothing is searched as neither begins a word nor ends one.
    guard !folded.isEmpty else { return }
    note(isPartOfWord: character.isLetter || character.isNumber)
    letters += folded
  }

  private mutating func note(isPartOfWord: Bool) {
    if letters.isEmpty || isPartOfWord && !isInWord { words.append(letters.count) }
    isInWord = isPartOfWord
  }

  /// Which characters of a text some of its letters belong to.
  ///
  /// - Complexity: O(*n*) up to the last of them.
  static func characters(
    of text: String, inBytes bytes: Range<Int>, by fold: ListedCompletions.Folding
  ) -> Range<Int> {
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

// Loops over spans take a third of the time that closures for each byte do.
extension Span<UInt8> {
  /// Whether some bytes stand at a place.
  func has(_ bytes: Span<UInt8>, at place: Int) -> Bool {
    guard place + bytes.count <= count else { return false }
    var index = 0
    while index < bytes.count, self[place + index] == bytes[index] { index += 1 }
    return index == bytes.count
  }

  /// The last place of a range at which some bytes stand.
  ///
  /// - Complexity: O(*n* *m*) at worst, next to O(*n*) where the first byte is rare.
  func lastPlace(of bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    let first = bytes[0]
    var place = range.upperBound
    while place > range.lowerBound {
      place -= 1
      if self[place] == first, has(bytes, at: place) { return place }
    }
    return nil
  }
}

extension Character {
  /// Its byte in UTF-8; `nil` where it has several, as all have that are not of ASCII.
  fileprivate var onlyByte: UInt8? { utf8.count == 1 ? utf8.first : nil }
}

extension UInt8 {
  fileprivate var isUpperCase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  fileprivate var isAlphanumeric: Bool {
    self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z")
      || self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
  }
}
