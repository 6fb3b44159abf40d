import Files

extension PasswordVault {
  /// What is found where a verifier would be.
  struct Stored {
    var fault: StoredFault?
    /// `nil` where it would be no proof of anything.
    var verifier: Verifier?
  }

  private var file: AtomicFile { AtomicFile(folder: folder, name: Self.fileName) }

  /// Looks at what is stored; `nil` where nothing is.
  ///
  /// - Parameter look: Looks at the file by its name.
  func stored(
    by look: (AtomicFile) throws(FileError) -> FileStatus? = Self.status
  ) throws(VaultError) -> Stored? {
    let (place, status) = try reading { () throws(FileError) in
      (try FileStatus.of(folder, followsLinks: true), try look(file))
    }
    guard let place, let status else { return nil }
    guard place.isOwn else { throw .foreignFolder(folder) }
    if status.kind == .folder { throw .obstructed(folder: folder) }
    if let fault = StoredFault(status), fault.isOfDoubtfulOrigin { return Stored(fault: fault) }
    return try read()
  }

  private static func status(of file: AtomicFile) throws(FileError) -> FileStatus? {
    try file.status()
  }

  /// Reads what is stored, which may be something else since it was looked at; `nil` where it is gone.
  private func read() throws(VaultError) -> Stored? {
    let found = try reading {
      () throws(FileError) -> (status: FileStatus, content: [UInt8])? in
      do throws(FileError) {
        return try file.readInPlace(limit: VaultFile.limit + 1)
      } catch {
        guard error.isAboutNothing else { throw error }
        return nil
      }
    }
    guard let (status, content) = found else { return nil }
    let fault = StoredFault(status)
    if let fault, fault.isOfDoubtfulOrigin { return Stored(fault: fault) }
    guard let verifier = VaultFile.verifier(in: content.span) else {
      return Stored(fault: .damaged)
    }
    return Stored(fault: fault, verifier: verifier)
  }

  /// Has the folder to itself as long as the value that it returns lives.
  func lockFolder() throws(VaultError) -> FolderLock {
    let lock = try writing { () throws(FileError) in
      try FolderLock(folder, patience: patience)
    }
    let status = try writing { () throws(FileError) in try lock.status }
    // Before it is changed, as root could.
    guard status.isOwn else { throw .foreignFolder(folder) }
    if status.isOpenToOthers {
      try writing { () throws(FileError) in try lock.makePrivate() }
    }
    return lock
  }

  /// Removes what was never put into its place.
  func removeLeftovers(having lock: borrowing FolderLock) throws(VaultError) {
    do throws(FileError) {
      try file.removeLeftovers(having: lock)
    } catch {
      throw VaultError(writingTo: folder, errno: error.errno)
    }
  }

  func replace(with verifier: Verifier) throws(VaultError) {
    try writing { () throws(FileError) in
      try file.replace(with: VaultFile.content(of: verifier).span)
    }
  }

  private func reading<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(VaultError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw VaultError(readingFrom: folder, errno: error.errno)
    }
  }

  private func writing<Result: ~Copyable>(
    _ body: () throws(FileError) -> Result
  ) throws(VaultError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw VaultError(writingTo: folder, errno: error.errno)
    }
  }
}
