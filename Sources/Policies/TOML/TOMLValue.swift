/// A value of a document with its location.
package struct TOMLValue: Hashable {
  package enum Content: Hashable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([TOMLValue])
    case table(TOMLTable)
  }

  package var content: Content
  package let location: TOMLLocation
}

/// A table of a document: values by their keys.
package struct TOMLTable: Hashable {
  package struct Entry: Hashable {
    package let key: TOMLKey
    package var value: TOMLValue
  }

  private var entries: [[UInt8]: Entry] = [:]

  /// Returns the value of a key.
  package subscript(name: String) -> TOMLValue? { entries[Array(name.utf8)]?.value }

  /// The entries in the order of the document.
  ///
  /// - Complexity: O(*n* log *n*).
  package var ordered: [Entry] { entries.values.sorted { $0.key.location < $1.key.location } }

  /// Adds a key with its value.
  ///
  /// - Throws: An error at the location of the key if the table already contains the key.
  mutating func add(_ key: TOMLKey, _ value: TOMLValue) throws(TOMLError) {
    if let first = entries[key.utf8]?.key.location {
      let message = "duplicate key \(key.quoted); first defined in line \(first.line)"
      throw TOMLError(location: key.location, message: message)
    }
    entries[key.utf8] = Entry(key: key, value: value)
  }

  /// Replaces the content of the value of a key.
  mutating func setContent(of utf8: [UInt8], to content: TOMLValue.Content) {
    entries[utf8]?.value.content = content
  }
}

/// A key of a table.
package struct TOMLKey: Hashable {
  /// The bytes of the key. TOML compares keys by bytes, whereas `String` compares by canonical
  /// equivalence.
  let utf8: [UInt8]
  package let location: TOMLLocation

  package var name: String { String(decoding: utf8, as: UTF8.self) }

  /// The key in single quotation marks, shortened and escaped, so that it fits on one line.
  package var quoted: String {
    let scalars = name.prefix(Self.maximumQuotedLength).unicodeScalars
    return "'\(scalars.map { $0.escaped(asASCII: false) }.joined())'"
  }

  private static let maximumQuotedLength = 40
}

/// A location in a document. Line and column are counted from 1.
package struct TOMLLocation: Hashable, Sendable, Comparable {
  package var line = 1
  /// The column, in Unicode scalars.
  package var column = 1

  package static func < (a: TOMLLocation, b: TOMLLocation) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// An error in the syntax or the content of a document.
package struct TOMLError: Error, Hashable {
  package let location: TOMLLocation
  /// The message for the user without the location, in lower case and without a period.
  package let message: String
}
