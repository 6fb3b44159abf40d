import System

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

  /// Locks the directory until the returned lock is destroyed, and makes it private.
  func lockDirectory() throws(PasswordStoreError) -> DirectoryLock {
    let lock = try writing { () throws(FileError) in try DirectoryLock(directoryPath, timeout: lockTimeout) }
    let status = try writing { () throws(FileError) in try lock.status }
    // Checked before the permissions change, because root could change them.
    guard status.isOwnedByCurrentUser else { throw .directoryOwnedByOtherUser(directoryPath) }
    if status.isAccessibleToOthers { try writing { () throws(FileError) in try lock.makePrivate() } }
    return lock
  }

  /// Removes temporary files that were never renamed to the password file.
  func removeStaleTemporaryFiles(holding lock: borrowing DirectoryLock) throws(PasswordStoreError) {
    do throws(FileError) { try file.removeStaleTemporaryFiles(holding: lock) } catch {
      throw PasswordStoreError(writingTo: directoryPath, errno: error.errno)
    }
  }

  func replace(with passwordHash: PasswordHash) throws(PasswordStoreError) {
    try writing { () throws(FileError) in
      try file.replace(with: PasswordHashFileFormat.content(of: passwordHash).span)
    }
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
