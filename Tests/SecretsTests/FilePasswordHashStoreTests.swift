import CSodium
import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Secrets

@Suite struct `File password hash store` {
  @Test func `P8 stores a hash that libsodium accepts for that password only`() throws {
    let directory = try TemporaryDirectory()
    let hashStore = FilePasswordHashStore(directoryPath: directory.path, cost: .minimal)
    try hashStore.store(SecureText("Passw0rd!"))
    let content = try contents(ofFile: "\(directory.path)/password.argon2id")
    #expect(content.hasPrefix("$argon2id$") && content.last == "\n" && !content.contains("Passw0rd!"))
    let hash = String(content.dropLast())
    #expect(crypto_pwhash_str_verify(hash, "Passw0rd!", 9) == 0)
    #expect(crypto_pwhash_str_verify(hash, "Passw0rd?", 9) == -1)
    #expect(try hashStore.verify(SecureText("Passw0rd!")))
    #expect(try !hashStore.verify(SecureText("Passw0rd?")))
    #expect(try !hashStore.verify(SecureText("")))
    #expect(try names(inDirectory: directory.path) == ["password.argon2id"])
  }

  @Test func `P8 hashes the NFC form`() throws {
    let directory = try TemporaryDirectory()
    let hashStore = FilePasswordHashStore(directoryPath: directory.path, cost: .minimal)
    try hashStore.store(SecureText("cafe\u{301}"))
    #expect(try hashStore.verify(SecureText("caf\u{e9}")))
    let hash = String(try contents(ofFile: "\(directory.path)/password.argon2id").dropLast())
    #expect(crypto_pwhash_str_verify(hash, "caf\u{e9}", 5) == 0)
  }

  @Test func `P8 creates a file and directories that only the owner can access`() throws {
    let directory = try TemporaryDirectory()
    let hashStore = FilePasswordHashStore(directoryPath: "\(directory.path)/share/tactile/", cost: .minimal)
    try hashStore.store(SecureText("one"))
    #expect(try permissions(of: "\(directory.path)/share") == 0o700)
    #expect(try permissions(of: "\(directory.path)/share/tactile") == 0o700)
    #expect(try permissions(of: "\(directory.path)/share/tactile/password.argon2id") == 0o600)
  }

  @Test func `P8 keeps one complete hash when several are stored concurrently`() async throws {
    let directory = try TemporaryDirectory()
    var hashStore = FilePasswordHashStore(directoryPath: directory.path, cost: .minimal)
    // Sixteen tasks wait for each other.
    hashStore.lockTimeout = .seconds(60)
    let shared = hashStore
    try await withThrowingTaskGroup { group in
      for number in 0..<16 {
        group.addTask { try shared.store(SecureText("password \(number)")) }
      }
      try await group.waitForAll()
    }
    let accepted = try (0..<16).filter { try shared.verify(SecureText("password \($0)")) }
    #expect(accepted.count == 1)
    #expect(try names(inDirectory: directory.path) == ["password.argon2id"])
  }

  @Test func `P8 uses three passes over 256 MiB by default`() {
    let cost = FilePasswordHashStore(directoryPath: "/nowhere").cost
    #expect(cost == .moderate && cost.memory == 256 << 20 && cost.operations == 3)
  }
}
