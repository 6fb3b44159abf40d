import Glibc

/// What is done with folders.
enum Folder {
  /// Makes a folder with mode 0700, and before it those above it that are missing.
  static func create(_ path: String) throws(FileError) {
    var code = mkdirError(path)
    if code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try create(String(path[..<slash]))
      code = mkdirError(path)
    }
    guard code == 0 || code == EEXIST else { throw FileError(path: path, errno: code) }
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
