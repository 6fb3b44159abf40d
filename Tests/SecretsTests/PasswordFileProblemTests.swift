import Glibc
import PasswordForm
import ScreenDriver
import System
import TestSupport
import Testing

@testable import Secrets

@Suite final class `Password file with a problem` {
  private let directory: TemporaryDirectory
  private let otherDirectory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    otherDirectory = try TemporaryDirectory()
  }

  private var hashStore: FilePasswordHashStore {
    FilePasswordHashStore(directoryPath: directory.path, cost: .minimal)
  }
  private var path: String { "\(directory.path)/password.argon2id" }
  private var otherPath: String { "\(otherDirectory.path)/other" }

  /// Stores a password and creates a problem of its file.
  private func makeProblem(_ problem: StoredPasswordProblem) throws {
    try hashStore.store(SecureText("old"))
    switch problem {
    case .damaged: try write("nonsense", toFile: path)
    case .ownedByOtherUser: try #require(chown(path, 65_534, 65_534) == 0)
    case .writableByOthers: chmod(path, 0o620)
    case .readableByOthers: chmod(path, 0o640)
    case .isLink:
      rename(path, otherPath)
      symlink(otherPath, path)
    case .notAFile:
      unlink(path)
      mkfifo(path, 0o600)
    }
  }

  /// Returns the status of the file, or of what has its path, except for the time of access.
  private func state() throws -> FileStatus? { try FileStatus.of(path, followsLinks: false) }

  /// Only root can change the owner of a file.
  static let problems = StoredPasswordProblem.allCases.filter { $0 != .ownedByOtherUser || geteuid() == 0 }

  @Test(arguments: problems) func `P8 is not replaced without confirmation`(problem: StoredPasswordProblem)
    throws
  {
    try makeProblem(problem)
    let before = try state()
    let error = PasswordStoreError.problem(problem, directory: directory.path)
    #expect(throws: error) { try self.hashStore.store(SecureText("new")) }
    #expect(try state() == before)
    #expect(try hashStore.problem() == problem)
    #expect(try names(inDirectory: directory.path) == ["password.argon2id"])
  }

  @Test(arguments: problems) func `P8 is not replaced if the user accepted another problem`(
    problem: StoredPasswordProblem
  ) throws {
    try makeProblem(problem)
    let before = try state()
    for other in StoredPasswordProblem.allCases where other != problem {
      #expect(throws: PasswordStoreError.problem(problem, directory: directory.path)) {
        try self.hashStore.store(SecureText("new"), replacing: other)
      }
    }
    #expect(try state() == before)
  }

  @Test(arguments: problems) func `P8 has no problem after replacement`(
    problem: StoredPasswordProblem
  ) throws {
    try makeProblem(problem)
    try hashStore.store(SecureText("new"), replacing: problem)
    #expect(try hashStore.problem() == nil)
    #expect(try hashStore.verify(SecureText("new")))
    #expect(try permissions(of: path) == 0o600)
    if problem == .isLink {
      // The link target is unchanged.
      #expect(try contents(ofFile: otherPath).hasPrefix("$argon2id$"))
      rename(otherPath, path)
      #expect(try hashStore.verify(SecureText("old")))
    }
  }

  @Test(arguments: problems) func `P8 allows verification only if others can merely read it`(
    problem: StoredPasswordProblem
  ) throws {
    try makeProblem(problem)
    if problem == .readableByOthers {
      for (password, isMatch) in [("old", true), ("new", false)] {
        let result = try hashStore.compare(SecureText(password))
        #expect(result.isMatch == isMatch)
        #expect(
          result.warnings.first?.message == "\(problem.message(in: directory.path)) Run: chmod 600 '\(path)'")
        #expect(try hashStore.verify(SecureText(password)) == isMatch)
      }
      chmod(path, 0o600)
      let result = try hashStore.compare(SecureText("old"))
      #expect(result.isMatch && !result.warnings.contains { $0.message.contains("chmod") })
    } else {
      #expect(throws: PasswordStoreError.problem(problem, directory: directory.path)) {
        try self.hashStore.verify(SecureText("old"))
      }
    }
  }

  @Test func `P8 is checked by the status of the file that is read, not of an earlier one`() throws {
    try hashStore.store(SecureText("old"))
    for mode in [0o620, 0o640] as [mode_t] {
      let entry = try hashStore.storedEntry { file throws(FileError) in
        defer { chmod(file.path, mode) }
        return try file.status()
      }
      #expect(entry?.problem == (mode == 0o620 ? .writableByOthers : .readableByOthers))
      #expect((entry?.passwordHash == nil) == (mode == 0o620))
      chmod(path, 0o600)
    }
  }

  @Test func `P8 is not found if it is removed between the status check and the reading`() throws {
    try hashStore.store(SecureText("old"))
    let entry = try hashStore.storedEntry { file throws(FileError) in
      defer { unlink(file.path) }
      return try file.status()
    }
    #expect(entry == nil)
  }

  @Test func `P8 is reported as linked if it has a second hard link`() throws {
    try hashStore.store(SecureText("old"))
    link(path, otherPath)
    #expect(try hashStore.problem() == .isLink)
    unlink(otherPath)
    #expect(try hashStore.problem() == nil)
  }

  @Test func `P8 is not read beyond the maximum size of a hash`() throws {
    try hashStore.store(SecureText("old"))
    // The hole takes no space on the disk.
    try #require(truncate(path, 1 << 40) == 0)
    #expect(try hashStore.problem() == .damaged)
  }

  @Test func `P8 is reported as obstructed if a directory has its path`() throws {
    mkdir(path, 0o700)
    let error = PasswordStoreError.obstructed(directory: directory.path)
    #expect(throws: error) { try self.hashStore.store(SecureText("new")) }
    for problem in StoredPasswordProblem.allCases {
      #expect(throws: error) { try self.hashStore.store(SecureText("new"), replacing: problem) }
    }
    #expect(throws: error) { try self.hashStore.verify(SecureText("new")) }
    #expect(try names(inDirectory: directory.path) == ["password.argon2id"])
  }

  @Test func `P8 does not change the permissions of a directory that exists`() throws {
    chmod(directory.path, 0o755)
    try hashStore.store(SecureText("old"))
    #expect(try permissions(of: directory.path) == 0o755 && permissions(of: path) == 0o600)
    #expect(try hashStore.verify(SecureText("old")))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can change the owner of a directory"))
  func `P8 is neither read nor written in a directory of another user`() throws {
    try hashStore.store(SecureText("old"))
    chown(directory.path, 65_534, 65_534)
    chmod(directory.path, 0o755)
    let error = PasswordStoreError.directoryOwnedByOtherUser(directory.path)
    #expect(throws: error) { try self.hashStore.store(SecureText("new")) }
    for problem in StoredPasswordProblem.allCases {
      #expect(throws: error) { try self.hashStore.store(SecureText("new"), replacing: problem) }
    }
    #expect(throws: error) { try self.hashStore.verify(SecureText("old")) }
    #expect(try permissions(of: directory.path) == 0o755)
    chown(directory.path, geteuid(), getegid())
    #expect(try hashStore.verify(SecureText("old")))
  }

  @Test(arguments: StoredPasswordProblem.allCases) func `P8 has a one-line description of its problem`(
    problem: StoredPasswordProblem
  ) {
    let line = problem.message(in: "/a")
    #expect(line.contains("/a") && line.hasSuffix(".") && !line.contains("\n"))
    #expect(PasswordStoreError.problem(problem, directory: "/a").message.hasPrefix(line))
  }
}

@Suite struct `Password file used by two programs` {
  @Test func `P8 reports busy if another program holds the lock for too long`() throws {
    let directory = try TemporaryDirectory()
    var hashStore = FilePasswordHashStore(directoryPath: directory.path, cost: .minimal)
    try hashStore.store(SecureText("old"))
    hashStore.lockTimeout = .zero
    var lockHolder = try ChildProcess("flock", ["--no-fork", directory.path, "sleep", "600"])
    try Deadline(after: .defaultTimeout).poll(for: "the lock of the other program") {
      () throws(ScreenDriverError) -> Void? in
      do throws(PasswordStoreError) {
        try hashStore.store(SecureText("early"))
        return nil
      } catch {
        return error == .busy(directory: directory.path) ? () : nil
      }
    }
    #expect(throws: PasswordStoreError.busy(directory: directory.path)) {
      try hashStore.store(SecureText("new"), replacing: .damaged)
    }
    #expect(try !hashStore.verify(SecureText("new")))
    lockHolder.send(SIGKILL)
    _ = try lockHolder.waitForExit(within: .defaultTimeout)
    try hashStore.store(SecureText("new"))
    #expect(try hashStore.verify(SecureText("new")))
  }

  @Test func `P8 keeps the old hash if a program is killed while it writes`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let hashStore = FilePasswordHashStore(directoryPath: path, cost: .minimal)
    try hashStore.store(SecureText("old"))
    await #expect(processExitsWith: .signal(SIGXFSZ)) { [path = path as String] in
      // The signal arrives in the middle of the file.
      var limit = rlimit(rlim_cur: 50, rlim_max: 50)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      signal(SIGXFSZ, SIG_DFL)
      withUnsafeTemporaryAllocation(of: sigset_t.self, capacity: 1) { buffer in
        guard let signals = buffer.baseAddress else { return }
        sigemptyset(signals)
        sigaddset(signals, SIGXFSZ)
        pthread_sigmask(SIG_UNBLOCK, signals, nil)
      }
      try FilePasswordHashStore(directoryPath: path, cost: .minimal).store(SecureText("new"))
    }
    #expect(try hashStore.verify(SecureText("old")))
    // A partial file remains.
    #expect(try names(inDirectory: path).count == 2)
    try hashStore.store(SecureText("new"))
    #expect(try hashStore.verify(SecureText("new")))
    #expect(try names(inDirectory: path) == ["password.argon2id"])
  }

  @Test func `P8 keeps the temporary files of a program that is storing`() throws {
    let directory = try TemporaryDirectory()
    var hashStore = FilePasswordHashStore(directoryPath: directory.path, cost: .minimal)
    hashStore.lockTimeout = .zero
    let lock = try hashStore.lockDirectory()
    try write("", toFile: "\(directory.path)/.password.argon2id.1f")
    #expect(throws: PasswordStoreError.busy(directory: directory.path)) {
      try hashStore.store(SecureText("new"))
    }
    #expect(try names(inDirectory: directory.path) == [".password.argon2id.1f"])
    _ = consume lock
  }
}
