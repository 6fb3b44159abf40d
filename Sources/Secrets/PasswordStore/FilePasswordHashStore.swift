import System

/// A store for the hash of a password, never the password itself. The hash is in a file that only
/// its owner can read, in a directory that only its owner can enter.
public struct FilePasswordHashStore: PasswordHashStore {
  /// The name of the file in `directoryPath`.
  public static let fileName = "password.argon2id"

  /// The path of the directory, which need not exist yet.
  public let directoryPath: String
  public let cost: PasswordHash.Parameters
  /// The maximum time to wait for another program that has locked the directory.
  var lockTimeout = Duration.seconds(2)

  /// Creates a store without accessing the directory.
  public init(directoryPath: String, cost: PasswordHash.Parameters = .moderate) {
    self.directoryPath = directoryPath
    self.cost = cost
  }

  /// Returns the directory by the XDG Base Directory Specification: `$XDG_DATA_HOME/tactile`, else
  /// `$HOME/.local/share/tactile`.
  ///
  /// - Parameters:
  ///   - xdgDataHome: The environment variable `XDG_DATA_HOME`. It is ignored unless it is an
  ///     absolute path, as the specification requires.
  ///   - home: The environment variable `HOME`.
  /// - Returns: `nil` if neither is an absolute path.
  public static func directoryPath(xdgDataHome: String?, home: String?) -> String? {
    BaseDirectory.data.path(variable: xdgDataHome, home: home).map { "\($0)/tactile" }
  }

  /// Stores the hash of a password and replaces the previous one. One program stores at a time.
  ///
  /// If other users can enter a directory that the user owns, it is made private. Temporary files
  /// of programs that were killed while they stored are removed if the file system supports locks.
  /// Without locks, another program may still be storing.
  ///
  /// - Parameter acceptedProblem: A problem that the replaced entry may have.
  /// - Throws: `problem` if the stored entry has any other problem. After an error, the previous
  ///   hash is unchanged, and no partial file remains. Only if the last step fails, which syncs the
  ///   directory, is the new hash already in place; a power failure may still undo this. If two
  ///   programs store at the same time, one of the hashes is stored completely.
  @discardableResult public func store(
    _ password: borrowing SecureText, replacing acceptedProblem: StoredPasswordProblem? = nil
  ) throws(PasswordStoreError) -> PasswordHash.Parameters {
    let passwordHash = try PasswordHash(of: password, cost: cost)
    let lock = try lockDirectory()
    if let problem = try storedEntry()?.problem, problem != acceptedProblem {
      throw .problem(problem, directory: directoryPath)
    }
    try removeStaleTemporaryFiles(holding: lock)
    try replace(with: passwordHash)
    // Holds the lock until this point.
    _ = consume lock
    return passwordHash.cost
  }

  /// Compares a password with the stored hash.
  ///
  /// - Throws: `notFound`, `directoryOwnedByOtherUser`, `outOfMemory`, or `problem` if the entry
  ///   cannot be trusted. An entry that others can read is compared.
  public func compare(_ password: borrowing SecureText) throws(PasswordStoreError) -> VerificationResult {
    guard let entry = try storedEntry() else { throw .notFound(directory: directoryPath) }
    guard let passwordHash = entry.passwordHash else {
      throw .problem(entry.problem ?? .damaged, directory: directoryPath)
    }
    // The only problem of a trusted file is that others can read it.
    let warning = entry.problem.map {
      "\($0.message(in: directoryPath)) Run: chmod 600 '\(directoryPath)/\(Self.fileName)'"
    }
    return try VerificationResult(of: password, with: passwordHash, warning: warning)
  }
}
