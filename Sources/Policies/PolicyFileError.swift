import Files

/// What is wrong with a file that says what a password must be, or must not be.
public struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as it was named.
  public let path: String
  /// Where in it, where the error is of one place.
  let place: TomlPlace?
  /// A sentence for a person.
  let message: String

  init(_ path: String, at place: TomlPlace? = nil, _ message: String) {
    (self.path, self.place, self.message) = (path, place, message)
  }

  init(_ path: String, _ error: FileError) { self.init(path, "\(error.reason).") }

  /// Whether nothing of the file was read.
  public var isOfWholeFile: Bool { place == nil }

  /// One line as compilers write it, as in "own.toml:3:9: Here a value is missing."
  public var description: String {
    let place = place.map { "\($0.line):\($0.column): " } ?? " "
    return "\(path):\(place)\(message)"
  }
}
