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

/// Typed access to the values of a document. A value of another type is an error at its location.
extension TOMLTable {
  /// Throws an error for the first key that is not one of `names`.
  package func allowOnly(_ names: [String]) throws(TOMLError) {
    let allowed = names.map { Array($0.utf8) }
    guard let entry = ordered.first(where: { !allowed.contains($0.key.utf8) }) else { return }
    throw TOMLError(
      location: entry.key.location,
      message: "unknown key \(entry.key.quoted); valid keys are \(names.joined(separator: ", "))")
  }

  /// Returns an integer.
  ///
  /// - Returns: `nil` if the table does not contain the key.
  /// - Throws: An error at the location of the value if it is not an integer or is out of range.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(TOMLError) -> Int? {
    guard let value = self[name] else { return nil }
    guard case .integer(let number) = value.content, range.contains(number) else {
      throw value.error("'\(name)' must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the value that one of some strings stands for.
  ///
  /// - Returns: `nil` if the table does not contain the key.
  /// - Throws: An error at the location of the value if it is not one of the strings.
  package func choice<Value>(_ name: String, of choices: [(String, Value)]) throws(TOMLError) -> Value? {
    guard let value = self[name] else { return nil }
    let text = try value.string()
    if let choice = choices.first(where: { $0.0 == text }) { return choice.1 }
    throw value.error("'\(name)' must be one of \(choices.map(\.0).joined(separator: ", "))")
  }

  /// Returns a text for the user.
  ///
  /// - Returns: `nil` if the table does not contain the key.
  /// - Throws: The errors of `TOMLValue.line()`.
  package func line(_ name: String) throws(TOMLError) -> String? { try self[name]?.line() }
}

extension TOMLValue {
  /// The maximum number of Unicode scalars in a line. Longer text does not fit into the form.
  private static let maximumLength = 100

  /// Returns a string of any length.
  ///
  /// - Throws: An error at the location of the value if it is not a string.
  package func string() throws(TOMLError) -> String {
    guard case .string(let text) = content else { throw error("expected a string in quotation marks") }
    return text
  }

  /// Returns a string of one line that is not empty.
  ///
  /// - Throws: An error at the location of the value if it is not a string, is too long, or
  ///   contains control characters or line breaks.
  package func line() throws(TOMLError) -> String {
    let text = try string()
    let count = text.unicodeScalars.count
    guard 0 < count, count <= Self.maximumLength, text.unicodeScalars.allSatisfy(\.isVisible) else {
      throw error("expected a single-line string of 1 to \(Self.maximumLength) characters")
    }
    return text
  }

  /// Returns the values of an array.
  ///
  /// - Throws: An error with `message` at the location of the value if it is not an array.
  package func array(_ message: String) throws(TOMLError) -> [TOMLValue] {
    guard case .array(let values) = content else { throw error(message) }
    return values
  }

  /// Returns the table that is the value.
  ///
  /// - Throws: An error with `message` at the location of the value if it is not a table.
  package func table(_ message: String) throws(TOMLError) -> TOMLTable {
    guard case .table(let table) = content else { throw error(message) }
    return table
  }

  package func error(_ message: String) -> TOMLError { TOMLError(location: location, message: message) }
}

extension Unicode.Scalar {
  /// Whether the scalar neither ends a line nor controls a terminal.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
