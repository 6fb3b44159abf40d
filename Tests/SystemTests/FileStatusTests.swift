import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import System

@Suite final class `File status` {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try write("note", toFile: file.path)
    chmod(file.path, 0o600)
  }

  private var file: AtomicFile { AtomicFile(directory: directory.path, name: "note") }

  private func status() throws -> FileStatus { try #require(try file.status()) }

  @Test func `reports a private file of the current user`() throws {
    let status = try status()
    #expect(status.kind == .file && status.isOwnedByCurrentUser && status.size == 4)
    #expect(!status.isReadableByOthers && !status.isWritableByOthers)
    #expect(!status.hasMultipleHardLinks)
  }

  @Test(arguments: [
    (0o700, false, false), (0o611, false, false), (0o640, true, false), (0o604, true, false),
    (0o620, false, true), (0o602, false, true), (0o666, true, true),
  ]) func `reports the permissions of other users`(
    mode: mode_t, isReadable: Bool, isWritable: Bool
  ) throws {
    chmod(file.path, mode)
    let status = try status()
    #expect(status.isReadableByOthers == isReadable)
    #expect(status.isWritableByOthers == isWritable)
  }

  @Test func `distinguishes links from their targets`() throws {
    let link = AtomicFile(directory: directory.path, name: "link")
    symlink("note", link.path)
    #expect(try link.status()?.kind == .link)
    #expect(try FileStatus.of(link.path, followsLinks: true)?.kind == .file)
    #expect(try status().hasMultipleHardLinks == false)
    #expect(throws: FileError(path: link.path, errno: ELOOP)) {
      try link.readWithoutFollowingLink(limit: 10)
    }
    Glibc.link(file.path, "\(directory.path)/other")
    #expect(try status().hasMultipleHardLinks)
  }

  @Test func `reports the kind of anything other than a file`() throws {
    #expect(try AtomicFile(path: directory.path).status()?.kind == .directory)
    #expect(try AtomicFile(path: "/dev/null").status()?.kind == .other)
    unlink(file.path)
    #expect(try file.status() == nil)
    #expect(try AtomicFile(path: "\(file.path)/deeper").status() == nil)
    mkfifo(file.path, 0o600)
    #expect(try status().kind == .other)
  }

  @Test func `reports a file of another user`() throws {
    if geteuid() == 0 { chown(file.path, 65_534, 65_534) }
    // The test may run as root or as another user.
    let otherFile = geteuid() == 0 ? file.path : "/"
    let status = try #require(try FileStatus.of(otherFile, followsLinks: false))
    #expect(!status.isOwnedByCurrentUser && status.isOwnedByRoot == (otherFile == "/"))
    #expect(try FileStatus.of("/", followsLinks: false)?.isOwnedByRoot == true)
  }

  @Test func `is returned together with the content of the same file`() throws {
    let (status, content) = try file.readWithoutFollowingLink(limit: 10)
    #expect(try status == self.status())
    #expect(content == Array("note".utf8))
    #expect(try file.readWithoutFollowingLink(limit: 2).content == Array("no".utf8))
  }
}
