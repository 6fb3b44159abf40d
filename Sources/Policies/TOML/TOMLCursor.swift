/// A reading position in a document that tracks its line and column.
struct TOMLCursor {
  private let utf8: [UInt8]
  private var offset = 0
  private(set) var location = TOMLLocation()

  /// Creates a cursor at the start of a document.
  ///
  /// - Throws: An error if the document is not valid UTF-8.
  init(_ utf8: [UInt8]) throws(TOMLError) {
    self.utf8 = utf8
    do throws(UTF8.ValidationError) { _ = try UTF8Span(validating: utf8.span) } catch {
      while offset < error.byteOffsets.lowerBound { advance() }
      throw self.error("file is not valid UTF-8")
    }
  }

  /// The next byte as a scalar with the same number, or `nil` at the end.
  var next: Unicode.Scalar? { self[0] }

  /// Returns the byte at a distance from the next one, or `nil` after the end.
  subscript(distance: Int) -> Unicode.Scalar? {
    offset + distance < utf8.count ? Unicode.Scalar(utf8[offset + distance]) : nil
  }

  /// Advances by one byte, if the cursor is not at the end.
  mutating func advance() {
    guard offset < utf8.count else { return }
    if utf8[offset] == UInt8(ascii: "\n") {
      location = TOMLLocation(line: location.line + 1, column: 1)
    } else if utf8[offset] & 0xC0 != 0x80 {
      // Only the first byte of a scalar is not a continuation byte.
      location.column += 1
    }
    offset += 1
  }

  /// Skips a byte if it is the next one. Returns whether it was.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    advance()
    return true
  }

  /// Skips a byte, or throws an error if it is not the next one.
  mutating func expect(_ scalar: Unicode.Scalar) throws(TOMLError) {
    guard skip(scalar) else { throw error("expected '\(scalar)'") }
  }

  /// Reads bytes as long as they meet a condition.
  mutating func read(while condition: (Unicode.Scalar) -> Bool) -> [UInt8] {
    let start = offset
    while let next, condition(next) { advance() }
    return Array(utf8[start..<offset])
  }

  /// Returns an error at the current location.
  func error(_ message: String) -> TOMLError { TOMLError(location: location, message: message) }
}

// Blanks and lines.
extension TOMLCursor {
  mutating func skipBlanks() { while let next, next == " " || next == "\t" { advance() } }

  /// Skips a line end. Returns whether there was one.
  mutating func skipNewline() -> Bool {
    if next == "\r", self[1] == "\n" { advance() }
    return skip("\n")
  }

  /// Skips blanks, comments and line ends.
  mutating func skipBlankLines() throws(TOMLError) {
    repeat {
      skipBlanks()
      try skipComment()
    } while skipNewline()
  }

  /// Skips the blanks and the comment after a value or a header, and the line end.
  mutating func finishLine() throws(TOMLError) {
    skipBlanks()
    try skipComment()
    guard next == nil || skipNewline() else { throw error("expected end of line") }
  }

  private mutating func skipComment() throws(TOMLError) {
    guard skip("#") else { return }
    while let next, next != "\n", !(next == "\r" && self[1] == "\n") {
      try rejectControl(next)
      advance()
    }
  }

  /// Throws an error for a control character, which TOML does not allow anywhere.
  func rejectControl(_ scalar: Unicode.Scalar) throws(TOMLError) {
    guard scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F else { return }
    throw error("control characters are not allowed here")
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an ASCII letter or digit.
  var isLetterOrDigit: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }
}
