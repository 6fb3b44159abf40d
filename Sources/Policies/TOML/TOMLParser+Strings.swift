extension TOMLParser {
  /// Reads a string of any of the four kinds.
  mutating func readString() throws(TOMLError) -> [UInt8] {
    switch (cursor.next, cursor[1], cursor[2]) {
    case ("\"", "\"", "\""): try readLines(closedBy: "\"", escapes: true)
    case ("'", "'", "'"): try readLines(closedBy: "'", escapes: false)
    case ("'", _, _): try readLiteralString()
    default: try readBasicString()
    }
  }

  /// Reads a single-line string in quotation marks.
  mutating func readBasicString() throws(TOMLError) -> [UInt8] {
    var text: [UInt8] = []
    try cursor.expect("\"")
    while !cursor.skip("\"") {
      if cursor.next == "\\" { try readEscape(into: &text) } else { try readByte(into: &text) }
    }
    return text
  }

  /// Reads a single-line string in apostrophes.
  mutating func readLiteralString() throws(TOMLError) -> [UInt8] {
    var text: [UInt8] = []
    try cursor.expect("'")
    while !cursor.skip("'") { try readByte(into: &text) }
    return text
  }

  /// Reads a multi-line string in triple quotes. Every line end becomes a line feed.
  private mutating func readLines(closedBy quote: Unicode.Scalar, escapes: Bool) throws(TOMLError) -> [UInt8]
  {
    var text: [UInt8] = []
    cursor.advance(by: 3)
    // A line end at the start is not part of the string.
    _ = cursor.skipNewline()
    while true {
      if cursor.next == quote {
        if readQuotes(quote, into: &text) { return text }
      } else if escapes, cursor.next == "\\" {
        if try !skipEscapedNewline() { try readEscape(into: &text) }
      } else if cursor.skipNewline() {
        text.append(UInt8(ascii: "\n"))
      } else {
        try readByte(into: &text)
      }
    }
  }

  /// Reads quotes. Three of them end the string, after at most two that belong to it. Returns
  /// whether they end the string.
  private mutating func readQuotes(_ quote: Unicode.Scalar, into text: inout [UInt8]) -> Bool {
    let count = (1..<5).first { cursor[$0] != quote } ?? 5
    let isEnd = count >= 3
    text += repeatElement(UInt8(quote.value), count: isEnd ? count - 3 : count)
    cursor.advance(by: count)
    return isEnd
  }

  /// Reads one byte that is not part of an escape sequence.
  private mutating func readByte(into text: inout [UInt8]) throws(TOMLError) {
    guard let next = cursor.next, next != "\n" else { throw cursor.error("unterminated string") }
    try cursor.rejectControl(next)
    text.append(UInt8(next.value))
    cursor.advance()
  }
}

// Escape sequences.
extension TOMLParser {
  /// Reads an escape sequence.
  private mutating func readEscape(into text: inout [UInt8]) throws(TOMLError) {
    let location = cursor.location
    cursor.advance()
    let letter = cursor.next
    cursor.advance()
    guard let scalar = escaped(letter) else {
      let message = "invalid escape sequence; valid are \\b \\t \\n \\f \\r \\u \\U \\\" \\\\"
      throw TOMLError(location: location, message: message)
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

  /// Reads the hexadecimal number of a scalar. Returns `nil` if there is no such scalar.
  private mutating func readScalar(digits: Int) -> Unicode.Scalar? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = cursor.next?.hexDigit else { return nil }
      value = value << 4 | digit
      cursor.advance()
    }
    return Unicode.Scalar(value)
  }

  /// Skips a backslash at a line end and the blanks and line ends after it. Returns whether there
  /// was one.
  private mutating func skipEscapedNewline() throws(TOMLError) -> Bool {
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
