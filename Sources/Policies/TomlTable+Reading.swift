/// What a policy takes of a table; what is of another kind is an error at its place.
extension TomlTable {
  /// Complains of the first name that is none of these.
  func allow(_ names: [String]) throws(TomlError) {
    let known = names.map { Array($0.utf8) }
    guard let entry = ordered.first(where: { !known.contains($0.key.utf8) }) else { return }
    throw TomlError(
      place: entry.key.place,
      message:
        "\(entry.key.quoted) means nothing here; allowed are \(names.joined(separator: ", ")).")
  }

  /// A whole number.
  ///
  /// - Returns: `nil` where the table has nothing of that name.
  /// - Throws: At the value's place, where it is something else or out of range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(TomlError) -> Int? {
    guard let value = self[name] else { return nil }
    guard case .integer(let number) = value.content, range.contains(number) else {
      throw value.error("\(name) is a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// Text that a person is to read.
  ///
  /// - Returns: `nil` where the table has nothing of that name.
  /// - Throws: As `TomlValue.line()`.
  func line(_ name: String) throws(TomlError) -> String? { try self[name]?.line() }
}

extension TomlValue {
  /// The most Unicode scalars of a line: what is longer has no room.
  private static let longestLine = 100

  /// Text, of any length.
  ///
  /// - Throws: At the value's place, where it is something else.
  func string() throws(TomlError) -> String {
    guard case .string(let text) = content else {
      throw error("This is text, which stands between quotation marks.")
    }
    return text
  }

  /// Text of one line that is not empty.
  ///
  /// - Throws: At the value's place, where it is something else, too long or cannot be seen.
  func line() throws(TomlError) -> String {
    let text = try string()
    let count = text.unicodeScalars.count
    guard 0 < count, count <= Self.longestLine, text.unicodeScalars.allSatisfy(\.isVisible) else {
      throw error("This is text of 1 to \(Self.longestLine) characters, all in one line.")
    }
    return text
  }

  /// The values of an array.
  ///
  /// - Throws: The complaint at the value's place, where it is something else.
  func array(_ complaint: String) throws(TomlError) -> [TomlValue] {
    guard case .array(let values) = content else { throw error(complaint) }
    return values
  }

  /// A table in the place of a value.
  ///
  /// - Throws: The complaint at the value's place, where it is something else.
  func table(_ complaint: String) throws(TomlError) -> TomlTable {
    guard case .table(let table) = content else { throw error(complaint) }
    return table
  }

  func error(_ message: String) -> TomlError { TomlError(place: place, message: message) }
}

extension Unicode.Scalar {
  /// Whether it neither ends a line nor controls a terminal.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
