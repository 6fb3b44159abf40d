import Files
import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Secrets

@Suite final class `A vault in which something is wrong` {
  private let folder: TemporaryFolder
  private let elsewhere: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    elsewhere = try TemporaryFolder()
  }

  private var vault: PasswordVault { PasswordVault(folder: folder.path, cost: .minimal) }
  private var path: String { "\(folder.path)/password.argon2id" }
  private var other: String { "\(elsewhere.path)/other" }

  /// Stores a password, and has something be wrong with it.
  private func plant(_ fault: StoredFault) throws {
    try vault.store(SecureText("old"))
    switch fault {
    case .damaged: try write("nonsense", toFile: path)
    case .foreign: try #require(chown(path, 65_534, 65_534) == 0)
    case .changeable: chmod(path, 0o620)
    case .exposed: chmod(path, 0o640)
    case .linked:
      rename(path, other)
      symlink(other, path)
    case .notAFile:
      unlink(path)
      mkfifo(path, 0o600)
    }
  }

  /// What could be told of the file, or of what has its place.
  private func state() -> [UInt] {
    var status = stat()
    lstat(path, &status)
    return [
      status.st_ino, UInt(status.st_mode), UInt(status.st_uid), UInt(status.st_size),
      UInt(status.st_mtim.tv_sec), UInt(status.st_mtim.tv_nsec),
    ]
  }

  /// Only root can give files away.
  static let faults = StoredFault.allCases.filter { $0 != .foreign || geteuid() == 0 }

  @Test(arguments: faults) func `P8 is not written to without asking`(fault: StoredFault) throws {
    try plant(fault)
    let before = state()
    let error = VaultError.faulty(fault, folder: folder.path)
    #expect(throws: error) { try self.vault.store(SecureText("new")) }
    #expect(state() == before)
    #expect(try vault.fault() == fault)
    #expect(try names(inFolder: folder.path) == ["password.argon2id"])
  }

  @Test(arguments: faults) func `P8 is not replaced where somebody agreed to another fault`(
    fault: StoredFault
  ) throws {
    try plant(fault)
    let before = state()
    for other in StoredFault.allCases where other != fault {
      #expect(throws: VaultError.faulty(fault, folder: folder.path)) {
        try self.vault.store(SecureText("new"), replacing: other)
      }
    }
    #expect(state() == before)
  }

  @Test(arguments: faults) func `P8 is as it should be once it is replaced`(
    fault: StoredFault
  ) throws {
    try plant(fault)
    try vault.store(SecureText("new"), replacing: fault)
    #expect(try vault.fault() == nil)
    #expect(try vault.verify(SecureText("new")))
    #expect(try permissions(of: path) == 0o600)
    if fault == .linked {
      // What was linked to is what it was.
      #expect(try contents(ofFile: other).hasPrefix("$argon2id$"))
      rename(other, path)
      #expect(try vault.verify(SecureText("old")))
    }
  }

  @Test(arguments: faults) func `P8 proves nothing, unless it could only be read`(
    fault: StoredFault
  ) throws {
    try plant(fault)
    if fault == .exposed {
      for (password, isSame) in [("old", true), ("new", false)] {
        let comparison = try vault.compare(SecureText(password))
        #expect(comparison.isSame == isSame)
        #expect(comparison.remarks.first == fault.line(in: folder.path))
        #expect(try vault.verify(SecureText(password)) == isSame)
      }
      chmod(path, 0o600)
      let comparison = try vault.compare(SecureText("old"))
      #expect(comparison.isSame && !comparison.remarks.contains(fault.line(in: folder.path)))
    } else {
      #expect(throws: VaultError.faulty(fault, folder: folder.path)) {
        try self.vault.verify(SecureText("old"))
      }
    }
  }

  @Test func `P8 is judged by the very file that is read, not by what had its name before`() throws
  {
    try vault.store(SecureText("old"))
    for mode in [0o620, 0o640] as [mode_t] {
      let stored = try vault.stored { file throws(FileError) in
        defer { chmod(file.path, mode) }
        return try file.status()
      }
      #expect(stored?.fault == (mode == 0o620 ? .changeable : .exposed))
      #expect((stored?.verifier == nil) == (mode == 0o620))
      chmod(path, 0o600)
    }
  }

  @Test func `P8 is nothing where it goes between the look at it and the reading`() throws {
    try vault.store(SecureText("old"))
    let stored = try vault.stored { file throws(FileError) in
      defer { unlink(file.path) }
      return try file.status()
    }
    #expect(stored == nil)
  }

  @Test func `P8 has a second name elsewhere`() throws {
    try vault.store(SecureText("old"))
    link(path, other)
    #expect(try vault.fault() == .linked)
    unlink(other)
    #expect(try vault.fault() == nil)
  }

  @Test func `P8 reads no more of a file than a verifier has`() throws {
    try vault.store(SecureText("old"))
    // A hole, which takes no room on the disk.
    try #require(truncate(path, 1 << 40) == 0)
    #expect(try vault.fault() == .damaged)
  }

  @Test func `P8 says that a folder is in the file's place`() throws {
    mkdir(path, 0o700)
    let error = VaultError.obstructed(folder: folder.path)
    #expect(throws: error) { try self.vault.store(SecureText("new")) }
    for fault in StoredFault.allCases {
      #expect(throws: error) { try self.vault.store(SecureText("new"), replacing: fault) }
    }
    #expect(throws: error) { try self.vault.verify(SecureText("new")) }
    #expect(try names(inFolder: folder.path) == ["password.argon2id"])
  }

  @Test func `P8 closes a folder of one's own that others may enter, when it stores`() throws {
    try vault.store(SecureText("old"))
    chmod(folder.path, 0o711)
    #expect(try vault.verify(SecureText("old")))
    #expect(try permissions(of: folder.path) == 0o711)
    try vault.store(SecureText("new"))
    #expect(try permissions(of: folder.path) == 0o700)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give folders away"))
  func `P8 has nothing to do with another user's folder`() throws {
    try vault.store(SecureText("old"))
    chown(folder.path, 65_534, 65_534)
    chmod(folder.path, 0o755)
    let error = VaultError.foreignFolder(folder.path)
    #expect(throws: error) { try self.vault.store(SecureText("new")) }
    for fault in StoredFault.allCases {
      #expect(throws: error) { try self.vault.store(SecureText("new"), replacing: fault) }
    }
    #expect(throws: error) { try self.vault.verify(SecureText("old")) }
    #expect(try permissions(of: folder.path) == 0o755)
    chown(folder.path, geteuid(), getegid())
    #expect(try vault.verify(SecureText("old")))
  }

  @Test(arguments: StoredFault.allCases) func `P8 tells a person so in one line`(
    fault: StoredFault
  ) {
    let line = fault.line(in: "/a")
    #expect(line.contains("/a") && line.hasSuffix(".") && !line.contains("\n"))
    #expect(VaultError.faulty(fault, folder: "/a").message.hasPrefix(line))
  }
}

@Suite struct `A vault that two programs use` {
  @Test func `P8 waits for the other, and says so where that takes too long`() throws {
    let folder = try TemporaryFolder()
    var vault = PasswordVault(folder: folder.path, cost: .minimal)
    try vault.store(SecureText("old"))
    vault.patience = .zero
    var other = try ChildProcess("flock", ["--no-fork", folder.path, "sleep", "60"])
    try Deadline(after: .seconds(10)).poll(for: "the other") {
      () throws(ScreenDriverError) -> Void? in
      do throws(VaultError) {
        try vault.store(SecureText("early"))
        return nil
      } catch {
        return error == .busy(folder: folder.path) ? () : nil
      }
    }
    #expect(throws: VaultError.busy(folder: folder.path)) {
      try vault.store(SecureText("new"), replacing: .damaged)
    }
    #expect(try !vault.verify(SecureText("new")))
    other.send(SIGKILL)
    _ = try other.ending(within: .seconds(10))
    try vault.store(SecureText("new"))
    #expect(try vault.verify(SecureText("new")))
  }

  @Test func `P8 has the old verifier where one is killed while it writes`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let vault = PasswordVault(folder: path, cost: .minimal)
    try vault.store(SecureText("old"))
    await #expect(processExitsWith: .signal(SIGXFSZ)) { [path = path as String] in
      // The signal comes in the middle of the file.
      var limit = rlimit(rlim_cur: 50, rlim_max: 50)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      signal(SIGXFSZ, SIG_DFL)
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGXFSZ)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      try PasswordVault(folder: path, cost: .minimal).store(SecureText("new"))
    }
    #expect(try vault.verify(SecureText("old")))
    // Half a verifier.
    #expect(try names(inFolder: path).count == 2)
    try vault.store(SecureText("new"))
    #expect(try vault.verify(SecureText("new")))
    #expect(try names(inFolder: path) == ["password.argon2id"])
  }

  @Test func `P8 removes nothing of another that is storing`() throws {
    let folder = try TemporaryFolder()
    var vault = PasswordVault(folder: folder.path, cost: .minimal)
    vault.patience = .zero
    let lock = try vault.lockFolder()
    try write("", toFile: "\(folder.path)/.password.argon2id.1f")
    #expect(throws: VaultError.busy(folder: folder.path)) { try vault.store(SecureText("new")) }
    #expect(try names(inFolder: folder.path) == [".password.argon2id.1f"])
    _ = consume lock
  }
}
