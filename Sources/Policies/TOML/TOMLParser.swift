/// A parser of a subset of [TOML 1.0][1] that suffices for policies and for the desktop button:
///
/// - `key = value`, `[table]` and `[[array of tables]]`. A key is bare or a string.
/// - Strings on one line: `"…"` with the escape sequences of TOML, and `'…'`.
/// - Decimal integers, booleans, and arrays, which may extend over several lines.
/// - Comments.
///
/// Any other construct of TOML is an error that names it: dotted keys, nested tables, inline tables,
/// multi-line strings, integers that are not decimal, floating-point numbers, dates and times.
///
/// The existing TOML libraries for Swift import Foundation. That would make the program several
/// times as large, for a file that most users do not have.
///
/// [1]: https://toml.io/en/v1.0.0
package struct TOMLParser {
  /// The maximum nesting depth of tables and arrays.
  private static let maximumDepth = 16

  private var cursor: TOMLCursor
  private var root = TOMLTable()
  /// The tables of each array of tables, by the bytes of its key.
  private var tableArrays: [[UInt8]: [TOMLValue]] = [:]

  /// Parses a document.
  ///
  /// - Throws: The first error in the document.
  /// - Complexity: O(*n*).
  package static func parse(_ utf8: [UInt8]) throws(TOMLError) -> TOMLTable {
    var parser = TOMLParser(cursor: try TOMLCursor(utf8))
    return try parser.readDocument()
  }
}

// Tables and keys.
extension TOMLParser {
  private mutating func readDocument() throws(TOMLError) -> TOMLTable {
    root = try readPairs(depth: 1)
    while cursor.next != nil { try readSection() }
    for (key, tables) in tableArrays { root.setContent(of: key, to: .array(tables)) }
    return root
  }

  /// Reads a header and the pairs below it.
  private mutating func readSection() throws(TOMLError) {
    try cursor.expect("[")
    let isArray = cursor.skip("[")
    let key = try readKey(dotError: "nested tables are not supported; use a name without dots")
    try cursor.expect("]")
    if isArray { try cursor.expect("]") }
    if !isArray || tableArrays[key.utf8] == nil {
      let empty = TOMLValue(content: isArray ? .array([]) : .table(TOMLTable()), location: key.location)
      try root.add(key, empty)
    }
    try cursor.finishLine()
    let content = TOMLValue.Content.table(try readPairs(depth: 2))
    guard isArray else { return root.setContent(of: key.utf8, to: content) }
    tableArrays[key.utf8, default: []].append(TOMLValue(content: content, location: key.location))
  }

  /// Reads the lines up to the next header, which are of the form `key = value`.
  ///
  /// - Parameter depth: The number of tables that contain the values, with the whole document.
  private mutating func readPairs(depth: Int) throws(TOMLError) -> TOMLTable {
    var table = TOMLTable()
    try cursor.skipBlankLines()
    while let next = cursor.next, next != "[" {
      let key = try readKey(dotError: "dotted keys are not supported; use a [table]")
      try cursor.expect("=")
      cursor.skipBlanks()
      try table.add(key, try readValue(depth: depth))
      try cursor.finishLine()
      try cursor.skipBlankLines()
    }
    return table
  }

  /// Reads a key and the blanks around it.
  ///
  /// - Parameter dotError: The message if a dot follows.
  private mutating func readKey(dotError: String) throws(TOMLError) -> TOMLKey {
    cursor.skipBlanks()
    let location = cursor.location
    let isQuoted = cursor.next == "\"" || cursor.next == "'"
    let utf8 = isQuoted ? try readString() : cursor.read { $0 == "_" || $0 == "-" || $0.isLetterOrDigit }
    guard isQuoted || !utf8.isEmpty else { throw cursor.error("expected a key") }
    cursor.skipBlanks()
    guard cursor.next != "." else { throw cursor.error(dotError) }
    return TOMLKey(utf8: utf8, location: location)
  }
}

// Values.
extension TOMLParser {
  /// Reads a value.
  ///
  /// - Parameter depth: The number of tables and arrays that contain the value.
  private mutating func readValue(depth: Int) throws(TOMLError) -> TOMLValue {
    let location = cursor.location
    return TOMLValue(content: try readContent(depth: depth), location: location)
  }

  private mutating func readContent(depth: Int) throws(TOMLError) -> TOMLValue.Content {
    switch cursor.next {
    case "\"", "'": return .string(String(decoding: try readString(), as: UTF8.self))
    case "[" where depth > Self.maximumDepth:
      throw cursor.error("nesting too deep; maximum \(Self.maximumDepth)")
    case "[": return try readArray(depth: depth)
    case "{": throw cursor.error("inline tables are not supported; use [name] or [[name]]")
    default: return try readWord()
    }
  }

  private mutating func readArray(depth: Int) throws(TOMLError) -> TOMLValue.Content {
    var values: [TOMLValue] = []
    try cursor.expect("[")
    try cursor.skipBlankLines()
    while !cursor.skip("]") {
      values.append(try readValue(depth: depth + 1))
      try cursor.skipBlankLines()
      guard cursor.next != "]" else { continue }
      try cursor.expect(",")
      try cursor.skipBlankLines()
    }
    return .array(values)
  }

  /// Reads a boolean or an integer.
  private mutating func readWord() throws(TOMLError) -> TOMLValue.Content {
    let start = cursor
    let bytes = cursor.read { $0.isLetterOrDigit || "+-_.:".unicodeScalars.contains($0) }
    let word = String(decoding: bytes, as: UTF8.self)
    if word == "true" || word == "false" { return .boolean(word == "true") }
    let digits = word.first == "+" || word.first == "-" ? word.dropFirst() : word[...]
    guard Self.isNatural(digits) else { throw start.error(Self.errorMessage(for: digits)) }
    guard let number = Int(word.filter { $0 != "_" }) else { throw start.error("number out of range") }
    return .integer(number)
  }

  /// Returns whether an ASCII text consists of digits with single underscores between them, and has no
  /// leading zero.
  private static func isNatural(_ digits: Substring) -> Bool {
    let groups = digits.split(separator: "_", omittingEmptySubsequences: false)
    return groups.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
      && (digits == "0" || digits.first != "0")
  }

  /// Returns the error message for an ASCII word that is not a value, without its sign.
  private static func errorMessage(for word: Substring) -> String {
    let isSpecial = word == "inf" || word == "nan"
    guard isSpecial || word.first?.isNumber == true else {
      return "expected a value; strings need quotation marks"
    }
    if ["0x", "0o", "0b"].contains(word.prefix(2).lowercased()) {
      return "hexadecimal, octal and binary integers are not supported; write the number in decimal"
    }
    if word.contains(":") || word.dropFirst(4).first == "-" && word.prefix(4).allSatisfy(\.isNumber) {
      return "dates and times are not supported; use a string"
    }
    return isSpecial || word.contains { ".eE".contains($0) }
      ? "fractions, exponents, inf and nan are not supported; use an integer"
      : "invalid number; use digits without leading zeros"
  }
}

// Strings.
extension TOMLParser {
  /// Reads a string in quotation marks, with escape sequences, or in apostrophes.
  private mutating func readString() throws(TOMLError) -> [UInt8] {
    var text: [UInt8] = []
    let quote: Unicode.Scalar = cursor.next == "'" ? "'" : "\""
    guard cursor[1] != quote || cursor[2] != quote else {
      throw cursor.error("multi-line strings are not supported; write the text on one line")
    }
    try cursor.expect(quote)
    while !cursor.skip(quote) {
      guard let next = cursor.next, next != "\n" else { throw cursor.error("unterminated string") }
      if next == "\\", quote == "\"" {
        text += try readEscape()
      } else {
        try cursor.rejectControl(next)
        text.append(UInt8(next.value))
        cursor.advance()
      }
    }
    return text
  }

  /// Reads an escape sequence and returns the bytes that it represents.
  private mutating func readEscape() throws(TOMLError) -> [UInt8] {
    let start = cursor
    cursor.advance()
    let letter = cursor.next
    cursor.advance()
    guard let scalar = escaped(letter) else {
      throw start.error("invalid escape sequence; valid are \\b \\t \\n \\f \\r \\u \\U \\\" \\\\")
    }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func escaped(_ letter: Unicode.Scalar?) -> Unicode.Scalar? {
    switch letter {
    case "b": "\u{8}"
    case "t": "\t"
    case "n": "\n"
    case "f": "\u{C}"
    case "r": "\r"
    case "\"", "\\": letter
    case "u": readScalar(digits: 4)
    case "U": readScalar(digits: 8)
    default: nil
    }
  }

  /// Reads the hexadecimal number of a scalar. Returns `nil` if there is no such scalar.
  private mutating func readScalar(digits: Int) -> Unicode.Scalar? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let next = cursor.next, let digit = Character(next).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
      cursor.advance()
    }
    return Unicode.Scalar(value)
  }
}
