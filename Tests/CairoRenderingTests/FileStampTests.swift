import Glibc
import ScreenDriver
import Testing

@testable import CairoRendering

@Suite final class `A file's stamp` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/file"
    try write("first", toFile: path)
    try setTime(of: path)
  }

  /// The one time that all files have here.
  private func setTime(of path: String) throws {
    let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  @Test func `holds until the file is another one`() throws {
    let stamp = FileStamp(of: path)
    #expect(stamp.digest != nil && stamp.stillHolds)
    unlink(path)
    #expect(!stamp.stillHolds)
    #expect(FileStamp(of: path) == FileStamp(path: path, digest: nil))
  }

  @Test func `tells a file that was put in place of one as old and as long`() throws {
    let stamp = FileStamp(of: path)
    try write("other", toFile: "\(folder.path)/new")
    try setTime(of: "\(folder.path)/new")
    rename("\(folder.path)/new", path)
    #expect(!stamp.stillHolds)
  }

  @Test func `tells what was written into the file, whatever time and length it has then`() throws {
    let stamp = FileStamp(of: path)
    var status = stat()
    stat(path, &status)
    let (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    // The clock of file systems stands still for some milliseconds.
    repeat {
      try write("other", toFile: path)
      try setTime(of: path)
      stat(path, &status)
    } while status.st_ctim.tv_sec == seconds && status.st_ctim.tv_nsec == nanoseconds
    #expect(!stamp.stillHolds)
  }

  @Test func `is that of what a link leads to`() throws {
    let link = "\(folder.path)/link"
    symlink("file", link)
    let stamp = FileStamp(of: link)
    #expect(stamp.digest == FileStamp(of: path).digest)
    unlink(path)
    #expect(!stamp.stillHolds)
  }

  @Test func `tells that something is there now`() throws {
    let stamp = FileStamp(of: "\(folder.path)/later")
    #expect(stamp.digest == nil && stamp.stillHolds)
    mkdir(stamp.path, 0o700)
    #expect(!stamp.stillHolds)
  }
}
