import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Secrets

@Suite struct `A vault that fails` {
  @Test(arguments: [0, 1, 50] as [rlim_t])
  func `P8 leaves the old verifier and nothing half-written where space runs out`(
    space: rlim_t
  ) async {
    // In a process of its own, since the limit holds for every thread.
    await #expect(processExitsWith: .success) { [space] in
      let folder = try TemporaryFolder()
      let vault = PasswordVault(folder: folder.path, cost: .minimal)
      try vault.store(SecureText("old"))
      withFileSizeLimit(space) {
        #expect(throws: VaultError.noSpace(folder: folder.path)) {
          try vault.store(SecureText("new"))
        }
      }
      #expect(try vault.verify(SecureText("old")))
      #expect(try names(inFolder: folder.path) == ["password.argon2id"])
    }
  }

  @Test func `P8 says so where a file is in the folder's place or above it`() throws {
    let folder = try TemporaryFolder()
    try write("", toFile: "\(folder.path)/file")
    for path in ["\(folder.path)/file", "\(folder.path)/file/tactile/deeper"] {
      #expect(throws: VaultError.notWritable(folder: path, errno: ENOTDIR)) {
        try PasswordVault(folder: path, cost: .minimal).store(SecureText("new"))
      }
    }
    #expect(try contents(ofFile: "\(folder.path)/file").isEmpty)
  }

  @Test func `P8 says so where the folder is a link to nowhere`() throws {
    let folder = try TemporaryFolder()
    symlink("/nowhere/at all", "\(folder.path)/link")
    let path = "\(folder.path)/link/tactile"
    #expect(throws: VaultError.notWritable(folder: path, errno: ENOENT)) {
      try PasswordVault(folder: path, cost: .minimal).store(SecureText("new"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "nothing is forbidden to root"))
  func `P8 says so where the folder is not the person's`() throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(throws: VaultError.notWritable(folder: folder.path, errno: EACCES)) {
      try PasswordVault(folder: folder.path, cost: .minimal).store(SecureText("new"))
    }
  }

  @Test func `says so where nothing is stored`() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, "\(folder.path)/none"] {
      #expect(throws: VaultError.nothingStored(folder: path)) {
        try PasswordVault(folder: path).verify(SecureText("any"))
      }
    }
  }

  @Test(arguments: ["", "Passw0rd!", "$argon2id$", String(repeating: "$argon2id$", count: 20)])
  func `says so where what is stored is no verifier`(content: String) throws {
    let folder = try TemporaryFolder()
    try write(content, toFile: "\(folder.path)/password.argon2id")
    #expect(throws: VaultError.faulty(.damaged, folder: folder.path)) {
      try PasswordVault(folder: folder.path).verify(SecureText("any"))
    }
  }

  @Test func `P8 says so where memory runs out, which is no wrong password`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let password = SecureText("Passw0rd!")
      let vault = PasswordVault(folder: folder.path)
      try vault.store(password)
      try limitMemory(to: 32 << 20)
      #expect(throws: VaultError.outOfMemory) { try vault.store(SecureText("new")) }
      #expect(throws: VaultError.outOfMemory) { try vault.verify(password) }
      #expect(try vault.fault() == nil)
      #expect(try names(inFolder: folder.path) == ["password.argon2id"])
    }
  }

  @Test func `P8 takes less memory where there is not enough, and says what it took`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let vault = PasswordVault(folder: folder.path)
      try limitMemory(to: 128 << 20)
      #expect(try vault.store(SecureText("Passw0rd!")) == .interactive)
      let content = try contents(ofFile: "\(folder.path)/password.argon2id")
      #expect(content.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
      #expect(try vault.verify(SecureText("Passw0rd!")))
    }
  }

  @Test(arguments: [
    VaultError.noSpace(folder: "/a"), .notWritable(folder: "/a", errno: EACCES),
    .notReadable(folder: "/a", errno: EIO), .nothingStored(folder: "/a"), .busy(folder: "/a"),
    .obstructed(folder: "/a"), .foreignFolder("/a"),
  ])
  func `P8 tells a person in one line where and why`(error: VaultError) {
    #expect(error.message.contains("/a"))
    #expect(!error.message.contains("\n"))
  }

  @Test(arguments: [
    (ENOSPC, VaultError.noSpace(folder: "/a")), (EDQUOT, .noSpace(folder: "/a")),
    (EFBIG, .noSpace(folder: "/a")), (ENOMEM, .outOfMemory),
    (EROFS, .notWritable(folder: "/a", errno: EROFS)),
    (EWOULDBLOCK, .busy(folder: "/a")),
  ])
  func `makes a cause of each error number`(errno: CInt, error: VaultError) {
    #expect(VaultError(writingTo: "/a", errno: errno) == error)
  }
}

/// Lets this process have no more memory than so many bytes above what it has.
private func limitMemory(to bytes: Int) throws {
  let line = try contents(ofFile: "/proc/self/status").split(separator: "\n")
    .first { $0.hasPrefix("VmData:") }
  let used = try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  let total = rlim_t(used << 10 + bytes)
  var limit = rlimit(rlim_cur: total, rlim_max: total)
  setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
}
