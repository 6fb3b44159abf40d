/// A value of a document, and where it stands.
struct TomlValue: Hashable {
  enum Content: Hashable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([TomlValue])
    case table(TomlTable)
  }

  let content: Content
  let place: TomlPlace
}

/// A table of a document: values by their names.
struct TomlTable: Hashable {
  struct Entry: Hashable {
    let key: TomlKey
    let value: TomlValue
  }

  private let entries: [[UInt8]: Entry]

  init(_ entries: [Entry]) {
    self.entries = Dictionary(entries.map { ($0.key.utf8, $0) }) { first, _ in first }
  }

  /// What has that name.
  subscript(name: String) -> TomlValue? { entries[Array(name.utf8)]?.value }

  /// What has which name, as it is written down.
  ///
  /// - Complexity: O(*n* log *n*).
  var ordered: [Entry] { entries.values.sorted { $0.key.place < $1.key.place } }
}

/// A name, or one part of a name with dots in it.
struct TomlKey: Hashable {
  /// TOML compares names by their bytes, a `String` by what it looks like.
  let utf8: [UInt8]
  let place: TomlPlace

  var name: String { String(decoding: utf8, as: UTF8.self) }

  /// As it can be told in one line, whatever it is.
  var quoted: String { String(name.prefix(Self.longest)).debugDescription }

  private static let longest = 40
}
