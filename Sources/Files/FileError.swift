import Glibc

/// Why a file or a folder could not be made, read or written.
public struct FileError: Error, Hashable, Sendable {
  /// The file that the call was about, or the folder.
  public let path: String
  /// The system's error number, as `EACCES`.
  public let errno: CInt

  public init(path: String, errno: CInt) {
    self.path = path
    self.errno = errno
  }

  /// What the number means, in the system's words (`strerror(3)`).
  public var reason: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }
}

extension FileError {
  /// Whether there was no such file, and maybe no folder for it either.
  public var isAboutNothing: Bool { errno == ENOENT || errno == ENOTDIR }
}
