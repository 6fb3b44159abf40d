/// Reads documents of [TOML 1.0][1], but for numbers with a fraction and for dates.
///
/// It is a reader of our own, since those that there are for Swift import Foundation, which would make
/// the program several times as large for the sake of a file that most people do not have.
///
/// [1]: https://toml.io/en/v1.0.0
struct TomlReader {
  var cursor: TomlCursor

  /// What a document says.
  ///
  /// - Throws: What is wrong with it.
  /// - Complexity: O(*n*).
  static func read(_ utf8: [UInt8]) throws(TomlError) -> TomlTable {
    var reader = TomlReader(cursor: try TomlCursor(utf8))
    return try reader.readDocument()
  }

  private mutating func readDocument() throws(TomlError) -> TomlTable {
    let root = TomlTableBuilder.root()
    var table = root
    try cursor.skipBlankLines()
    while let next = cursor.next {
      if next == "[" {
        table = try readHeader(in: root)
      } else {
        try readPair(into: table)
      }
      try cursor.finishLine()
      try cursor.skipBlankLines()
    }
    return root.finished()
  }

  /// Reads `[path]` or `[[path]]`, and gives the table that it begins.
  private mutating func readHeader(
    in root: TomlTableBuilder
  ) throws(TomlError) -> TomlTableBuilder {
    try cursor.expect("[")
    let isArray = cursor.skip("[")
    let path = try readPath()
    try cursor.expect("]")
    if isArray { try cursor.expect("]") }
    return isArray ? try root.append(path) : try root.define(path)
  }

  /// Reads `path = value`.
  mutating func readPair(into table: TomlTableBuilder) throws(TomlError) {
    let path = try readPath()
    try cursor.expect("=")
    cursor.skipBlanks()
    // The tables that the path names lie one in the other.
    let value = try readValue(depth: table.innerDepth + path.count - 1)
    try table.set(path, to: value)
  }

  /// Reads a name with dots or without, and the blanks around it.
  private mutating func readPath() throws(TomlError) -> [TomlKey] {
    var path: [TomlKey] = []
    repeat {
      cursor.skipBlanks()
      let place = cursor.place
      path.append(TomlKey(utf8: try readKey(), place: place))
      cursor.skipBlanks()
    } while cursor.skip(".")
    return path
  }

  private mutating func readKey() throws(TomlError) -> [UInt8] {
    switch cursor.next {
    case "\"": return try readBasicString()
    case "'": return try readLiteralString()
    default:
      let name = cursor.take { $0 == "_" || $0 == "-" || $0.isLetterOrDigit }
      guard !name.isEmpty else { throw cursor.error("Here a name is missing.") }
      return name
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is one of ASCII's.
  var isLetterOrDigit: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }
}
