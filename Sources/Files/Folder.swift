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

  /// The error number of `mkdir`, 0 where it succeeds.
  private static func mkdirError(_ path: String) -> CInt {
    mkdir(path, 0o700) == 0 ? 0 : errno
  }
}
