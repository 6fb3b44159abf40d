import TestSupport

/// A writer of TOML documents that selects one of the supported notations at random.
struct RandomTOMLWriter {
  private var generator: SeededGenerator
  private(set) var text = ""

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func oneOf<Element>(_ choices: [Element]) -> Element {
    choices[number(0..<choices.count)]
  }
}

// Generated values.
extension RandomTOMLWriter {
  /// Returns the content of a document: values, tables, and arrays of tables.
  mutating func makeDocument() -> [String: PlainValue] {
    var document = makeTable()
    for _ in 0..<number(0..<4) {
      document[makeText()] =
        number(0..<2) == 0
        ? .table(makeTable()) : .array((0..<number(1..<4)).map { _ in .table(makeTable()) })
    }
    return document
  }

  private mutating func makeTable() -> [String: PlainValue] {
    var table: [String: PlainValue] = [:]
    for _ in 0..<number(0..<5) { table[makeText()] = makeValue() }
    return table
  }

  private mutating func makeValue(depth: Int = 0) -> PlainValue {
    switch number(0..<(depth < 5 ? 5 : 3)) {
    case 0: .string(makeText())
    case 1: .integer(oneOf([0, 1, -1, 42, .max, .min, number(-9999..<9999)]))
    case 2: .boolean(number(0..<2) == 0)
    default: .array((0..<number(0..<4)).map { _ in makeValue(depth: depth + 1) })
    }
  }

  private mutating func makeText() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "B", "7", "-", "_", " ", ".", "=", "#", "[", "]", "{", ",", "\"", "'", "\\", "\t", "\n",
      "\r", "\u{0}", "\u{7f}", "\u{e9}", "\u{1F98A}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<number(0..<6) { text.append(oneOf(scalars)) }
    return String(text)
  }
}

// Tables.
extension RandomTOMLWriter {
  /// A table with its own header, or the tables of an array that are not written yet.
  private typealias Section = (name: String, isArray: Bool, tables: [[String: PlainValue]])

  /// Writes a document: first the values, then the tables in any order.
  mutating func write(_ document: [String: PlainValue]) {
    var sections: [Section] = []
    var values: [String: PlainValue] = [:]
    for (name, value) in document.sorted(by: { $0.key < $1.key }) {
      if let section = Self.section(name, value) { sections.append(section) } else { values[name] = value }
    }
    writePairs(values)
    while !sections.isEmpty {
      let index = number(0..<sections.count)
      let (name, isArray) = (sections[index].name, sections[index].isArray)
      let table = sections[index].tables.removeFirst()
      if sections[index].tables.isEmpty { sections.remove(at: index) }
      text += blank() + (isArray ? "[[" : "[") + blank() + key(name) + blank() + (isArray ? "]]" : "]")
      endLine()
      writePairs(table)
    }
  }

  /// Returns the section of a table or of an array of tables, or `nil` for any other value.
  private static func section(_ name: String, _ value: PlainValue) -> Section? {
    switch value {
    case .table(let table): return (name, false, [table])
    case .array(let values):
      let tables = values.compactMap { if case .table(let table) = $0 { table } else { nil } }
      return tables.isEmpty ? nil : (name, true, tables)
    default: return nil
    }
  }

  private mutating func writePairs(_ table: [String: PlainValue]) {
    for (name, value) in table.sorted(by: { $0.key < $1.key }) {
      text += blank() + key(name) + blank() + "=" + blank()
      writeValue(value)
      endLine()
    }
  }

  private mutating func key(_ name: String) -> String {
    let isBare = !name.isEmpty && name.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil
    return isBare && number(0..<3) > 0 ? name : quoted(name)
  }

  private mutating func blank() -> String { oneOf(["", " ", "\t", "  "]) }

  private mutating func endLine() {
    text += blank() + oneOf(["", "# a \"comment\" = [ \u{e9}"]) + oneOf(["\n", "\r\n", "\n\n"])
  }
}

// Values.
extension RandomTOMLWriter {
  private mutating func writeValue(_ value: PlainValue) {
    switch value {
    case .string(let string): text += quoted(string)
    case .integer(let number): text += digits(number)
    case .boolean(let flag): text += flag ? "true" : "false"
    case .array(let values): writeArray(values)
    case .table: preconditionFailure("A table is not the value of a pair")
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

  /// Returns blanks, comments and line ends between the elements of an array.
  private mutating func spacing() -> String {
    oneOf(["", " ", "\n", "\r\n\t", " # , ]\n", "\n\n# \u{1F98A}\n"])
  }

  private mutating func digits(_ number: Int) -> String {
    switch self.number(0..<3) {
    case 0 where number >= 0: "+\(number)"
    case 1 where number > 9: String(number).dropLast() + "_" + String(number % 10)
    default: String(number)
    }
  }

  private mutating func quoted(_ string: String) -> String {
    let isPlain = string.unicodeScalars.allSatisfy {
      $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F && $0 != "'"
    }
    if isPlain, number(0..<2) == 0 { return "'\(string)'" }
    return "\"" + string.unicodeScalars.map { escaped($0) }.joined() + "\""
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
