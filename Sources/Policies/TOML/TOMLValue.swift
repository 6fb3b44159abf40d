/// A value of a document with its location.
struct TOMLValue: Hashable {
  enum Content: Hashable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([TOMLValue])
    case table(TOMLTable)
  }

  let content: Content
  let location: TOMLLocation
}

/// A table of a document: values by their keys.
struct TOMLTable: Hashable {
  struct Entry: Hashable {
    let key: TOMLKey
    let value: TOMLValue
  }

  private let entries: [[UInt8]: Entry]

  init(_ entries: [Entry]) {
    self.entries = Dictionary(entries.map { ($0.key.utf8, $0) }) { first, _ in first }
  }

  /// Returns the value of a key.
  subscript(name: String) -> TOMLValue? { entries[Array(name.utf8)]?.value }

  /// The entries in the order of the document.
  ///
  /// - Complexity: O(*n* log *n*).
  var ordered: [Entry] { entries.values.sorted { $0.key.location < $1.key.location } }
}

/// A key, or one part of a dotted key.
struct TOMLKey: Hashable {
  /// The bytes of the key. TOML compares keys by bytes, whereas `String` compares by canonical
  /// equivalence.
  let utf8: [UInt8]
  let location: TOMLLocation

  var name: String { String(decoding: utf8, as: UTF8.self) }

  /// The key in single quotation marks, shortened and escaped, so that it fits on one line.
  var quoted: String {
    let scalars = name.prefix(Self.maximumQuotedLength).unicodeScalars
    return "'\(scalars.map { $0.escaped(asASCII: false) }.joined())'"
  }

  private static let maximumQuotedLength = 40
}
