import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import System

@Suite final class `File replacement` {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func file(in subdirectory: String = "") -> AtomicFile {
    AtomicFile(directory: directory.path + subdirectory, name: "note")
  }

  private func replace(_ file: AtomicFile, with text: String) throws(FileError) {
    try file.replace(with: Array(text.utf8).span)
  }

  @Test func `writes the whole content and leaves no temporary file`() throws {
    try replace(file(), with: "a long first note")
    try replace(file(), with: "second")
    #expect(try contents(ofFile: file().path) == "second")
    #expect(try names(inDirectory: directory.path) == ["note"])
  }

  @Test func `reads a sparse file of the maximum size up to the limit`() throws {
    // Other file systems limit the size of a file.
    let path = "/dev/shm/tactile-sparse-\(getpid())"
    defer { unlink(path) }
    try #require(close(open(path, O_CREAT | O_RDWR, 0o600)) == 0 && truncate(path, .max) == 0)
    let file = AtomicFile(path: path)
    for limit in [0, 1, 5000] { #expect(try file.read(limit: limit).count == limit) }
    // A file of this size is refused without a read, which would take minutes.
    #expect(throws: FileError(path: path, errno: EFBIG)) { try file.readAll(limit: .max - 1) }
  }

  @Test func `creates private files and directories`() throws {
    try replace(file(in: "/a/b"), with: "note")
    #expect(try permissions(of: "\(directory.path)/a") == 0o700)
    #expect(try permissions(of: "\(directory.path)/a/b") == 0o700)
    #expect(try permissions(of: "\(directory.path)/a/b/note") == 0o600)
  }

  @Test func `replaces a symbolic link, not its target`() throws {
    try write("kept", toFile: "\(directory.path)/other")
    symlink("other", "\(directory.path)/note")
    try replace(file(), with: "new")
    #expect(try contents(ofFile: "\(directory.path)/other") == "kept")
    #expect(try contents(ofFile: file().path) == "new")
  }

  @Test(arguments: [0, 1, 50] as [rlim_t])
  func `keeps the old file and leaves no temporary file if space runs out`(space: rlim_t) async {
    // Runs in a separate process, since the limit applies to all threads.
    await #expect(processExitsWith: .success) { [space] in
      let directory = try TemporaryDirectory()
      let file = AtomicFile(directory: directory.path, name: "note")
      try file.replace(with: Array("old".utf8).span)
      withFileSizeLimit(space) {
        #expect(throws: FileError(path: file.path, errno: EFBIG)) {
          try file.replace(with: [UInt8](repeating: 0x61, count: 100).span)
        }
      }
      #expect(try contents(ofFile: file.path) == "old")
      #expect(try names(inDirectory: directory.path) == ["note"])
    }
  }

  @Test func `reports the directory that cannot be created`() throws {
    try write("", toFile: "\(directory.path)/file")
    #expect(throws: FileError(path: "\(directory.path)/file", errno: ENOTDIR)) {
      try self.replace(self.file(in: "/file"), with: "new")
    }
    #expect(throws: FileError(path: "\(directory.path)/file/deeper", errno: ENOTDIR)) {
      try self.replace(self.file(in: "/file/deeper"), with: "new")
    }
  }

  /// A step of flushing the file and moving it into place.
  private enum Step: Equatable {
    case flushedFile(size: Int)
    case renamed(isOldThere: Bool)
    case flushedDirectory(content: String)
  }

  private func flush(_ number: CInt, into steps: inout [Step]) {
    var status = stat()
    fstat(number, &status)
    let content = try? contents(ofFile: file().path)
    steps.append(
      status.st_mode & S_IFMT == S_IFDIR
        ? .flushedDirectory(content: content ?? "none") : .flushedFile(size: status.st_size))
  }

  /// Replaces the file by "newer" and records the steps.
  ///
  /// - Parameter failure: Returns the error number of a step, or `nil` for success.
  private func steps(
    isDurable: Bool = true, failure: (Step) -> CInt? = { _ in nil }
  ) throws(FileError) -> [Step] {
    var steps: [Step] = []
    func result() -> CInt {
      guard let step = steps.last, let code = failure(step) else { return 0 }
      errno = code
      return -1
    }
    try file().replace(with: Array("newer".utf8).span, isDurable: isDurable) {
      flush($0, into: &steps)
      return result()
    } rename: {
      steps.append(.renamed(isOldThere: (try? contents(ofFile: file().path)) == "old"))
      return result() == 0 ? renameat($0, $1, $0, $2) : -1
    }
    return steps
  }

  @Test func `flushes the file before the renaming and the directory after it`() throws {
    try replace(file(), with: "old")
    #expect(
      try steps() == [
        .flushedFile(size: 5), .renamed(isOldThere: true), .flushedDirectory(content: "newer"),
      ])
    try replace(file(), with: "old")
    #expect(try steps(isDurable: false) == [.renamed(isOldThere: true)])
    // Some file systems do not support flushing a directory.
    _ = try steps { if case .flushedDirectory = $0 { EINVAL } else { nil } }
  }

  /// Returns the paths of the directories that are flushed when a file is written.
  private func flushed(
    _ file: AtomicFile, isDurable: Bool = true, failure: (String) -> CInt? = { _ in nil }
  ) throws(FileError) -> [String] {
    var paths: [String] = []
    try file.replace(with: Array("note".utf8).span, isDurable: isDurable) { number in
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/fd/\(number)", &bytes, bytes.count)
      let path = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      paths.append(path.replacing(directory.path, with: ""))
      guard let code = failure(paths[paths.count - 1]) else { return 0 }
      errno = code
      return -1
    } rename: {
      renameat($0, $1, $0, $2)
    }
    return paths.filter { !$0.contains(".note.") }
  }

  @Test(arguments: ["", "/", "//"])
  func `flushes the parents of new directories`(
    end: String
  ) throws {
    #expect(try flushed(file(in: "/a//b/c" + end)) == ["", "/a", "/a/b", "/a/b/c"])
    // None of these directories is new.
    #expect(try flushed(file(in: "/a/b/c" + end)) == ["/a/b/c"])
    #expect(try flushed(file(in: "/d/e" + end), isDurable: false) == [])
    // Some file systems do not support flushing a directory.
    _ = try flushed(file(in: "/f")) { $0.contains(".note.") ? nil : EINVAL }
    #expect(throws: FileError(path: "\(directory.path)/g", errno: EIO)) {
      _ = try self.flushed(self.file(in: "/g/h")) { $0 == "/g" ? EIO : nil }
    }
  }

  @Test func `keeps the old file if flushing or renaming fails`() throws {
    for isFlushing in [true, false] {
      try replace(file(), with: "old")
      #expect(throws: FileError(path: file().path, errno: EIO)) {
        _ = try self.steps { step in
          if case .flushedFile = step { isFlushing ? EIO : nil } else { EIO }
        }
      }
      #expect(try contents(ofFile: file().path) == "old")
      #expect(try names(inDirectory: directory.path) == ["note"])
    }
  }

  @Test func `keeps the new file and throws if flushing the directory fails`() throws {
    try replace(file(), with: "old")
    #expect(throws: FileError(path: directory.path, errno: EIO)) {
      _ = try self.steps { if case .flushedDirectory = $0 { EIO } else { nil } }
    }
    #expect(try contents(ofFile: file().path) == "newer")
  }

  @Test func `removes temporary files of killed processes and nothing else`() throws {
    try replace(file(), with: "old")
    for name in [".note.0", ".note.1f", ".note.ffffffffffffffff"] {
      try write("half", toFile: "\(directory.path)/\(name)")
    }
    let others = [
      ".note.", ".note.01f", ".note.1F", ".note.1ffffffffffffffff", ".note.g", ".notes.1f",
      "note.1f",
    ]
    for name in others { try write("kept", toFile: "\(directory.path)/\(name)") }
    mkdir("\(directory.path)/.note.2", 0o700)
    try file().removeStaleTemporaryFiles(holding: try DirectoryLock(directory.path))
    let remaining = try names(inDirectory: directory.path)
    #expect(Set(remaining) == Set(others + ["note", ".note.2"]))
    #expect(try contents(ofFile: file().path) == "old")
  }

  @Test func `keeps temporary files if the file system does not support locks`()
    throws
  {
    try write("half", toFile: "\(directory.path)/.note.1f")
    let lock: (CInt) -> CInt = { _ in
      errno = ENOLCK
      return -1
    }
    try file().removeStaleTemporaryFiles(
      holding: try DirectoryLock(directory.path, timeout: .zero, lock: lock) { _ in })
    #expect(try names(inDirectory: directory.path) == [".note.1f"])
  }

  @Test func `leaves no temporary file if a directory has the name of the file`() throws {
    mkdir(file().path, 0o700)
    #expect(throws: FileError(path: file().path, errno: EISDIR)) {
      try self.replace(self.file(), with: "new")
    }
    #expect(try names(inDirectory: directory.path) == ["note"])
  }
}

@Suite final class `File reading` {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var file: AtomicFile { AtomicFile(directory: directory.path, name: "note") }

  private func expectError(_ errno: CInt) {
    #expect(throws: FileError(path: file.path, errno: errno)) { try self.file.read(limit: 10) }
  }

  @Test func `returns all bytes up to the limit`() throws {
    try write("0123456789", toFile: file.path)
    #expect(try file.read(limit: 100) == Array("0123456789".utf8))
    #expect(try file.read(limit: 10) == Array("0123456789".utf8))
    #expect(try file.read(limit: 4) == Array("0123".utf8))
    #expect(try file.read(limit: 0) == [])
    #expect(try file.readAll(limit: 10).content == Array("0123456789".utf8))
    #expect(throws: FileError(path: file.path, errno: EFBIG)) { try self.file.readAll(limit: 9) }
  }

  @Test func `returns all of a long file and of one with a reported size of 0`() throws {
    let text = String(repeating: "0123456789", count: 2000)
    try write(text, toFile: file.path)
    #expect(try file.read(limit: 1 << 20) == Array(text.utf8))
    #expect(try file.read(limit: 19_999) == Array(text.utf8.dropLast()))
    let status = try AtomicFile(path: "/proc/self/status").read(limit: 1 << 20)
    #expect(status.starts(with: "Name:".utf8) && status.last == UInt8(ascii: "\n"))
  }

  @Test(arguments: [
    ("a", ".", "a"), ("./a", ".", "a"), ("/a", "/", "a"), ("b/c/a", "b/c", "a"), ("b/", "b", ""),
  ]) func `splits a path into directory and name`(path: String, directory: String, name: String) {
    let file = AtomicFile(path: path)
    #expect(file.directoryPath == directory && file.name == name)
    #expect(file.path == path, "the path is that of error messages")
  }

  @Test func `follows a symbolic link`() throws {
    try write("far", toFile: "\(directory.path)/other")
    symlink("other", file.path)
    #expect(try file.read(limit: 10) == Array("far".utf8))
  }

  @Test func `rejects anything other than a file, without waiting for the writer of a pipe`() {
    expectError(ENOENT)
    mkdir(file.path, 0o700)
    expectError(EISDIR)
    rmdir(file.path)
    mkfifo(file.path, 0o600)
    expectError(ENOTSUP)
    for (target, code) in [("/dev/zero", ENOTSUP), ("note", ELOOP)] {
      unlink(file.path)
      symlink(target, file.path)
      expectError(code)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root has all permissions"))
  func `reports a missing permission`() throws {
    try write("", toFile: file.path)
    chmod(file.path, 0)
    expectError(EACCES)
  }
}

@Suite struct `System call` {
  @Test func `is repeated while signals interrupt it`() throws {
    var count = 0
    let interrupted: () -> CInt = {
      count += 1
      errno = EINTR
      return count < 3 ? -1 : 7
    }
    let result = try retryingInterrupts(at: "/a", interrupted)
    #expect(result == 7)
    #expect(count == 3)
  }
}
