import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Files

@Suite final class `A folder that is locked` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectTaken() {
    #expect(throws: FileError(path: folder.path, errno: EWOULDBLOCK)) {
      _ = try FolderLock(self.folder.path, patience: .zero)
    }
  }

  @Test func `is had by one at a time, and by the next when that lets go of it`() throws {
    var first: FolderLock? = try FolderLock(folder.path)
    expectTaken()
    var pauseCount = 0
    let second = try FolderLock(folder.path, patience: .seconds(2)) { _ in
      pauseCount += 1
      if pauseCount == 3 { first = nil }
    }
    #expect(pauseCount == 3)
    expectTaken()
    _ = consume second
    _ = try FolderLock(folder.path, patience: .zero)
    let isGone = first == nil
    #expect(isGone)
  }

  @Test func `is waited for as long as one has patience`() throws {
    let first = try FolderLock(folder.path)
    var waited = Duration.zero
    #expect(throws: FileError(path: folder.path, errno: EWOULDBLOCK)) {
      _ = try FolderLock(self.folder.path, patience: .seconds(2)) { waited += $0 }
    }
    #expect(waited == .seconds(2))
    _ = consume first
  }

  @Test func `is free again when the process ends that had it, however it ends`() throws {
    var other = try ChildProcess("flock", ["--no-fork", folder.path, "sleep", "60"])
    try Deadline(after: .seconds(10)).poll(for: "the lock") {
      () throws(ScreenDriverError) -> Void? in
      do throws(FileError) {
        _ = try FolderLock(folder.path, patience: .zero)
        return nil
      } catch {
        return ()
      }
    }
    expectTaken()
    other.send(SIGKILL)
    _ = try other.ending(within: .seconds(10))
    _ = try FolderLock(folder.path, patience: .zero)
  }

  @Test func `is made for its owner alone, with those above it`() throws {
    let path = "\(folder.path)/a/b"
    let lock = try FolderLock(path)
    #expect(try permissions(of: "\(folder.path)/a") == 0o700)
    #expect(try permissions(of: path) == 0o700)
    let status = try lock.status
    #expect(status.kind == .folder && status.isOwn && !status.isOpenToOthers)
    #expect(try names(inFolder: path).isEmpty)
  }

  @Test func `is closed to others when that is asked for`() throws {
    chmod(folder.path, 0o755)
    let lock = try FolderLock(folder.path)
    #expect(try lock.status.isOpenToOthers)
    try lock.makePrivate()
    #expect(try permissions(of: folder.path) == 0o700)
    #expect(try !lock.status.isOpenToOthers)
  }

  @Test(arguments: [EOPNOTSUPP, ENOLCK, EBADF, EINVAL, ENOSYS])
  func `is had at once where the file system knows no locks`(code: CInt) throws {
    let lock: (CInt) -> CInt = { _ in
      errno = code
      return -1
    }
    let shared = try FolderLock(folder.path, patience: .zero, lock: lock) { _ in }
    let exclusive = try FolderLock(folder.path, patience: .zero)
    #expect(!shared.isExclusive && exclusive.isExclusive)
  }

  @Test func `is not had where anything else goes wrong`() throws {
    let lock: (CInt) -> CInt = { _ in
      errno = EIO
      return -1
    }
    #expect(throws: FileError(path: folder.path, errno: EIO)) {
      _ = try FolderLock(self.folder.path, patience: .zero, lock: lock) { _ in }
    }
    let file = "\(folder.path)/file"
    try write("", toFile: file)
    #expect(throws: FileError(path: file, errno: ENOTDIR)) { _ = try FolderLock(file) }
  }
}
