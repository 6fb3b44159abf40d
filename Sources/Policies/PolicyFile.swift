import Files
public import Secrets

/// A file in TOML that says what a password must be:
///
/// ```toml
/// minimum_length = 12
/// minimum_length_text = "Twelve characters, or a sentence"
/// blocklist = ["common", "own.txt"]
/// blocklist_text = "Nothing that others have"
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
/// What it does not ask for is not asked for, but for the length, which is the default policy's. A name
/// that means nothing is an error: a slip of the pen must not make a policy weaker.
public enum PolicyFile {
  /// The most bytes that a file may have.
  public static let limit = 64 << 10

  /// Reads a policy, and the lists that it names.
  ///
  /// - Throws: The first thing that is wrong with it.
  public static func policy(at path: String) throws(PolicyFileError) -> PasswordPolicy {
    let bytes = try WholeFile.read(path, limit: limit)
    let folder = AtomicFile(path: path).folder
    return try policy(in: bytes, named: path) { name in
      let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
      return Result { () throws(PolicyFileError) in try BlocklistFile.blocklist(at: path) }
    }
  }

  /// Takes in what such a file has in it.
  ///
  /// - Parameter list: Reads a list by its name.
  static func policy(
    in utf8: [UInt8], named path: String,
    list: (String) -> Result<Blocklist, PolicyFileError>
  ) throws(PolicyFileError) -> PasswordPolicy {
    do throws(TomlError) {
      let document = try TomlReader.read(utf8)
      return try PasswordPolicy(document, list: list)
    } catch {
      throw PolicyFileError(path, at: error.place, error.message)
    }
  }
}

/// A file with passwords that nobody may have, one on a line.
public enum BlocklistFile {
  /// The most bytes that a file may have.
  public static let limit = 256 << 20

  /// Reads a list.
  ///
  /// - Throws: Where the file cannot be read, or is too large.
  /// - Complexity: O(*n* log *n*).
  public static func blocklist(at path: String) throws(PolicyFileError) -> Blocklist {
    let bytes = try WholeFile.read(path, limit: limit)
    return Blocklist(lines: bytes.span)
  }
}

/// A file of which a part would say something else than the whole.
enum WholeFile {
  /// U+FEFF in UTF-8, with which some editors begin a file.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads it, but for a byte order mark at its start, which is none of the text.
  static func read(_ path: String, limit: Int) throws(PolicyFileError) -> [UInt8] {
    let read = Result { () throws(FileError) in
      try AtomicFile(path: path).read(limit: limit + 1)
    }
    let bytes = try read.mapError { PolicyFileError(path, $0) }.get()
    guard bytes.count <= limit else {
      throw PolicyFileError(path, "It has more than \(limit) bytes.")
    }
    return bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
  }
}
