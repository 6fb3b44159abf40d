extension TomlReader {
  /// Reads a value.
  ///
  /// - Parameter depth: In how many tables and arrays it is.
  mutating func readValue(depth: Int) throws(TomlError) -> TomlValue {
    let place = cursor.place
    return TomlValue(content: try readContent(depth: depth), place: place)
  }

  private mutating func readContent(depth: Int) throws(TomlError) -> TomlValue.Content {
    switch cursor.next {
    case "\"", "'": return .string(String(decoding: try readString(), as: UTF8.self))
    case "[", "{":
      guard depth <= TomlTableBuilder.deepest else {
        throw cursor.error("More than \(TomlTableBuilder.deepest) levels are too many.")
      }
      return cursor.next == "[" ? try readArray(depth: depth) : try readTable(depth: depth)
    default: return try readWord()
    }
  }

  private mutating func readArray(depth: Int) throws(TomlError) -> TomlValue.Content {
    var values: [TomlValue] = []
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

  private mutating func readTable(depth: Int) throws(TomlError) -> TomlValue.Content {
    let table = TomlTableBuilder.inline(at: cursor.place, depth: depth)
    try cursor.expect("{")
    cursor.skipBlanks()
    if !cursor.skip("}") {
      repeat {
        try readPair(into: table)
        cursor.skipBlanks()
      } while cursor.skip(",")
      try cursor.expect("}")
    }
    return .table(table.finished())
  }
}

// Booleans and integers.
extension TomlReader {
  private mutating func readWord() throws(TomlError) -> TomlValue.Content {
    let start = cursor
    let bytes = cursor.take { $0.isLetterOrDigit || "+-_.:".unicodeScalars.contains($0) }
    let word = String(decoding: bytes, as: UTF8.self)
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      if let number = Self.integer(word) { return .integer(number) }
      throw start.error(Self.complaint(about: word))
    }
  }

  /// The number that a word is; `nil` where it is none, or does not fit.
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

  /// Whether it is digits, with underscores between them, and if decimal without a zero before them.
  private static func isNatural(_ digits: Substring, _ radix: Int) -> Bool {
    let groups = digits.split(separator: "_", omittingEmptySubsequences: false)
    return groups.allSatisfy { group in
      !group.isEmpty
        && group.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? radix) < radix }
    } && (radix != 10 || digits == "0" || digits.first != "0")
  }

  /// What is legal and left out says so.
  private static func complaint(about word: String) -> String {
    let (radix, _, digits) = parts(of: word)
    let isNumber =
      radix != 10 || digits.first?.isASCIIDigit == true || digits == "inf" || digits == "nan"
    if isNatural(digits, radix) { return "So large a number is not read." }
    if !isNumber { return "Here a value is missing: text stands between quotation marks." }
    if digits.contains(":") || digits.dropFirst(4).first == "-" {
      return "Dates and times are not read."
    }
    let isWhole = digits.allSatisfy { $0.isASCIIDigit || $0 == "_" } || radix != 10
    return isWhole ? "This is no number." : "Only whole numbers are read."
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
