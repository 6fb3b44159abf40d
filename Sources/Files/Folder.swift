import Glibc

/// What is done with folders.
enum Folder {
  /// Makes a folder with mode 0700, and before it those above it that are missing.
  ///
  /// - Parameters:
  ///   - isLasting: Whether to wait until the names of those that are made are on the disk.
  ///   - flush: Brings what is open there, as `fsync(2)`.
  static func create(
    _ path: String, isLasting: Bool = true, flush: (CInt) -> CInt = fsync
  ) throws(FileError) {
    let parent = parent(of: path)
    var code = mkdirError(path)
    if code == ENOENT, parent != path {
      try create(parent, isLasting: isLasting, flush: flush)
      code = mkdirError(path)
    }
    guard code == 0 || code == EEXIST else { throw FileError(path: path, errno: code) }
    if code == 0, isLasting { try bringToDisk(open(parent), at: parent, by: flush) }
  }

  /// The path of the folder that has a path's last name; itself where there is none.
  private static func parent(of path: String) -> String {
    let isSlash = { (character: Character) in character == "/" }
    guard let name = path.lastIndex(where: { !isSlash($0) }) else { return path }
    guard let slash = path[..<name].lastIndex(where: isSlash) else { return "." }
    let end = path[..<slash].lastIndex { !isSlash($0) }
    return end.map { String(path[...$0]) } ?? "/"
  }

  /// Brings an open folder's list of names to the disk, where its file system can do that.
  ///
  /// - Parameters:
  ///   - path: What the folder is called where that fails.
  ///   - flush: As `fsync(2)`.
  static func bringToDisk(
    _ folder: borrowing FileDescriptor, at path: String, by flush: (CInt) -> CInt
  ) throws(FileError) {
    let number = folder.number
    try completing(about: path) {
      let status = flush(number)
      return status == -1 && errno == EINVAL ? 0 : status
    }
  }

  static func open(_ path: String) throws(FileError) -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    return FileDescriptor(owning: try completing(about: path) { Glibc.open(path, flags) })
  }

  /// The names in an open folder, in no order.
  ///
  /// - Parameter path: What the folder is called where that fails.
  static func names(
    in folder: borrowing FileDescriptor, at path: String
  ) throws(FileError) -> [String] {
    let number = folder.number
    // The stream takes over the descriptor that it has, and closes it.
    let other = try completing(about: path) { openat(number, ".", O_RDONLY | O_CLOEXEC) }
    guard let stream = fdopendir(other) else {
      let code = errno
      close(other)
      throw FileError(path: path, errno: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: size) { String(cString: $0) }
      }
      names.append(name)
    }
    guard errno == 0 else { throw FileError(path: path, errno: errno) }
    return names
  }

  /// The error number of `mkdir`, 0 where it succeeds.
  private static func mkdirError(_ path: String) -> CInt {
    mkdir(path, 0o700) == 0 ? 0 : errno
  }
}
