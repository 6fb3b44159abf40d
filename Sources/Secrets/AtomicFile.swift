import Glibc

/// A private file that is replaced as a whole or not at all.
struct AtomicFile {
  /// The path of the folder that it is in.
  let folder: String
  /// The name of the file in that folder.
  let name: String

  /// Makes `content` the whole file, with mode 0600. A folder that is missing is made with mode
  /// 0700, and so are those above it.
  ///
  /// The content goes into a new file beside the old one, which takes the old one's name once all
  /// of it is on the disk: whoever reads, or writes at the same time, meets the one or the other.
  ///
  /// - Throws: After an error the old file is as it was, and nothing else is left. Only where the
  ///   last step fails, which flushes the folder, the new file is in place but a power failure may
  ///   yet undo that.
  func replace(with content: Span<UInt8>) throws(VaultError) {
    try createFolder(folder)
    let directory = FileDescriptor(
      owning: try writing { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    let temporaryName = ".\(name).\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = FileDescriptor(
      owning: try writing { openat(directory.number, temporaryName, flags, 0o600) })
    do throws(VaultError) {
      try write(content, to: file)
      try writing { fsync(file.number) }
      try writing { renameat(directory.number, temporaryName, directory.number, name) }
    } catch {
      unlinkat(directory.number, temporaryName, 0)
      throw error
    }
    try flush(directory)
  }

  /// Reads the file, or as much of it as `limit` bytes hold.
  func read(limit: Int) throws(VaultError) -> [UInt8] {
    let failure = { VaultError(readingFrom: folder, errno: $0) }
    let file = FileDescriptor(
      owning: try completing(orThrow: failure) { open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC) })
    var content = [UInt8](repeating: 0, count: limit)
    let count = try completing(orThrow: failure) { Glibc.read(file.number, &content, limit) }
    return Array(content.prefix(count))
  }

  @discardableResult
  private func writing<Result: FixedWidthInteger>(
    _ call: () -> Result
  ) throws(VaultError) -> Result {
    try completing(orThrow: { VaultError(writingTo: folder, errno: $0) }, call)
  }

  /// Makes a folder, and before it those above it that are missing.
  private func createFolder(_ path: String) throws(VaultError) {
    var code = Self.mkdirError(path)
    if code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try createFolder(String(path[..<slash]))
      code = Self.mkdirError(path)
    }
    guard code == 0 || code == EEXIST else { throw VaultError(writingTo: folder, errno: code) }
  }

  /// The error number of `mkdir`, 0 where it succeeds.
  private static func mkdirError(_ path: String) -> CInt {
    mkdir(path, 0o700) == 0 ? 0 : errno
  }

  private func write(_ content: Span<UInt8>, to file: borrowing FileDescriptor) throws(VaultError) {
    let number = file.number
    try content.withUnsafeBytes { bytes throws(VaultError) in
      var rest = bytes
      while !rest.isEmpty {
        let count = try writing { Glibc.write(number, rest.baseAddress, rest.count) }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }

  /// Brings the folder's list of names to the disk, where its file system can do that.
  private func flush(_ directory: borrowing FileDescriptor) throws(VaultError) {
    let number = directory.number
    try writing {
      let status = fsync(number)
      return status == -1 && errno == EINVAL ? 0 : status
    }
  }
}
