import Glibc

extension AtomicFile {
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

  /// Reads the file like `read(limit:)`, but does not follow a symbolic link at `path` itself. Also
  /// returns the status of exactly the file that was read.
  ///
  /// - Throws: `ELOOP` for a symbolic link, `EISDIR` for a directory, `ENOTSUP` for anything else
  ///   that is not a regular file, or the error of the system call.
  public func readInPlace(limit: Int) throws(FileError) -> (status: FileStatus, content: [UInt8]) {
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
    // The file may grow, and some file systems report a size of 0.
    let capacity = min(limit, max(status.size + 1, 4096))
    return (status, try content(of: file, limit: limit, capacity: capacity))
  }

  /// Reads a file up to `limit` bytes.
  ///
  /// - Parameter capacity: The expected number of bytes.
  private func content(of file: borrowing FileDescriptor, limit: Int, capacity: Int) throws(FileError)
    -> [UInt8]
  {
    var capacity = capacity
    var content: [UInt8] = []
    while content.count < limit {
      let readCount = try append(capacity - content.count, of: file, to: &content)
      if readCount == 0 { break }
      if content.count == capacity { capacity = min(limit, 2 * capacity) }
    }
    return content
  }

  /// Appends up to `count` more bytes to `content`. Returns the number of bytes read.
  private func append(_ count: Int, of file: borrowing FileDescriptor, to content: inout [UInt8])
    throws(FileError) -> Int
  {
    let (number, start) = (file.number, content.count)
    content += repeatElement(0, count: count)
    let readCount = try retryingInterrupts(at: path) {
      content.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress.map { $0 + start }, count) }
    }
    content.removeLast(count - readCount)
    return readCount
  }
}
