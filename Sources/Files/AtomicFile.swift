import Glibc

/// A private file that is replaced as a whole or not at all.
public struct AtomicFile: Hashable, Sendable {
  /// The path of the directory that contains the file.
  public let directoryPath: String
  /// The name of the file in that directory.
  public let name: String

  /// Creates a reference to a file. Does not access the file system.
  public init(directory: String, name: String) {
    self.directoryPath = directory
    self.name = name
  }

  /// Creates a reference to a file by its path. A relative path starts at the working directory.
  public init(path: String) {
    guard let slash = path.lastIndex(of: "/") else {
      self.init(directory: ".", name: path)
      return
    }
    let directory = path[..<slash]
    self.init(
      directory: directory.isEmpty ? "/" : String(directory), name: String(path[path.index(after: slash)...]))
  }

  public var path: String { "\(directoryPath)/\(name)" }

  /// Replaces the content of the file, with mode 0600. Missing directories are created with mode
  /// 0700.
  ///
  /// The content is written to a temporary file in the same directory, which is renamed when it is
  /// complete. Processes that read or write the file at the same time see either the old or the new
  /// file.
  ///
  /// - Parameters:
  ///   - content: The new content.
  ///   - isDurable: Whether to wait until everything is on the disk. Otherwise the system writes it
  ///     later, and the file may be empty after a power failure.
  /// - Throws: After an error the old file is unchanged and the temporary file is removed; created
  ///   directories remain. The only exception is a failure of the last step, which flushes the
  ///   directory: then the new file is in place, but a power failure may still undo the
  ///   replacement.
  public func replace(with content: Span<UInt8>, isDurable: Bool = true) throws(FileError) {
    try replace(with: content, isDurable: isDurable, flush: fsync, rename: Self.rename)
  }

  /// Replaces the content of the file with injected system calls.
  ///
  /// - Parameters:
  ///   - flush: Writes an open file or directory to the disk, like `fsync(2)`.
  ///   - rename: Renames an entry of a directory from the first name to the second, like
  ///     `renameat(2)`.
  func replace(
    with content: Span<UInt8>, isDurable: Bool, flush: (CInt) -> CInt,
    rename: (_ directory: CInt, String, String) -> CInt
  ) throws(FileError) {
    try Directory.create(directoryPath, isDurable: isDurable, flush: flush)
    let directory = try Directory.open(directoryPath)
    let temporaryName = temporaryPrefix + String(UInt64.random(in: 0 ... .max), radix: 16)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = FileDescriptor(
      owning: try retryingInterrupts(at: path) { openat(directory.number, temporaryName, flags, 0o600) })
    do throws(FileError) {
      try write(content, to: file)
      if isDurable { try retryingInterrupts(at: path) { flush(file.number) } }
      try retryingInterrupts(at: path) { rename(directory.number, temporaryName, name) }
    } catch {
      unlinkat(directory.number, temporaryName, 0)
      throw error
    }
    if isDurable { try Directory.synchronize(directory, at: directoryPath, by: flush) }
  }

  /// The prefix of the names of temporary files.
  private var temporaryPrefix: String { ".\(name)." }

  /// Removes temporary files of processes that were killed before the renaming.
  ///
  /// A file that another process is writing would be removed as well. Therefore nothing is done if
  /// the file system does not support locks, because another process may be writing.
  ///
  /// - Parameter lock: The lock of the directory.
  /// - Throws: The error of the system call that lists the directory. A temporary file that cannot
  ///   be removed is ignored, since it does not prevent writing another one.
  public func removeStaleTemporaryFiles(holding lock: borrowing DirectoryLock) throws(FileError) {
    guard lock.isExclusive else { return }
    let directory = try Directory.open(directoryPath)
    for name in try Directory.names(in: directory, at: directoryPath) where isTemporary(name) {
      unlinkat(directory.number, name, 0)
    }
  }

  /// Returns whether `name` is a name of a temporary file that `replace` creates.
  private func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(temporaryPrefix) else { return false }
    let digits = name.dropFirst(temporaryPrefix.count)
    return UInt64(digits, radix: 16).map { String($0, radix: 16) == digits } ?? false
  }

  private static func rename(_ directory: CInt, _ old: String, _ new: String) -> CInt {
    renameat(directory, old, directory, new)
  }

  private func write(_ content: Span<UInt8>, to file: borrowing FileDescriptor) throws(FileError) {
    let number = file.number
    try content.withUnsafeBytes { bytes throws(FileError) in
      var remaining = bytes
      while !remaining.isEmpty {
        let count = try retryingInterrupts(at: path) {
          Glibc.write(number, remaining.baseAddress, remaining.count)
        }
        remaining = UnsafeRawBufferPointer(rebasing: remaining.dropFirst(count))
      }
    }
  }
}
