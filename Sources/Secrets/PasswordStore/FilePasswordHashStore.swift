import System

/// A store for the hash of a password, never the password itself. The hash is in a file that only
/// its owner can read, in a directory that only its owner can enter.
package struct FilePasswordHashStore: PasswordHashStore {
  /// The name of the file in `directoryPath`.
  package static let fileName = "password.argon2id"

  /// The path of the directory, which need not exist yet.
  package let directoryPath: String
  package let cost: PasswordHash.Parameters
  /// The maximum time to wait for another program that has locked the directory.
  var lockTimeout = Duration.seconds(2)

  /// Creates a store without accessing the directory.
  package init(directoryPath: String, cost: PasswordHash.Parameters = .moderate) {
    self.directoryPath = directoryPath
    self.cost = cost
  }

  /// The directory by the XDG Base Directory Specification: `$XDG_DATA_HOME/tactile`, else
  /// `$HOME/.local/share/tactile`. `nil` if neither is an absolute path.
  package static var standardDirectoryPath: String? { BaseDirectory.data.path.map { "\($0)/tactile" } }

  /// Stores the hash of a password and replaces the previous one. One program stores at a time.
  ///
  /// A new directory is private. The permissions of an existing one are not changed (XDG Base Directory
  /// Specification): it may be a link to one that the user shares. Temporary files of programs that were killed while
  /// they stored are removed if the file system supports locks. Without locks, another program may still be storing.
  ///
  /// - Parameter acceptedProblem: A problem that the replaced entry may have.
  /// - Throws: `problem` if the stored entry has any other problem. After an error, the previous
  ///   hash is unchanged, and no partial file remains. Only if the last step fails, which syncs the
  ///   directory, is the new hash already in place; a power failure may still undo this. If two
  ///   programs store at the same time, one of the hashes is stored completely.
  @discardableResult package func store(
    _ password: borrowing SecureText, replacing acceptedProblem: StoredPasswordProblem? = nil
  ) throws(PasswordStoreError) -> PasswordHash.Parameters {
    let passwordHash = try PasswordHash(of: password, cost: cost)
    let lock = try lockDirectory()
    if let problem = try storedEntry()?.problem, problem != acceptedProblem {
      throw .problem(problem, directory: directoryPath)
    }
    try writing { () throws(FileError) in
      try file.removeStaleTemporaryFiles(holding: lock)
      try file.replace(with: PasswordHashFileFormat.content(of: passwordHash).span)
    }
    // Holds the lock until this point.
    _ = consume lock
    return passwordHash.cost
  }

  /// Compares a password with the stored hash.
  ///
  /// - Throws: `notFound`, `directoryOwnedByOtherUser`, `outOfMemory`, or `problem` if the entry
  ///   cannot be trusted. An entry that others can read is compared.
  package func compare(_ password: borrowing SecureText) throws(PasswordStoreError) -> VerificationResult {
    guard let entry = try storedEntry() else { throw .notFound(directory: directoryPath) }
    guard let passwordHash = entry.passwordHash else {
      throw .problem(entry.problem ?? .damaged, directory: directoryPath)
    }
    // The only problem of a trusted file is that others can read it.
    let warning = entry.problem.map { StoredPasswordWarning.problem($0, directory: directoryPath) }
    return try VerificationResult(of: password, with: passwordHash, warning: warning)
  }
}

extension FilePasswordHashStore {
  /// The content of the password file.
  struct StoredEntry {
    var problem: StoredPasswordProblem?
    /// The stored hash, or `nil` if it cannot be trusted.
    var passwordHash: PasswordHash?
  }

  private var file: AtomicFile { AtomicFile(directory: directoryPath, name: Self.fileName) }

  /// Returns the stored entry, or `nil` if nothing is stored.
  ///
  /// - Parameter readStatus: Returns the status of the file by its name.
  func storedEntry(by readStatus: (AtomicFile) throws(FileError) -> FileStatus? = Self.status)
    throws(PasswordStoreError) -> StoredEntry?
  {
    let (directoryStatus, fileStatus) = try reading { () throws(FileError) in
      (try FileStatus.of(directoryPath, followsLinks: true), try readStatus(file))
    }
    guard let directoryStatus, let fileStatus else { return nil }
    guard directoryStatus.isOwnedByCurrentUser else { throw .directoryOwnedByOtherUser(directoryPath) }
    if fileStatus.kind == .directory { throw .obstructed(directory: directoryPath) }
    if let problem = StoredPasswordProblem(fileStatus), problem.isUntrusted {
      return StoredEntry(problem: problem)
    }
    return try read()
  }

  private static func status(of file: AtomicFile) throws(FileError) -> FileStatus? { try file.status() }

  /// Reads the entry, which may have changed since its status was read. Returns `nil` if it was
  /// removed.
  private func read() throws(PasswordStoreError) -> StoredEntry? {
    let found = try reading { () throws(FileError) -> (status: FileStatus, content: [UInt8])? in
      do throws(FileError) {
        return try file.readWithoutFollowingLink(limit: PasswordHashFileFormat.limit + 1)
      } catch {
        guard error.isNotFound else { throw error }
        return nil
      }
    }
    guard let (status, content) = found else { return nil }
    let problem = StoredPasswordProblem(status)
    if let problem, problem.isUntrusted { return StoredEntry(problem: problem) }
    guard let passwordHash = PasswordHashFileFormat.passwordHash(in: content.span) else {
      return StoredEntry(problem: .damaged)
    }
    return StoredEntry(problem: problem, passwordHash: passwordHash)
  }

  /// Locks the directory until the returned lock is destroyed.
  func lockDirectory() throws(PasswordStoreError) -> DirectoryLock {
    let lock = try writing { () throws(FileError) in try DirectoryLock(directoryPath, timeout: lockTimeout) }
    let status = try writing { () throws(FileError) in try lock.status }
    guard status.isOwnedByCurrentUser else { throw .directoryOwnedByOtherUser(directoryPath) }
    return lock
  }

  private func reading<Result>(_ body: () throws(FileError) -> Result) throws(PasswordStoreError) -> Result {
    do throws(FileError) { return try body() } catch {
      throw PasswordStoreError(readingFrom: directoryPath, errno: error.errno)
    }
  }

  private func writing<Result: ~Copyable>(_ body: () throws(FileError) -> Result) throws(PasswordStoreError)
    -> Result
  {
    do throws(FileError) { return try body() } catch {
      throw PasswordStoreError(writingTo: directoryPath, errno: error.errno)
    }
  }
}

/// The format of the password file: the text of a hash and a line feed, which earlier versions
/// omitted.
enum PasswordHashFileFormat {
  /// The maximum size of the file in bytes.
  static let limit = PasswordHash.textSize

  static func content(of passwordHash: PasswordHash) -> [UInt8] { passwordHash.text + [lineFeed] }

  /// - Returns: `nil` for any other content.
  static func passwordHash(in content: Span<UInt8>) -> PasswordHash? {
    guard let last = content.indices.last, content[last] == lineFeed else {
      return PasswordHash(text: content)
    }
    return PasswordHash(text: content.extracting(droppingLast: 1))
  }

  private static let lineFeed = UInt8(ascii: "\n")
}
