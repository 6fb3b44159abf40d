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
