extension TomlReader {
  /// Reads a string of any of the four kinds.
  mutating func readString() throws(TomlError) -> [UInt8] {
    switch (cursor.next, cursor[1], cursor[2]) {
    case ("\"", "\"", "\""): try readLines(closedBy: "\"", escapes: true)
    case ("'", "'", "'"): try readLines(closedBy: "'", escapes: false)
    case ("'", _, _): try readLiteralString()
    default: try readBasicString()
    }
  }

  /// Reads what stands between quotation marks, in one line.
  mutating func readBasicString() throws(TomlError) -> [UInt8] {
    var text: [UInt8] = []
    try cursor.expect("\"")
    while !cursor.skip("\"") {
      if cursor.next == "\\" { try readEscape(into: &text) } else { try readByte(into: &text) }
    }
    return text
  }

  /// Reads what stands between apostrophes, in one line.
  mutating func readLiteralString() throws(TomlError) -> [UInt8] {
    var text: [UInt8] = []
    try cursor.expect("'")
    while !cursor.skip("'") { try readByte(into: &text) }
    return text
  }

  /// Reads what stands between three marks and three marks. Its lines end with a line feed, however
  /// they do in the file.
  private mutating func readLines(
    closedBy mark: Unicode.Scalar, escapes: Bool
  ) throws(TomlError) -> [UInt8] {
    var text: [UInt8] = []
    cursor.advance(by: 3)
    // An end of line at the beginning is for the eye alone.
    _ = cursor.skipNewline()
    while true {
      if cursor.next == mark {
        if readMarks(mark, into: &text) { return text }
      } else if escapes, cursor.next == "\\" {
        if try !skipEscapedNewline() { try readEscape(into: &text) }
      } else if cursor.skipNewline() {
        text.append(UInt8(ascii: "\n"))
      } else {
        try readByte(into: &text)
      }
    }
  }

  /// Reads marks, of which three end the string, after two of its own at most; tells whether they do.
  private mutating func readMarks(_ mark: Unicode.Scalar, into text: inout [UInt8]) -> Bool {
    let count = (1..<5).first { cursor[$0] != mark } ?? 5
    let isEnd = count >= 3
    text += repeatElement(UInt8(mark.value), count: isEnd ? count - 3 : count)
    cursor.advance(by: count)
    return isEnd
  }

  /// Reads one byte that stands for itself.
  private mutating func readByte(into text: inout [UInt8]) throws(TomlError) {
    guard let next = cursor.next, next != "\n" else {
      throw cursor.error("Here the text should end.")
    }
    try cursor.refuseControl(next)
    text.append(UInt8(next.value))
    cursor.advance()
  }
}

// What a backslash begins.
extension TomlReader {
  /// Reads a character by its escape.
  private mutating func readEscape(into text: inout [UInt8]) throws(TomlError) {
    let place = cursor.place
    cursor.advance()
    let letter = cursor.next
    cursor.advance()
    guard let scalar = escaped(letter) else {
      let message = "A backslash stands before one of b t n f r u U \" \\."
      throw TomlError(place: place, message: message)
    }
    text += Array(String(Character(scalar)).utf8)
  }

  private mutating func escaped(_ letter: Unicode.Scalar?) -> Unicode.Scalar? {
    switch letter {
    case "b": "\u{8}"
    case "t": "\t"
    case "n": "\n"
    case "f": "\u{C}"
    case "r": "\r"
    case "\"": "\""
    case "\\": "\\"
    case "u": readScalar(digits: 4)
    case "U": readScalar(digits: 8)
    default: nil
    }
  }

  /// Reads a scalar's number; `nil` where there is no such scalar.
  private mutating func readScalar(digits: Int) -> Unicode.Scalar? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = cursor.next?.hexDigit else { return nil }
      value = value << 4 | digit
      cursor.advance()
    }
    return Unicode.Scalar(value)
  }

  /// Goes past a backslash at a line's end and the blanks and lines after it, where it is one.
  private mutating func skipEscapedNewline() throws(TomlError) -> Bool {
    var ahead = cursor
    ahead.advance()
    ahead.skipBlanks()
    guard ahead.skipNewline() else { return false }
    repeat { ahead.skipBlanks() } while ahead.skipNewline()
    cursor = ahead
    return true
  }
}

extension Unicode.Scalar {
  fileprivate var hexDigit: UInt32? {
    Character(self).isASCII ? Character(self).hexDigitValue.map(UInt32.init) : nil
  }
}
