import Glibc

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
  public var reason: String { strerror(errno).map { String(cString: $0) } ?? "error \(errno)" }
}

extension FileError {
  /// Whether the file does not exist. Its directory may be missing as well.
  public var isNotFound: Bool { errno == ENOENT || errno == ENOTDIR }
}
