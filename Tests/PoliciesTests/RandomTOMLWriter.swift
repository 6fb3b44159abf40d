import TestSupport

/// A writer of TOML documents that selects one of the possible notations at random.
struct RandomTOMLWriter {
  private var generator: SeededGenerator
  var text = ""

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func oneOf<Element>(_ choices: [Element]) -> Element {
    choices[number(0..<choices.count)]
  }
}

// Generated values.
extension RandomTOMLWriter {
  mutating func makeTable(depth: Int = 0) -> [String: PlainValue] {
    var table: [String: PlainValue] = [:]
    for _ in 0..<number(0..<5) { table[makeText()] = makeValue(depth: depth + 1) }
    return table
  }

  private mutating func makeValue(depth: Int) -> PlainValue {
    switch number(0..<(depth < 5 ? 7 : 3)) {
    case 0: .string(makeText())
    case 1: .integer(oneOf([0, 1, -1, 42, .max, .min, number(-9999..<9999)]))
    case 2: .boolean(number(0..<2) == 0)
    case 3: .array((0..<number(0..<4)).map { _ in makeValue(depth: depth + 1) })
    case 4: .array((0..<number(1..<4)).map { _ in .table(makeTable(depth: depth + 2)) })
    default: .table(makeTable(depth: depth))
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

// Notations.
extension RandomTOMLWriter {
  /// Writes a table: first the single-line pairs, then the tables with headers.
  mutating func write(_ table: [String: PlainValue], below path: [String] = []) {
    var blocks: [(String, PlainValue)] = []
    for (name, value) in table.sorted(by: { $0.key < $1.key }) {
      if Self.mayHaveHeader(value), number(0..<2) == 0 {
        blocks.append((name, value))
      } else {
        writePair([name], value)
        endLine()
      }
    }
    for (name, value) in blocks { writeBlock(path + [name], value) }
  }

  private static func mayHaveHeader(_ value: PlainValue) -> Bool {
    switch value {
    case .table: true
    case .array(let values):
      !values.isEmpty && values.allSatisfy { if case .table = $0 { true } else { false } }
    default: false
    }
  }

  private mutating func writeBlock(_ path: [String], _ value: PlainValue) {
    switch value {
    case .array(let tables): for table in tables { writeBlock(path, table, "[[", "]]") }
    default: writeBlock(path, value, "[", "]")
    }
  }

  private mutating func writeBlock(_ path: [String], _ value: PlainValue, _ open: String, _ end: String) {
    guard case .table(let table) = value else { return }
    text += blank() + open + key(path) + end
    endLine()
    write(table, below: path)
  }

  /// Writes `path = value`, or one pair for each entry of a table.
  ///
  /// - Parameter separator: The text between pairs.
  mutating func writePair(_ path: [String], _ value: PlainValue, separator: String = "\n") {
    guard case .table(let table) = value, !table.isEmpty, number(0..<2) == 0 else {
      text += blank() + key(path) + blank() + "=" + blank()
      return writeValue(value)
    }
    for (index, entry) in table.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { text += separator }
      writePair(path + [entry.key], entry.value, separator: separator)
    }
  }
}
