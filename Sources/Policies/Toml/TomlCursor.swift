/// A walk through a document that knows its place.
struct TomlCursor {
  private let utf8: [UInt8]
  private var offset = 0
  private(set) var place = TomlPlace()

  /// - Throws: Where the document is no UTF-8.
  init(_ utf8: [UInt8]) throws(TomlError) {
    self.utf8 = utf8
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: utf8.span)
    } catch {
      while offset < error.byteOffsets.lowerBound { advance() }
      throw self.error("This is no UTF-8.")
    }
  }

  /// The byte that comes next, as a scalar of the same number; `nil` at the end.
  var next: Unicode.Scalar? { self[0] }

  /// The byte so far ahead.
  subscript(distance: Int) -> Unicode.Scalar? {
    offset + distance < utf8.count ? Unicode.Scalar(utf8[offset + distance]) : nil
  }

  /// Goes on by some bytes of the document.
  mutating func advance(by count: Int = 1) {
    for byte in utf8[offset...].prefix(count) {
      offset += 1
      if byte == UInt8(ascii: "\n") {
        place = TomlPlace(line: place.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        // Of a scalar's bytes, only the first is none that goes on.
        place.column += 1
      }
    }
  }

  /// Goes past that byte, if it comes next.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    advance()
    return true
  }

  /// Goes past what a person did not leave out by mistake.
  mutating func expect(_ scalar: Unicode.Scalar) throws(TomlError) {
    guard skip(scalar) else { throw error("Here a \(scalar) is missing.") }
  }

  /// Goes past all bytes of some kind.
  mutating func take(while isTaken: (Unicode.Scalar) -> Bool) -> [UInt8] {
    let start = offset
    while let next, isTaken(next) { advance() }
    return Array(utf8[start..<offset])
  }

  /// What is wrong here.
  func error(_ message: String) -> TomlError { TomlError(place: place, message: message) }
}

// Blanks and lines.
extension TomlCursor {
  mutating func skipBlanks() {
    while let next, next == " " || next == "\t" { advance() }
  }

  /// Goes past the end of a line, and tells whether there was one.
  mutating func skipNewline() -> Bool {
    if next == "\r", self[1] == "\n" { advance() }
    return skip("\n")
  }

  /// Goes past blanks, comments and ends of lines.
  mutating func skipBlankLines() throws(TomlError) {
    repeat {
      skipBlanks()
      try skipComment()
    } while skipNewline()
  }

  /// Goes past what may stand behind a value and behind a header.
  mutating func finishLine() throws(TomlError) {
    skipBlanks()
    try skipComment()
    guard next == nil || skipNewline() else { throw error("Here the line should end.") }
  }

  private mutating func skipComment() throws(TomlError) {
    guard skip("#") else { return }
    while let next, next != "\n", !(next == "\r" && self[1] == "\n") {
      try refuseControl(next)
      advance()
    }
  }

  /// Complains of a control character that TOML has nowhere.
  func refuseControl(_ scalar: Unicode.Scalar) throws(TomlError) {
    guard scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F else { return }
    throw error("A control character may not stand here.")
  }
}
