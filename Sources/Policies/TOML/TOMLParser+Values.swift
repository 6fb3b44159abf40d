extension TOMLParser {
  /// Reads a value.
  ///
  /// - Parameter depth: The number of tables and arrays that contain the value.
  mutating func readValue(depth: Int) throws(TOMLError) -> TOMLValue {
    let location = cursor.location
    return TOMLValue(content: try readContent(depth: depth), location: location)
  }

  private mutating func readContent(depth: Int) throws(TOMLError) -> TOMLValue.Content {
    switch cursor.next {
    case "\"", "'": return .string(String(decoding: try readString(), as: UTF8.self))
    case "[", "{":
      guard depth <= TOMLTableBuilder.maximumDepth else {
        throw cursor.error("nesting too deep; maximum \(TOMLTableBuilder.maximumDepth)")
      }
      return cursor.next == "[" ? try readArray(depth: depth) : try readInlineTable(depth: depth)
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

  private mutating func readInlineTable(depth: Int) throws(TOMLError) -> TOMLValue.Content {
    let table = TOMLTableBuilder.inline(at: cursor.location, depth: depth)
    try cursor.expect("{")
    cursor.skipBlanks()
    if !cursor.skip("}") {
      repeat {
        try readPair(into: table)
        cursor.skipBlanks()
      } while cursor.skip(",")
      try cursor.expect("}")
    }
    return .table(table.build())
  }
}

// Booleans and integers.
extension TOMLParser {
  private mutating func readWord() throws(TOMLError) -> TOMLValue.Content {
    let start = cursor
    let bytes = cursor.read { $0.isLetterOrDigit || "+-_.:".unicodeScalars.contains($0) }
    let word = String(decoding: bytes, as: UTF8.self)
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      if let number = Self.integer(word) { return .integer(number) }
      throw start.error(Self.errorMessage(for: word))
    }
  }

  /// Returns the integer that a word represents, or `nil` if it is not an integer or does not fit.
  private static func integer(_ word: String) -> Int? {
    let (radix, sign, digits) = parts(of: word)
    guard isNatural(digits, radix) else { return nil }
    return Int(sign + digits.filter { $0 != "_" }, radix: radix)
  }

  private static func parts(of word: String) -> (radix: Int, sign: Substring, digits: Substring) {
    switch word.prefix(2) {
    case "0x": return (16, "", word.dropFirst(2))
    case "0o": return (8, "", word.dropFirst(2))
    case "0b": return (2, "", word.dropFirst(2))
    default:
      let digits = word.first == "+" || word.first == "-" ? word.dropFirst() : word[...]
      return (10, word[..<digits.startIndex], digits)
    }
  }

  /// Returns whether the text consists of digits with single underscores between them, and has no
  /// leading zero if it is decimal.
  private static func isNatural(_ digits: Substring, _ radix: Int) -> Bool {
    let groups = digits.split(separator: "_", omittingEmptySubsequences: false)
    return groups.allSatisfy { group in
      !group.isEmpty && group.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? radix) < radix }
    } && (radix != 10 || digits == "0" || digits.first != "0")
  }

  /// Returns the error message for a word that is not a valid value. Valid TOML that is not
  /// supported has its own messages.
  private static func errorMessage(for word: String) -> String {
    let (radix, _, digits) = parts(of: word)
    let isNumber = radix != 10 || digits.first?.isASCIIDigit == true || digits == "inf" || digits == "nan"
    if isNatural(digits, radix) { return "number out of range" }
    if !isNumber { return "expected a value; strings need quotation marks" }
    if digits.contains(":") || digits.dropFirst(4).first == "-" { return "dates and times are not supported" }
    let isWhole = digits.allSatisfy { $0.isASCIIDigit || $0 == "_" } || radix != 10
    return isWhole ? "invalid number" : "expected an integer"
  }
}

extension Character { fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) } }
