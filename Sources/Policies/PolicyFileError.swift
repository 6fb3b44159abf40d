import System

/// An error in a policy file or a blocklist file.
public struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, as the caller gave it.
  public let path: String
  /// The location of the error in the file, or `nil` if the error concerns the file as a whole.
  let location: TOMLLocation?
  /// The message for the user without the path and the location, and without a period.
  public let message: String
  /// Whether the file does not exist.
  public let isNotFound: Bool

  init(
    _ path: String, at location: TOMLLocation? = nil, _ message: String, isNotFound: Bool = false
  ) {
    (self.path, self.location, self.message, self.isNotFound) = (path, location, message, isNotFound)
  }

  init(_ path: String, _ error: FileError) {
    self.init(path, error.reason, isNotFound: error.isNotFound)
  }

  /// Whether the error concerns the file as a whole, because the file could not be read.
  public var concernsWholeFile: Bool { location == nil }

  /// A one-line diagnostic in the format of compilers, such as "own.toml:3:9: expected a key".
  public var description: String {
    let location = location.map { "\($0.line):\($0.column): " } ?? " "
    return "\(path):\(location)\(message)"
  }
}
