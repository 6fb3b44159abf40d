import Glibc

extension AtomicFile {
  /// What has the file's name, or `nil` where nothing has. Of a link it tells that it is one.
  public func status() throws(FileError) -> FileStatus? {
    try FileStatus.of(path, followsLinks: false)
  }

  /// Reads the file, or as much of it as `limit` bytes hold.
  ///
  /// Links are followed. It never waits: what is no file, such as a pipe that nobody writes to, is
  /// refused.
  ///
  /// - Throws: `EISDIR` for a folder, `ENOTSUP` for what else is no file; what the system says.
  public func read(limit: Int) throws(FileError) -> [UInt8] {
    try readWithStatus(limit: limit, flags: 0).content
  }

  /// Reads the file as `read(limit:)` does, but follows no link in its own place, and tells what is
  /// known of the very file that was read.
  ///
  /// - Throws: `ELOOP` for a link, `EISDIR` for a folder, `ENOTSUP` for what else is no file; what the
  ///   system says.
  public func readInPlace(
    limit: Int
  ) throws(FileError) -> (status: FileStatus, content: [UInt8]) {
    try readWithStatus(limit: limit, flags: O_NOFOLLOW)
  }

  private func readWithStatus(
    limit: Int, flags: CInt
  ) throws(FileError) -> (status: FileStatus, content: [UInt8]) {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags
    let file = FileDescriptor(owning: try completing(about: path) { open(path, flags) })
    let status = try FileStatus(of: file, at: path)
    guard status.kind == .file else {
      throw FileError(path: path, errno: status.kind == .folder ? EISDIR : ENOTSUP)
    }
    // The file may grow, and in some file systems says that it is empty.
    let room = min(limit, max(status.size + 1, 4096))
    return (status, try content(of: file, limit: limit, room: room))
  }

  /// - Parameter room: How many bytes it is expected to have.
  private func content(
    of file: borrowing FileDescriptor, limit: Int, room: Int
  ) throws(FileError) -> [UInt8] {
    var room = room
    var content: [UInt8] = []
    while content.count < limit {
      let step = try append(room - content.count, of: file, to: &content)
      if step == 0 { break }
      if content.count == room { room = min(limit, 2 * room) }
    }
    return content
  }

  /// Reads some bytes more, and tells how many there were.
  private func append(
    _ count: Int, of file: borrowing FileDescriptor, to content: inout [UInt8]
  ) throws(FileError) -> Int {
    let (number, start) = (file.number, content.count)
    content += repeatElement(0, count: count)
    let step = try completing(about: path) {
      content.withUnsafeMutableBytes {
        Glibc.read(number, $0.baseAddress.map { $0 + start }, count)
      }
    }
    content.removeLast(count - step)
    return step
  }
}
