/// A tokenizer for lists.
///
/// Separators within quotation marks or angle brackets belong to the text, so that
/// `"Doe, Jo" <jo@example.org>` stays one part (RFC 5322, sections 3.2.4 and 3.4). A quotation mark
/// opens a quotation only at the start of a word. A quotation mark or an angle bracket that is
/// never closed is an ordinary character.
struct ListReader {
  /// The construct that encloses the current text.
  private enum Enclosure: UInt8 { case quotes, brackets }

  /// The separators of a pasted list, in addition to line ends outside ASCII.
  static let listSeparators = Set(",;\n\r\t".utf8)

  /// The separators of one byte.
  private let separators: Set<UInt8>
  /// The offsets of the next byte and of the start of the current part.
  private var offset = 0
  private var partStart = 0
  private var enclosure: Enclosure?
  private var enclosureStart = 0
  private var isEscaped = false
  private var isWordStart = true
  /// The enclosures that are known to have no closing character in the remaining text.
  private var unterminated: Set<Enclosure> = []

  /// - Parameter separators: ASCII characters. Line ends outside ASCII are always separators.
  init(separators: Set<UInt8> = listSeparators) { self.separators = separators }

  /// Whether a separator at the current offset would be in a quotation or an address in brackets that is still
  /// open.
  fileprivate var isEnclosed: Bool { enclosure != nil }

  /// Calls a closure with the parts of a list, including empty ones. The spans are valid only during the call.
  ///
  /// - Complexity: O(*n*). Each byte is read at most three times.
  static func forEachPart(of list: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var reader = ListReader()
    reader.read(list, upTo: list.count, body)
    while let enclosure = reader.enclosure {
      // Not closed until the end of the text, so the opening character was an ordinary one.
      reader.unterminated.insert(enclosure)
      (reader.enclosure, reader.isEscaped, reader.isWordStart) = (nil, false, false)
      reader.offset = reader.enclosureStart + 1
      reader.read(list, upTo: list.count, body)
    }
    body(list.extracting(reader.partStart..<list.count))
  }

  /// Reads the bytes before an end, and calls a closure with each part that a separator ends.
  fileprivate mutating func read(_ text: Span<UInt8>, upTo end: Int, _ body: (Span<UInt8>) -> Void) {
    while offset < end { consume(text, body) }
  }

  /// Consumes one byte, or a line end of several bytes.
  private mutating func consume(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    let byte = hasCombiningMark(in: text) ? 0 : text[offset]
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

  /// Returns whether a combining mark follows the next ASCII character and so makes it another
  /// character.
  private func hasCombiningMark(in text: Span<UInt8>) -> Bool {
    guard text[offset] < 0x80, offset + 1 < text.count, text[offset + 1] >= 0x80 else { return false }
    let end = min(offset + 5, text.count)
    let scalars = String(decoding: text.extracting(offset..<end)).unicodeScalars.prefix(2)
    return String(String.UnicodeScalarView(scalars)).count == 1
  }

  private mutating func enclose(_ kind: Enclosure) {
    guard !unterminated.contains(kind) else { return }
    (enclosure, enclosureStart) = (kind, offset)
  }

  /// Returns the length of the separator at the current offset in bytes, or 0 if there is none.
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

/// A text that grows, and whether it ends in a quotation or an address in brackets that is still open.
struct EnclosureReader {
  private var reader: ListReader
  private var bytes: [UInt8]

  init(_ text: String, separators: Set<UInt8>) {
    reader = ListReader(separators: separators)
    bytes = Array(text.utf8)
  }

  /// Adds text, which does not begin with a combining mark after `isOpen()` was called.
  mutating func append(_ text: Substring) { bytes += text.utf8 }

  /// Returns whether a separator after the text would be enclosed.
  ///
  /// - Complexity: O(*n*) in the length of the text added since the last call.
  mutating func isOpen() -> Bool {
    // The span borrows all of `self`.
    var reader = reader
    reader.read(bytes.span, upTo: bytes.count) { _ in }
    self.reader = reader
    return reader.isEnclosed
  }
}

extension StringProtocol {
  /// The text without surrounding white space.
  var trimmed: SubSequence {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return self[start.startIndex...last]
  }
}
