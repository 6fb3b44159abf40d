import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import System

@Suite final class `Directory lock` {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func expectLocked() {
    #expect(throws: FileError(path: directory.path, errno: EWOULDBLOCK)) {
      _ = try DirectoryLock(self.directory.path, timeout: .zero)
    }
  }

  @Test func `is held by one owner at a time and released on destruction`() throws {
    var first: DirectoryLock? = try DirectoryLock(directory.path)
    expectLocked()
    var pauseCount = 0
    let second = try DirectoryLock(directory.path, timeout: .seconds(2)) { _ in
      pauseCount += 1
      if pauseCount == 3 { first = nil }
    }
    #expect(pauseCount == 3)
    expectLocked()
    _ = consume second
    _ = try DirectoryLock(directory.path, timeout: .zero)
    let isReleased = first == nil
    #expect(isReleased)
  }

  @Test func `times out while another owner holds it`() throws {
    let first = try DirectoryLock(directory.path)
    var waited = Duration.zero
    #expect(throws: FileError(path: directory.path, errno: EWOULDBLOCK)) {
      _ = try DirectoryLock(self.directory.path, timeout: .seconds(2)) { waited += $0 }
    }
    #expect(waited == .seconds(2))
    _ = consume first
  }

  @Test func `is released when its process is killed`() throws {
    var other = try ChildProcess("flock", ["--no-fork", directory.path, "sleep", "60"])
    try Deadline(after: .defaultTimeout).poll(for: "the lock") {
      () throws(ScreenDriverError) -> Void? in
      do throws(FileError) {
        _ = try DirectoryLock(directory.path, timeout: .zero)
        return nil
      } catch {
        #expect(error == FileError(path: directory.path, errno: EWOULDBLOCK))
        return ()
      }
    }
    expectLocked()
    other.send(SIGKILL)
    _ = try other.waitForExit(within: .defaultTimeout)
    _ = try DirectoryLock(directory.path, timeout: .zero)
  }

  @Test func `creates private directories`() throws {
    let path = "\(directory.path)/a/b"
    let lock = try DirectoryLock(path)
    #expect(try permissions(of: "\(directory.path)/a") == 0o700)
    #expect(try permissions(of: path) == 0o700)
    let status = try lock.status
    #expect(status.kind == .directory && status.isOwnedByCurrentUser)
    #expect(try names(inDirectory: path).isEmpty)
  }

  @Test(arguments: [EOPNOTSUPP, ENOLCK, EBADF, EINVAL, ENOSYS])
  func `is shared if the file system does not support locks`(code: CInt) throws {
    let lock: (CInt) -> CInt = { _ in
      errno = code
      return -1
    }
    let shared = try DirectoryLock(directory.path, timeout: .zero, lock: lock) { _ in }
    let exclusive = try DirectoryLock(directory.path, timeout: .zero)
    #expect(!shared.isExclusive && exclusive.isExclusive)
  }

  @Test func `throws all other errors`() throws {
    let lock: (CInt) -> CInt = { _ in
      errno = EIO
      return -1
    }
    #expect(throws: FileError(path: directory.path, errno: EIO)) {
      _ = try DirectoryLock(self.directory.path, timeout: .zero, lock: lock) { _ in }
    }
    let file = "\(directory.path)/file"
    try write("", toFile: file)
    #expect(throws: FileError(path: file, errno: ENOTDIR)) { _ = try DirectoryLock(file) }
  }
}
