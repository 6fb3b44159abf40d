import TestSupport

extension RandomTOMLWriter {
  mutating func writeValue(_ value: PlainValue) {
    switch value {
    case .string(let string): text += quoted(string)
    case .integer(let number): text += digits(number)
    case .boolean(let flag): text += flag ? "true" : "false"
    case .array(let values): writeArray(values)
    case .table(let table): writeInline(table)
    }
  }

  private mutating func writeArray(_ values: [PlainValue]) {
    text += "[" + spacing()
    for (index, value) in values.enumerated() {
      if index > 0 { text += spacing() + "," + spacing() }
      writeValue(value)
    }
    text += spacing() + (!values.isEmpty && number(0..<2) == 0 ? "," + spacing() : "") + "]"
  }

  private mutating func writeInline(_ table: [String: PlainValue]) {
    text += "{" + blank()
    for (index, entry) in table.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { text += "," }
      writePair([entry.key], entry.value, separator: ",")
    }
    text += blank() + "}"
  }

  /// Returns a dotted key.
  mutating func key(_ path: [String]) -> String {
    var parts: [String] = []
    for name in path {
      let isBare = !name.isEmpty && name.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil
      parts.append(isBare && number(0..<3) > 0 ? name : inOneLine(name))
    }
    return parts.joined(separator: blank() + "." + blank())
  }

  mutating func blank() -> String { oneOf(["", " ", "\t", "  "]) }

  mutating func endLine() {
    text += blank() + oneOf(["", "# a \"comment\" = [ \u{e9}"]) + oneOf(["\n", "\r\n", "\n\n"])
  }

  /// Returns blanks, comments and line ends between the elements of an array.
  private mutating func spacing() -> String {
    oneOf(["", " ", "\n", "\r\n\t", " # , ]\n", "\n\n# \u{1F98A}\n"])
  }

  private mutating func digits(_ number: Int) -> String {
    guard number >= 0 else { return String(number) }
    return switch self.number(0..<6) {
    case 0: "0x" + String(number, radix: 16, uppercase: self.number(0..<2) == 0)
    case 1: "0o" + String(number, radix: 8)
    case 2: "0b0" + String(number, radix: 2)
    case 3: "+\(number)"
    case 4 where number > 9: String(number).dropLast() + "_" + String(number % 10)
    default: String(number)
    }
  }

  private mutating func quoted(_ string: String) -> String {
    switch number(0..<4) {
    case 0: inLines(string)
    case 1 where isPlain(string) && !string.contains("'''") && !string.hasSuffix("'"):
      "'''" + (string.hasPrefix("\n") ? "\r\n" : "") + string + "'''"
    default: inOneLine(string)
    }
  }

  private mutating func inOneLine(_ string: String) -> String {
    if !string.contains(where: { $0 == "'" || $0 == "\n" }), isPlain(string), number(0..<2) == 0 {
      return "'\(string)'"
    }
    return "\"" + string.unicodeScalars.map { escaped($0) }.joined() + "\""
  }

  /// Returns a multi-line string with plain line ends, and with backslashes before some line ends,
  /// which are ignored.
  private mutating func inLines(_ string: String) -> String {
    var lines = "\"\"\"\n"
    for scalar in string.unicodeScalars {
      // Blanks after a backslash at a line end would be ignored as well.
      let isBlank = scalar == " " || scalar == "\t" || scalar == "\n"
      lines += !isBlank && number(0..<4) == 0 ? oneOf(["\\\n", "\\ \r\n\t\n "]) : ""
      lines += scalar == "\n" ? oneOf(["\n", "\r\n", "\\n"]) : escaped(scalar)
    }
    return lines + "\"\"\""
  }

  private func isPlain(_ string: String) -> Bool {
    string.unicodeScalars.allSatisfy {
      $0 == "\t" || $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F
    }
  }

  private mutating func escaped(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16)
    let long = "\\U" + String(repeating: "0", count: 8 - hex.count) + hex
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return oneOf(["\\t", "\\u0009"])
    case "\u{0}", "\u{7f}": return long
    default: return number(0..<5) == 0 ? long : String(Character(scalar))
    }
  }
}
