/// Takes a list apart, byte by byte, so that a long one can be read in steps.
///
/// Separators within quotation marks or angle brackets are part of what is there, so that
/// `"Doe, Jo" <jo@example.org>` stays whole (RFC 5322, sections 3.2.4 and 3.4). A quotation mark
/// begins a quotation only where a word begins, and one that never ends is none: a list is taken
/// apart then as if the mark were any other character. So is an angle bracket.
struct ListReader {
  /// What text is within.
  private enum Enclosure: UInt8 { case quotes, brackets }

  /// The separators that are one byte.
  private let separators: Set<UInt8>
  /// Where the next byte, and the part that is being read, are.
  private var offset = 0
  private var partStart = 0
  private var enclosure: Enclosure?
  private var enclosureStart = 0
  private var isEscaped = false
  private var isWordStart = true
  /// What is known not to end any more: where the end of one is missing, that of each later one is.
  private var unending: Set<Enclosure> = []

  /// - Parameter separators: ASCII characters. Line ends beyond ASCII always are.
  init(separators: Set<UInt8>) { self.separators = separators }

  /// Whether a quotation or an address has begun and is not over.
  var isEnclosed: Bool { enclosure != nil }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - text: In UTF-8, valid or not; the same in each step.
  ///   - count: How many bytes to read at most.
  ///   - body: Is lent each part that has ended, empty ones too.
  /// - Returns: Whether all is read.
  /// - Complexity: O(`count`); all steps together read each byte three times at most.
  mutating func read(
    _ text: Span<UInt8>, atMost count: Int = .max, _ body: (Span<UInt8>) -> Void
  ) -> Bool {
    let stop = count < text.count - offset ? offset + count : text.count
    while offset < stop { take(text, body) }
    guard stop == text.count else { return false }
    if let enclosure {
      // It never ends, so it never began.
      unending.insert(enclosure)
      (self.enclosure, isEscaped, isWordStart) = (nil, false, false)
      offset = enclosureStart + 1
      return false
    }
    body(text.extracting(partStart..<text.count))
    return true
  }

  /// Takes one byte in, or a line end of several.
  private mutating func take(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    let byte = isMarked(in: text) ? 0 : text[offset]
    let length = byte == 0 ? 0 : separatorLength(in: text)
    defer {
      offset += max(1, length)
      isWordStart = length > 0 || byte == UInt8(ascii: " ")
    }
    guard !isEscaped else {
      isEscaped = false
      return
    }
    switch (enclosure, byte) {
    case (.quotes, UInt8(ascii: "\\")): isEscaped = true
    case (.quotes, UInt8(ascii: "\"")), (.brackets, UInt8(ascii: ">")): enclosure = nil
    case (nil, UInt8(ascii: "\"")) where isWordStart: enclose(.quotes)
    case (nil, UInt8(ascii: "<")): enclose(.brackets)
    case (nil, _) where length > 0:
      body(text.extracting(partStart..<offset))
      partStart = offset + length
    default: break
    }
  }

  /// Whether an accent or the like makes another character of the ASCII character that comes next.
  private func isMarked(in text: Span<UInt8>) -> Bool {
    guard text[offset] < 0x80, offset + 1 < text.count, text[offset + 1] >= 0x80 else {
      return false
    }
    let end = min(offset + 5, text.count)
    let scalars = String(decoding: text.extracting(offset..<end)).unicodeScalars.prefix(2)
    return String(String.UnicodeScalarView(scalars)).count == 1
  }

  private mutating func enclose(_ kind: Enclosure) {
    guard !unending.contains(kind) else { return }
    (enclosure, enclosureStart) = (kind, offset)
  }

  /// How many bytes long the separator is that comes next; 0 where none does.
  private func separatorLength(in text: Span<UInt8>) -> Int {
    let byte = text[offset]
    if separators.contains(byte) { return 1 }
    // U+0085, U+2028 and U+2029.
    if byte == 0xC2, offset + 1 < text.count, text[offset + 1] == 0x85 { return 2 }
    let isLineEnd =
      byte == 0xE2 && offset + 2 < text.count && text[offset + 1] == 0x80
      && (text[offset + 2] == 0xA8 || text[offset + 2] == 0xA9)
    return isLineEnd ? 3 : 0
  }
}
