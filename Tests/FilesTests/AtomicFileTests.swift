import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Files

@Suite final class `A file that is written` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(in subfolder: String = "") -> AtomicFile {
    AtomicFile(folder: folder.path + subfolder, name: "note")
  }

  private func replace(_ file: AtomicFile, with text: String) throws(FileError) {
    try file.replace(with: Array(text.utf8).span)
  }

  @Test func `is there as a whole, and nothing beside it`() throws {
    try replace(file(), with: "a long first note")
    try replace(file(), with: "second")
    #expect(try contents(ofFile: file().path) == "second")
    #expect(try names(inFolder: folder.path) == ["note"])
  }

  @Test func `is its owner's alone, in folders that are made for it`() throws {
    try replace(file(in: "/a/b"), with: "note")
    #expect(try permissions(of: "\(folder.path)/a") == 0o700)
    #expect(try permissions(of: "\(folder.path)/a/b") == 0o700)
    #expect(try permissions(of: "\(folder.path)/a/b/note") == 0o600)
  }

  @Test func `takes the place of a link, and not of what the link leads to`() throws {
    try write("kept", toFile: "\(folder.path)/other")
    symlink("other", "\(folder.path)/note")
    try replace(file(), with: "new")
    #expect(try contents(ofFile: "\(folder.path)/other") == "kept")
    #expect(try contents(ofFile: file().path) == "new")
  }

  @Test(arguments: [0, 1, 50] as [rlim_t])
  func `is the old one where space runs out, and nothing lies beside it`(space: rlim_t) async {
    // In a process of its own, since the limit holds for every thread.
    await #expect(processExitsWith: .success) { [space] in
      let folder = try TemporaryFolder()
      let file = AtomicFile(folder: folder.path, name: "note")
      try file.replace(with: Array("old".utf8).span)
      withFileSizeLimit(space) {
        #expect(throws: FileError(path: file.path, errno: EFBIG)) {
          try file.replace(with: [UInt8](repeating: 0x61, count: 100).span)
        }
      }
      #expect(try contents(ofFile: file.path) == "old")
      #expect(try names(inFolder: folder.path) == ["note"])
    }
  }

  @Test func `names the folder that cannot be made`() throws {
    try write("", toFile: "\(folder.path)/file")
    #expect(throws: FileError(path: "\(folder.path)/file", errno: ENOTDIR)) {
      try self.replace(self.file(in: "/file"), with: "new")
    }
    #expect(throws: FileError(path: "\(folder.path)/file/deeper", errno: ENOTDIR)) {
      try self.replace(self.file(in: "/file/deeper"), with: "new")
    }
  }

  /// What is done to bring it to the disk and into its place.
  private enum Step: Equatable {
    case flushedFile(size: Int)
    case renamed(isOldThere: Bool)
    case flushedFolder(content: String)
  }

  private func flush(_ number: CInt, into steps: inout [Step]) {
    var status = stat()
    fstat(number, &status)
    let content = try? contents(ofFile: file().path)
    steps.append(
      status.st_mode & S_IFMT == S_IFDIR
        ? .flushedFolder(content: content ?? "none") : .flushedFile(size: status.st_size))
  }

  /// Replaces the file by "newer", noting what is done for it.
  ///
  /// - Parameter failure: The error number of each step.
  private func steps(
    isLasting: Bool = true, failure: (Step) -> CInt? = { _ in nil }
  ) throws(FileError) -> [Step] {
    var steps: [Step] = []
    func result() -> CInt {
      guard let step = steps.last, let code = failure(step) else { return 0 }
      errno = code
      return -1
    }
    try file().replace(with: Array("newer".utf8).span, isLasting: isLasting) {
      flush($0, into: &steps)
      return result()
    } rename: {
      steps.append(.renamed(isOldThere: (try? contents(ofFile: file().path)) == "old"))
      return result() == 0 ? renameat($0, $1, $0, $2) : -1
    }
    return steps
  }

  @Test func `is on the disk as a whole before it has its name, and that after`() throws {
    try replace(file(), with: "old")
    #expect(
      try steps() == [
        .flushedFile(size: 5), .renamed(isOldThere: true), .flushedFolder(content: "newer"),
      ])
    try replace(file(), with: "old")
    #expect(try steps(isLasting: false) == [.renamed(isOldThere: true)])
    // Some file systems cannot bring a folder there.
    _ = try steps { if case .flushedFolder = $0 { EINVAL } else { nil } }
  }

  /// The paths of what is flushed where a file is written.
  private func flushed(
    _ file: AtomicFile, isLasting: Bool = true, failure: (String) -> CInt? = { _ in nil }
  ) throws(FileError) -> [String] {
    var paths: [String] = []
    try file.replace(with: Array("note".utf8).span, isLasting: isLasting) { number in
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/fd/\(number)", &bytes, bytes.count)
      let path = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      paths.append(path.replacing(folder.path, with: ""))
      guard let code = failure(paths[paths.count - 1]) else { return 0 }
      errno = code
      return -1
    } rename: {
      renameat($0, $1, $0, $2)
    }
    return paths.filter { !$0.contains(".note.") }
  }

  @Test(arguments: ["", "/", "//"])
  func `is found in folders that are new, for their names are on the disk too`(
    end: String
  ) throws {
    #expect(try flushed(file(in: "/a//b/c" + end)) == ["", "/a", "/a/b", "/a/b/c"])
    // None of these is new.
    #expect(try flushed(file(in: "/a/b/c" + end)) == ["/a/b/c"])
    #expect(try flushed(file(in: "/d/e" + end), isLasting: false) == [])
    // Some file systems cannot bring a folder there.
    _ = try flushed(file(in: "/f")) { $0.contains(".note.") ? nil : EINVAL }
    #expect(throws: FileError(path: "\(folder.path)/g", errno: EIO)) {
      _ = try self.flushed(self.file(in: "/g/h")) { $0 == "/g" ? EIO : nil }
    }
  }

  @Test func `is the old one where it cannot be brought to the disk or renamed`() throws {
    for isFlushing in [true, false] {
      try replace(file(), with: "old")
      #expect(throws: FileError(path: file().path, errno: EIO)) {
        _ = try self.steps { step in
          if case .flushedFile = step { isFlushing ? EIO : nil } else { EIO }
        }
      }
      #expect(try contents(ofFile: file().path) == "old")
      #expect(try names(inFolder: folder.path) == ["note"])
    }
  }

  @Test func `is the new one where its name cannot be brought to the disk, which is said`() throws {
    try replace(file(), with: "old")
    #expect(throws: FileError(path: folder.path, errno: EIO)) {
      _ = try self.steps { if case .flushedFolder = $0 { EIO } else { nil } }
    }
    #expect(try contents(ofFile: file().path) == "newer")
  }

  @Test func `is rid of what was left when another was killed, and of nothing else`() throws {
    try replace(file(), with: "old")
    for name in [".note.0", ".note.1f", ".note.ffffffffffffffff"] {
      try write("half", toFile: "\(folder.path)/\(name)")
    }
    let others = [
      ".note.", ".note.01f", ".note.1F", ".note.1ffffffffffffffff", ".note.g", ".notes.1f",
      "note.1f",
    ]
    for name in others { try write("kept", toFile: "\(folder.path)/\(name)") }
    mkdir("\(folder.path)/.note.2", 0o700)
    try file().removeLeftovers(having: try FolderLock(folder.path))
    let kept = try names(inFolder: folder.path)
    #expect(Set(kept) == Set(others + ["note", ".note.2"]))
    #expect(try contents(ofFile: file().path) == "old")
  }

  @Test func `is not rid of what another may be writing, where the file system knows no locks`()
    throws
  {
    try write("half", toFile: "\(folder.path)/.note.1f")
    let lock: (CInt) -> CInt = { _ in
      errno = ENOLCK
      return -1
    }
    try file().removeLeftovers(
      having: try FolderLock(folder.path, patience: .zero, lock: lock) { _ in })
    #expect(try names(inFolder: folder.path) == [".note.1f"])
  }

  @Test func `leaves nothing beside a folder that has its name`() throws {
    mkdir(file().path, 0o700)
    #expect(throws: FileError(path: file().path, errno: EISDIR)) {
      try self.replace(self.file(), with: "new")
    }
    #expect(try names(inFolder: folder.path) == ["note"])
  }
}

@Suite final class `A file that is read` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: AtomicFile { AtomicFile(folder: folder.path, name: "note") }

  private func expectRefusal(_ errno: CInt) {
    #expect(throws: FileError(path: file.path, errno: errno)) { try self.file.read(limit: 10) }
  }

  @Test func `gives as many bytes as there are, up to the limit`() throws {
    try write("0123456789", toFile: file.path)
    #expect(try file.read(limit: 100) == Array("0123456789".utf8))
    #expect(try file.read(limit: 10) == Array("0123456789".utf8))
    #expect(try file.read(limit: 4) == Array("0123".utf8))
    #expect(try file.read(limit: 0) == [])
  }

  @Test func `gives all of what is long, or says that it is empty`() throws {
    let text = String(repeating: "0123456789", count: 2000)
    try write(text, toFile: file.path)
    #expect(try file.read(limit: 1 << 20) == Array(text.utf8))
    #expect(try file.read(limit: 19_999) == Array(text.utf8.dropLast()))
    let status = try AtomicFile(path: "/proc/self/status").read(limit: 1 << 20)
    #expect(status.starts(with: "Name:".utf8) && status.last == UInt8(ascii: "\n"))
  }

  @Test(arguments: [
    ("a", ".", "a"), ("./a", ".", "a"), ("/a", "/", "a"), ("b/c/a", "b/c", "a"), ("b/", "b", ""),
  ]) func `is named by its path`(path: String, folder: String, name: String) {
    #expect(AtomicFile(path: path) == AtomicFile(folder: folder, name: name))
  }

  @Test func `may be reached by a link`() throws {
    try write("far", toFile: "\(folder.path)/other")
    symlink("other", file.path)
    #expect(try file.read(limit: 10) == Array("far".utf8))
  }

  @Test func `says that it is missing`() { expectRefusal(ENOENT) }

  @Test func `says that it is a folder`() {
    mkdir(file.path, 0o700)
    expectRefusal(EISDIR)
  }

  @Test(.timeLimit(.minutes(1)))
  func `does not wait for somebody to write into a pipe`() {
    mkfifo(file.path, 0o600)
    expectRefusal(ENOTSUP)
  }

  @Test func `is no device`() {
    symlink("/dev/zero", file.path)
    expectRefusal(ENOTSUP)
  }

  @Test func `is not looked for in a circle of links`() {
    symlink("note", file.path)
    expectRefusal(ELOOP)
  }

  @Test(.enabled(if: geteuid() != 0, "nothing is forbidden to root"))
  func `says that it is not the person's`() throws {
    try write("", toFile: file.path)
    chmod(file.path, 0)
    expectRefusal(EACCES)
  }

  @Test func `tells the reason in words`() {
    #expect(FileError(path: "/a", errno: ENOENT).reason == "No such file or directory")
  }
}

@Suite struct `A system call` {
  @Test func `is made again while signals interrupt it`() throws {
    var count = 0
    let interrupted: () -> CInt = {
      count += 1
      errno = EINTR
      return count < 3 ? -1 : 7
    }
    let result = try completing(about: "/a", interrupted)
    #expect(result == 7)
    #expect(count == 3)
  }
}
