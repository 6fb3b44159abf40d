import Glibc

/// The metadata of a file (`stat(2)`).
public struct FileStatus: Hashable, Sendable {
  /// The type of a directory entry.
  public enum Kind: Hashable, Sendable {
    case file, directory, link
    /// A pipe, a socket or a device.
    case other
  }

  public let kind: Kind
  /// Whether the effective user of this process owns the file.
  public let isOwnedByCurrentUser: Bool
  /// Whether root owns the file.
  public let isOwnedByRoot: Bool
  /// Whether users other than the owner may read the file.
  public let isReadableByOthers: Bool
  /// Whether users other than the owner may write to the file.
  public let isWritableByOthers: Bool
  /// Whether the file has several names (hard links).
  public let hasMultipleHardLinks: Bool
  /// The size in bytes.
  let size: Int
  /// The time of the last change of the content since 1970.
  let modificationTime: Duration

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    isOwnedByCurrentUser = status.st_uid == geteuid()
    isOwnedByRoot = status.st_uid == 0
    isReadableByOthers = status.st_mode & (S_IRGRP | S_IROTH) != 0
    isWritableByOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0
    hasMultipleHardLinks = status.st_nlink > 1
    size = status.st_size
    modificationTime = .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
  }

  /// Reads the status of an open file.
  ///
  /// - Parameter path: The path for a thrown error.
  init(of file: borrowing FileDescriptor, at path: String) throws(FileError) {
    let number = file.number
    var status = stat()
    try retryingInterrupts(at: path) { fstat(number, &status) }
    self.init(status)
  }

  /// Returns the status of a path, or `nil` if it does not exist.
  ///
  /// - Parameter followsLinks: Whether to return the status of the target of a symbolic link
  ///   instead of that of the link.
  public static func of(_ path: String, followsLinks: Bool) throws(FileError) -> FileStatus? {
    var status = stat()
    do throws(FileError) {
      try retryingInterrupts(at: path) {
        fstatat(AT_FDCWD, path, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW)
      }
    } catch {
      guard error.isNotFound else { throw error }
      return nil
    }
    return FileStatus(status)
  }
}
