import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Files

@Suite final class `A file's status` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("note", toFile: file.path)
    chmod(file.path, 0o600)
  }

  private var file: AtomicFile { AtomicFile(folder: folder.path, name: "note") }

  private func status() throws -> FileStatus { try #require(try file.status()) }

  @Test func `is that of one's own file, which is nobody else's`() throws {
    let status = try status()
    #expect(status.kind == .file && status.isOwn && status.size == 4)
    #expect(!status.isOpenToOthers && !status.isReadableByOthers && !status.isWritableByOthers)
    #expect(!status.hasOtherNames)
  }

  @Test(arguments: [
    (0o700, false, false, false), (0o610, true, false, false), (0o601, true, false, false),
    (0o640, true, true, false), (0o604, true, true, false), (0o620, true, false, true),
    (0o602, true, false, true), (0o666, true, true, true),
  ]) func `tells what others may do with it`(
    mode: mode_t, isOpen: Bool, isReadable: Bool, isWritable: Bool
  ) throws {
    chmod(file.path, mode)
    let status = try status()
    #expect(status.isOpenToOthers == isOpen)
    #expect(status.isReadableByOthers == isReadable)
    #expect(status.isWritableByOthers == isWritable)
  }

  @Test func `tells links from what they lead to`() throws {
    let link = AtomicFile(folder: folder.path, name: "link")
    symlink("note", link.path)
    #expect(try link.status()?.kind == .link)
    #expect(try FileStatus.of(link.path, followsLinks: true)?.kind == .file)
    #expect(try status().hasOtherNames == false)
    #expect(throws: FileError(path: link.path, errno: ELOOP)) {
      try link.readInPlace(limit: 10)
    }
    Glibc.link(file.path, "\(folder.path)/other")
    #expect(try status().hasOtherNames)
  }

  @Test func `tells what is no file`() throws {
    #expect(try AtomicFile(path: folder.path).status()?.kind == .folder)
    #expect(try AtomicFile(path: "/dev/null").status()?.kind == .other)
    unlink(file.path)
    #expect(try file.status() == nil)
    #expect(try AtomicFile(path: "\(file.path)/deeper").status() == nil)
    mkfifo(file.path, 0o600)
    #expect(try status().kind == .other)
  }

  @Test func `tells whose it is`() throws {
    if geteuid() == 0 { chown(file.path, 65_534, 65_534) }
    // Whoever runs this is root, or is not.
    let foreign = geteuid() == 0 ? file.path : "/"
    #expect(try FileStatus.of(foreign, followsLinks: false)?.isOwn == false)
  }

  @Test func `comes with what is in the very same file`() throws {
    let (status, content) = try file.readInPlace(limit: 10)
    #expect(try status == self.status())
    #expect(content == Array("note".utf8))
    #expect(try file.readInPlace(limit: 2).content == Array("no".utf8))
  }
}
