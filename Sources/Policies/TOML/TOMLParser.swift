/// A parser of [TOML 1.0][1] documents. It does not support numbers with a fraction or dates.
///
/// The existing TOML libraries for Swift import Foundation. That would make the program several
/// times as large, for a file that most users do not have.
///
/// [1]: https://toml.io/en/v1.0.0
struct TOMLParser {
  var cursor: TOMLCursor

  /// Parses a document.
  ///
  /// - Throws: The first error in the document.
  /// - Complexity: O(*n*).
  static func parse(_ utf8: [UInt8]) throws(TOMLError) -> TOMLTable {
    var parser = TOMLParser(cursor: try TOMLCursor(utf8))
    return try parser.readDocument()
  }

  private mutating func readDocument() throws(TOMLError) -> TOMLTable {
    let root = TOMLTableBuilder.root()
    var table = root
    try cursor.skipBlankLines()
    while let next = cursor.next {
      if next == "[" { table = try readHeader(in: root) } else { try readPair(into: table) }
      try cursor.finishLine()
      try cursor.skipBlankLines()
    }
    return root.build()
  }

  /// Reads `[path]` or `[[path]]` and returns the table that it starts.
  private mutating func readHeader(in root: TOMLTableBuilder) throws(TOMLError) -> TOMLTableBuilder {
    try cursor.expect("[")
    let isArray = cursor.skip("[")
    let path = try readPath()
    try cursor.expect("]")
    if isArray { try cursor.expect("]") }
    return isArray ? try root.append(path) : try root.define(path)
  }

  /// Reads `path = value`.
  mutating func readPair(into table: TOMLTableBuilder) throws(TOMLError) {
    let path = try readPath()
    try cursor.expect("=")
    cursor.skipBlanks()
    // The tables that the path names are nested.
    let value = try readValue(depth: table.innerDepth + path.count - 1)
    try table.set(path, to: value)
  }

  /// Reads a key with or without dots, and the blanks around it.
  private mutating func readPath() throws(TOMLError) -> [TOMLKey] {
    var path: [TOMLKey] = []
    repeat {
      cursor.skipBlanks()
      let location = cursor.location
      path.append(TOMLKey(utf8: try readKey(), location: location))
      cursor.skipBlanks()
    } while cursor.skip(".")
    return path
  }

  private mutating func readKey() throws(TOMLError) -> [UInt8] {
    switch cursor.next {
    case "\"": return try readBasicString()
    case "'": return try readLiteralString()
    default:
      let name = cursor.read { $0 == "_" || $0 == "-" || $0.isLetterOrDigit }
      guard !name.isEmpty else { throw cursor.error("expected a key") }
      return name
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an ASCII letter or digit.
  var isLetterOrDigit: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }
}
