import Glibc
import ScreenDriver
import Testing

@testable import CairoRendering

@Suite final class `File stamp` {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = "\(directory.path)/file"
    try write("first", toFile: path)
    try setTime(of: path)
  }

  /// Sets the modification time that all files of this test have.
  private func setTime(of path: String) throws {
    let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  @Test func `is outdated when the file is removed`() throws {
    let stamp = FileStamp(of: path)
    #expect(stamp.digest != nil && stamp.isUpToDate)
    unlink(path)
    #expect(!stamp.isUpToDate)
    #expect(FileStamp(of: path) == FileStamp(path: path, digest: nil))
  }

  @Test func `detects a replacement with the same time and size`() throws {
    let stamp = FileStamp(of: path)
    try write("other", toFile: "\(directory.path)/new")
    try setTime(of: "\(directory.path)/new")
    rename("\(directory.path)/new", path)
    #expect(!stamp.isUpToDate)
  }

  @Test func `detects a change of the content with the same time and size`() throws {
    let stamp = FileStamp(of: path)
    var status = stat()
    stat(path, &status)
    let (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    // The clock of file systems advances only every few milliseconds.
    repeat {
      try write("other", toFile: path)
      try setTime(of: path)
      stat(path, &status)
    } while status.st_ctim.tv_sec == seconds && status.st_ctim.tv_nsec == nanoseconds
    #expect(!stamp.isUpToDate)
  }

  @Test func `follows a symbolic link`() throws {
    let link = "\(directory.path)/link"
    symlink("file", link)
    let stamp = FileStamp(of: link)
    #expect(stamp.digest == FileStamp(of: path).digest)
    unlink(path)
    #expect(!stamp.isUpToDate)
  }

  @Test func `detects a new file at a path that was missing`() throws {
    let stamp = FileStamp(of: "\(directory.path)/later")
    #expect(stamp.digest == nil && stamp.isUpToDate)
    mkdir(stamp.path, 0o700)
    #expect(!stamp.isUpToDate)
  }
}
