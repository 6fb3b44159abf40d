import Glibc

/// What the system knows of a file besides what is in it (`stat(2)`).
public struct FileStatus: Hashable, Sendable {
  /// What there is under a name.
  public enum Kind: Hashable, Sendable {
    case file, folder, link
    /// A pipe, a socket or a device.
    case other
  }

  public let kind: Kind
  /// Whether it belongs to the user that this process acts for.
  public let isOwn: Bool
  /// Whether anybody but its owner may do anything with it.
  public let isOpenToOthers: Bool
  /// Whether anybody but its owner may read it.
  public let isReadableByOthers: Bool
  /// Whether anybody but its owner may change it.
  public let isWritableByOthers: Bool
  /// Whether it has more names than one (a hard link), as folders always have.
  public let hasOtherNames: Bool
  /// In bytes.
  let size: Int

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    isOwn = status.st_uid == geteuid()
    isOpenToOthers = status.st_mode & (S_IRWXG | S_IRWXO) != 0
    isReadableByOthers = status.st_mode & (S_IRGRP | S_IROTH) != 0
    isWritableByOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0
    hasOtherNames = status.st_nlink > 1
    size = status.st_size
  }

  /// What is known of an open file.
  ///
  /// - Parameter path: What the file is called where that fails.
  init(of file: borrowing FileDescriptor, at path: String) throws(FileError) {
    let number = file.number
    var status = stat()
    try completing(about: path) { fstat(number, &status) }
    self.init(status)
  }

  /// What is known of a path, or `nil` where there is nothing.
  ///
  /// - Parameter followsLinks: Whether of a link it tells where that leads.
  public static func of(
    _ path: String, followsLinks: Bool
  ) throws(FileError) -> FileStatus? {
    var status = stat()
    do throws(FileError) {
      try completing(about: path) {
        fstatat(AT_FDCWD, path, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW)
      }
    } catch {
      guard error.isAboutNothing else { throw error }
      return nil
    }
    return FileStatus(status)
  }
}
