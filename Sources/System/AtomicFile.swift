import Glibc

/// A private file that is replaced as a whole or not at all.
public struct AtomicFile: Hashable, Sendable {
  /// The path of the directory that contains the file.
  public let directoryPath: String
  /// The name of the file in that directory.
  public let name: String
  /// The path of the file, as the caller gave it if it did.
  public let path: String

  private init(directory: String, name: String, path: String) {
    (self.directoryPath, self.name, self.path) = (directory, name, path)
  }

  /// Creates a reference to a file. Does not access the file system.
  public init(directory: String, name: String) {
    self.init(directory: directory, name: name, path: "\(directory)/\(name)")
  }

  /// Creates a reference to a file by its path. A relative path starts at the working directory.
  public init(path: String) {
    guard let slash = path.lastIndex(of: "/") else {
      self.init(directory: ".", name: path, path: path)
      return
    }
    let directory = path[..<slash]
    self.init(
      directory: directory.isEmpty ? "/" : String(directory), name: String(path[path.index(after: slash)...]),
      path: path)
  }

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
    try replace(with: content, isDurable: isDurable, flush: fsync) { renameat($0, $1, $0, $2) }
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
      let number = file.number
      try content.withUnsafeBytes { bytes throws(FileError) in try Output.write(bytes, to: number, at: path) }
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

  /// Returns the status of the file, or `nil` if it does not exist. A symbolic link is not
  /// followed.
  public func status() throws(FileError) -> FileStatus? { try FileStatus.of(path, followsLinks: false) }

  /// Reads the file, up to `limit` bytes.
  ///
  /// Symbolic links are followed. The call never blocks: anything other than a regular file, such
  /// as a pipe without a writer, is rejected.
  ///
  /// - Throws: `EISDIR` for a directory, `ENOTSUP` for anything else that is not a regular file, or
  ///   the error of the system call.
  public func read(limit: Int) throws(FileError) -> [UInt8] {
    try readWithStatus(limit: limit, flags: 0).content
  }

  /// Reads a file that is meaningful only as a whole, and returns the status of exactly the file that was read.
  ///
  /// - Throws: `EFBIG` for a file of more than `limit` bytes, and the errors of `read(limit:)`.
  public func readAll(limit: Int) throws(FileError) -> (status: FileStatus, content: [UInt8]) {
    // A sparse file may have any size, and would fill the memory before it is refused.
    let isLarge =
      try FileStatus.of(path, followsLinks: true).map { $0.kind == .file && $0.size > limit } ?? false
    let read = isLarge ? nil : try readWithStatus(limit: limit + 1, flags: 0)
    guard let read, read.content.count <= limit else { throw FileError(path: path, errno: EFBIG) }
    return read
  }

  /// Reads the file like `read(limit:)`, but does not follow a symbolic link at `path` itself.
  ///
  /// - Throws: `ELOOP` for a symbolic link, `EISDIR` for a directory, `ENOTSUP` for anything else
  ///   that is not a regular file, or the error of the system call.
  public func readWithoutFollowingLink(limit: Int) throws(FileError) -> (
    status: FileStatus, content: [UInt8]
  ) {
    try readWithStatus(limit: limit, flags: O_NOFOLLOW)
  }

  private func readWithStatus(limit: Int, flags: CInt) throws(FileError) -> (
    status: FileStatus, content: [UInt8]
  ) {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags
    let file = FileDescriptor(owning: try retryingInterrupts(at: path) { open(path, flags) })
    let status = try FileStatus(of: file, at: path)
    guard status.kind == .file else {
      throw FileError(path: path, errno: status.kind == .directory ? EISDIR : ENOTSUP)
    }
    // The file may grow, and some file systems report a size of 0. A sparse file may have any size.
    let capacity = min(limit, max(min(status.size, limit - 1) + 1, 4096))
    return (status, try content(of: file, limit: limit, capacity: capacity))
  }

  /// Reads a file up to `limit` bytes.
  ///
  /// - Parameter capacity: The expected number of bytes.
  private func content(of file: borrowing FileDescriptor, limit: Int, capacity: Int) throws(FileError)
    -> [UInt8]
  {
    let number = file.number
    var capacity = capacity
    var content: [UInt8] = []
    while content.count < limit {
      let (start, count) = (content.count, capacity - content.count)
      content += repeatElement(0, count: count)
      let readCount = try retryingInterrupts(at: path) {
        content.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress.map { $0 + start }, count) }
      }
      content.removeLast(count - readCount)
      if readCount == 0 { break }
      if content.count == capacity { capacity = min(limit, 2 * capacity) }
    }
    return content
  }
}

/// An error while a file or directory is created, read or written.
public struct FileError: Error, Hashable, Sendable {
  /// The path of the file or directory.
  public let path: String
  /// The error number of the system call, such as `EACCES`.
  public let errno: CInt

  public init(path: String, errno: CInt) {
    self.path = path
    self.errno = errno
  }

  /// The system's description of the error (`strerror(3)`).
  ///
  /// The exception is `ENOTSUP`, the error of `AtomicFile` about a pipe or a device: the system's
  /// description, "Operation not supported", does not tell the user what to do.
  public var reason: String {
    if errno == ENOTSUP { return "A regular file is required, not a pipe or device" }
    return strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }

  /// Whether the file does not exist. Its directory may be missing as well.
  public var isNotFound: Bool { errno == ENOENT || errno == ENOTDIR }

  /// Whether another attempt may succeed: there was a shortage, or the device has failed.
  public var isTemporary: Bool { [ENOMEM, EMFILE, ENFILE, EAGAIN, EIO].contains(errno) }
}

/// Makes a system call and repeats it while a signal interrupts it.
///
/// - Parameters:
///   - path: The path for a thrown error.
///   - call: The system call. It returns −1 if it fails.
/// - Returns: The result of the call.
/// - Throws: The error number with the path.
@discardableResult func retryingInterrupts<Result: FixedWidthInteger>(at path: String, _ call: () -> Result)
  throws(FileError) -> Result
{
  while true {
    let result = call()
    let code = errno
    if result != -1 { return result }
    if code != EINTR { throw FileError(path: path, errno: code) }
  }
}
