import Glibc
import Scene
package import Secrets
package import System

/// A password policy in a file in a subset of TOML.
///
/// ```toml
/// minimum_length = 12
/// minimum_length_text = "Twelve characters, or a sentence"
/// blocklist = ["common", "own.txt"]
/// blocklist_text = "Not a known password"
///
/// [[rule]]
/// kind = "uppercase"
/// at_least = 2
/// text = "Two capitals"
///
/// [[rule]]
/// characters = "!?#"
/// ```
///
/// A requirement that the file does not contain does not apply. Only the minimum length has a
/// default, which is that of the default policy. An unknown key is an error, so that a typing error
/// cannot weaken a policy.
package enum PolicyFile {
  /// The maximum size of a policy file, in bytes.
  package static let limit = 64 << 10

  /// Reads a policy and the lists that it names.
  ///
  /// - Throws: The first error in the file.
  package static func policy(at path: String) throws(ConfigurationFileError) -> PasswordPolicy {
    let bytes = try CompleteFileReader.read(path, limit: limit)
    let directory = AtomicFile(path: path).directoryPath
    return try policy(in: bytes, named: path) { name in
      let path = name.hasPrefix("/") ? name : "\(directory)/\(name)"
      return Result { () throws(ConfigurationFileError) in try blocklist(at: path) }
    }
  }

  /// Reads a policy from the content of a file.
  ///
  /// - Parameters:
  ///   - utf8: The content.
  ///   - path: The path for a thrown error.
  ///   - list: Reads a list by its name.
  static func policy(
    in utf8: [UInt8], named path: String, list: (String) -> Result<Blocklist, ConfigurationFileError>
  ) throws(ConfigurationFileError) -> PasswordPolicy {
    do throws(TOMLError) {
      let document = try TOMLParser.parse(utf8)
      return try PasswordPolicy(document, list: list)
    } catch { throw ConfigurationFileError(path, at: error.location, error.message) }
  }

  /// The maximum size of a blocklist file, in bytes.
  private static let blocklistLimit = 256 << 20

  /// Reads a list from a file with one blocked password per line.
  ///
  /// - Throws: An error if the file cannot be read or is too large.
  /// - Complexity: O(*n* log *n*).
  package static func blocklist(at path: String) throws(ConfigurationFileError) -> Blocklist {
    let bytes = try CompleteFileReader.read(path, limit: blocklistLimit)
    return Blocklist(lines: bytes.span)
  }
}

/// A reader for files that are meaningful only as a whole. It fails if a file exceeds the limit.
package enum CompleteFileReader {
  /// Reads a file without the byte order mark at its start, which is not part of the text.
  ///
  /// - Parameter check: Throws if the file must not be used because of its status.
  package static func read(
    _ path: String, limit: Int,
    check: (FileStatus) throws(ConfigurationFileError) -> Void = { _ in }
  ) throws(ConfigurationFileError) -> [UInt8] {
    let read = Result { () throws(FileError) in try AtomicFile(path: path).readAll(limit: limit) }
    let (status, bytes) = try read.mapError {
      $0.errno == EFBIG
        ? ConfigurationFileError(path, "file is larger than \(limit) bytes")
        : ConfigurationFileError(path, $0)
    }.get()
    try check(status)
    return Array(bytes.dropFirst(bytes.span.byteOrderMarkLength))
  }
}

/// An error in a policy file, a blocklist file or another configuration file.
package struct ConfigurationFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, as the caller gave it.
  package let path: String
  /// The location of the error in the file, or `nil` if the error concerns the file as a whole.
  let location: TOMLLocation?
  /// The message for the user without the path and the location, and without a period.
  package let message: String
  /// Whether the file does not exist.
  package let isNotFound: Bool

  package init(
    _ path: String, at location: TOMLLocation? = nil, _ message: String, isNotFound: Bool = false
  ) {
    (self.path, self.location, self.message, self.isNotFound) = (path, location, message, isNotFound)
  }

  package init(_ path: String, _ error: FileError) {
    self.init(path, error.reason, isNotFound: error.isNotFound)
  }

  /// Whether the error concerns the file as a whole, because the file could not be read.
  package var concernsWholeFile: Bool { location == nil }

  /// A one-line diagnostic in the format of compilers, such as "own.toml:3:9: expected a key".
  package var description: String {
    let location = location.map { "\($0.line):\($0.column): " } ?? " "
    return DisplaySanitizer.sanitized("\(path):\(location)\(message)")
  }
}
