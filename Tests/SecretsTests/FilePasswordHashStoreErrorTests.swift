import Glibc
import PasswordForm
import ScreenDriver
import TestSupport
import Testing

@testable import Secrets

@Suite struct `File password hash store on failure` {
  @Test(arguments: [0, 1, 50] as [rlim_t])
  func `P8 keeps the old hash and no partial file when space runs out`(
    space: rlim_t
  ) async {
    // A separate process, because the limit applies to all threads.
    await #expect(processExitsWith: .success) { [space] in
      let directory = try TemporaryDirectory()
      let hashStore = FilePasswordHashStore(directoryPath: directory.path, cost: .minimal)
      try hashStore.store(SecureText("old"))
      withFileSizeLimit(space) {
        #expect(throws: PasswordStoreError.noSpace(directory: directory.path)) {
          try hashStore.store(SecureText("new"))
        }
      }
      #expect(try hashStore.verify(SecureText("old")))
      #expect(try names(inDirectory: directory.path) == ["password.argon2id"])
    }
  }

  @Test func `P8 throws notWritable if a file has the path of a directory`() throws {
    let directory = try TemporaryDirectory()
    try write("", toFile: "\(directory.path)/file")
    for path in ["\(directory.path)/file", "\(directory.path)/file/tactile/deeper"] {
      #expect(throws: PasswordStoreError.notWritable(directory: path, errno: ENOTDIR)) {
        try FilePasswordHashStore(directoryPath: path, cost: .minimal).store(SecureText("new"))
      }
    }
    #expect(try contents(ofFile: "\(directory.path)/file").isEmpty)
  }

  @Test func `P8 throws notWritable if the directory is a broken link`() throws {
    let directory = try TemporaryDirectory()
    symlink("/nowhere/at all", "\(directory.path)/link")
    let path = "\(directory.path)/link/tactile"
    #expect(throws: PasswordStoreError.notWritable(directory: path, errno: ENOENT)) {
      try FilePasswordHashStore(directoryPath: path, cost: .minimal).store(SecureText("new"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root ignores permissions"))
  func `P8 throws notWritable if the user cannot write to the directory`() throws {
    let directory = try TemporaryDirectory()
    chmod(directory.path, 0o500)
    defer { chmod(directory.path, 0o700) }
    #expect(throws: PasswordStoreError.notWritable(directory: directory.path, errno: EACCES)) {
      try FilePasswordHashStore(directoryPath: directory.path, cost: .minimal).store(SecureText("new"))
    }
  }

  @Test func `throws notFound if nothing is stored`() throws {
    let directory = try TemporaryDirectory()
    for path in [directory.path, "\(directory.path)/none"] {
      #expect(throws: PasswordStoreError.notFound(directory: path)) {
        try FilePasswordHashStore(directoryPath: path).verify(SecureText("any"))
      }
    }
  }

  @Test(arguments: ["", "Passw0rd!", "$argon2id$", String(repeating: "$argon2id$", count: 20)])
  func `reports a damaged file if the content is not a hash`(content: String) throws {
    let directory = try TemporaryDirectory()
    try write(content, toFile: "\(directory.path)/password.argon2id")
    #expect(throws: PasswordStoreError.problem(.damaged, directory: directory.path)) {
      try FilePasswordHashStore(directoryPath: directory.path).verify(SecureText("any"))
    }
  }

  @Test func `P8 throws outOfMemory instead of reporting a wrong password`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let password = SecureText("Passw0rd!")
      let hashStore = FilePasswordHashStore(directoryPath: directory.path)
      try hashStore.store(password)
      try limitMemory(to: 32 << 20)
      #expect(throws: PasswordStoreError.outOfMemory) { try hashStore.store(SecureText("new")) }
      #expect(throws: PasswordStoreError.outOfMemory) { try hashStore.verify(password) }
      #expect(try hashStore.problem() == nil)
      #expect(try names(inDirectory: directory.path) == ["password.argon2id"])
    }
  }

  @Test func `P8 uses and returns lower parameters when memory is short`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let hashStore = FilePasswordHashStore(directoryPath: directory.path)
      try limitMemory(to: 128 << 20)
      #expect(try hashStore.store(SecureText("Passw0rd!")) == .interactive)
      let content = try contents(ofFile: "\(directory.path)/password.argon2id")
      #expect(content.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
      #expect(try hashStore.verify(SecureText("Passw0rd!")))
    }
  }

  @Test(arguments: [
    PasswordStoreError.noSpace(directory: "/a"), .notWritable(directory: "/a", errno: EACCES),
    .notReadable(directory: "/a", errno: EIO), .notFound(directory: "/a"), .busy(directory: "/a"),
    .obstructed(directory: "/a"), .directoryOwnedByOtherUser("/a"),
  ])
  func `P8 describes each error in one line with its path`(error: PasswordStoreError) {
    #expect(error.message.contains("/a"))
    #expect(!error.message.contains("\n"))
  }

  @Test(arguments: [
    (ENOSPC, PasswordStoreError.noSpace(directory: "/a")), (EDQUOT, .noSpace(directory: "/a")),
    (EFBIG, .noSpace(directory: "/a")), (ENOMEM, .outOfMemory),
    (EROFS, .notWritable(directory: "/a", errno: EROFS)),
    (EWOULDBLOCK, .busy(directory: "/a")),
  ])
  func `converts error numbers to errors`(errno: CInt, error: PasswordStoreError) {
    #expect(PasswordStoreError(writingTo: "/a", errno: errno) == error)
  }
}

/// Limits the memory of this process to a number of bytes above its current use.
private func limitMemory(to bytes: Int) throws {
  let line = try contents(ofFile: "/proc/self/status").split(separator: "\n")
    .first { $0.hasPrefix("VmData:") }
  let used = try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  let total = rlim_t(used << 10 + bytes)
  var limit = rlimit(rlim_cur: total, rlim_max: total)
  setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
}
