import Glibc

/// The state in which a file or folder was found. That of a folder changes with the names in it.
struct FileStamp: Hashable, Sendable {
  let path: String
  /// Which file it is, when it was changed, and how long it is, all in one number; `nil` where there
  /// is no such file.
  let digest: UInt64?

  init(path: String, digest: UInt64?) {
    self.path = path
    self.digest = digest
  }

  /// The present one; that of what a link leads to.
  init(of path: String) {
    var status = stat()
    let digest = stat(path, &status) == 0 ? Self.digest(of: status) : nil
    self.init(path: path, digest: digest)
  }

  var stillHolds: Bool { self == FileStamp(of: path) }

  /// The time of the content alone would not do: an image of a whole system gives one time to all
  /// files, and whoever replaces a file may give it the time and the length of the old one.
  ///
  /// FNV-1a, by numbers instead of bytes: where one of them alone differs, so does the digest.
  private static func digest(of status: stat) -> UInt64 {
    let (content, entry) = (status.st_mtim, status.st_ctim)
    let numbers = [
      UInt64(status.st_dev), UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
      UInt64(bitPattern: Int64(content.tv_sec)), UInt64(content.tv_nsec),
      UInt64(bitPattern: Int64(entry.tv_sec)), UInt64(entry.tv_nsec),
    ]
    return numbers.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
  }
}
