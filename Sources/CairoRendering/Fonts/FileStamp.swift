import Glibc

/// The recorded state of a file or directory. The state of a directory changes with its entries.
struct FileStamp: Hashable, Sendable {
  let path: String
  /// A hash of the file's identity, change times and size, or `nil` if there is no such file.
  let digest: UInt64?
}

extension FileStamp {
  /// Records the current state of a file. Symbolic links are followed.
  init(of path: String) {
    var status = stat()
    let digest = stat(path, &status) == 0 ? Self.digest(of: status) : nil
    self.init(path: path, digest: digest)
  }

  /// Whether the file still has the recorded state.
  var isUpToDate: Bool { self == FileStamp(of: path) }

  /// Returns a hash of a file status.
  ///
  /// The modification time alone is not sufficient. System images give the same time to all files,
  /// and a replaced file may get the time and the size of the old one.
  ///
  /// The hash is FNV-1a on numbers instead of bytes: if exactly one number differs, so does the
  /// hash.
  private static func digest(of status: stat) -> UInt64 {
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    let numbers = [
      UInt64(status.st_dev), UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
      UInt64(bitPattern: Int64(modified.tv_sec)), UInt64(modified.tv_nsec),
      UInt64(bitPattern: Int64(changed.tv_sec)), UInt64(changed.tv_nsec),
    ]
    return numbers.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
  }
}
