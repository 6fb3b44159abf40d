import CSodium
import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Secrets

@Suite struct `A password vault` {
  @Test func `P8 stores a verifier that libsodium accepts for that password and no other`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: folder.path, cost: .minimal)
    try vault.store(SecureText("Passw0rd!"))
    let content = try contents(ofFile: "\(folder.path)/password.argon2id")
    #expect(content.last == "\n")
    let verifier = String(content.dropLast())
    #expect(crypto_pwhash_str_verify(verifier, "Passw0rd!", 9) == 0)
    #expect(crypto_pwhash_str_verify(verifier, "Passw0rd?", 9) == -1)
    #expect(try vault.verify(SecureText("Passw0rd!")))
    #expect(try !vault.verify(SecureText("Passw0rd?")))
    #expect(try !vault.verify(SecureText("")))
  }

  @Test func `P8 never stores the password`() throws {
    let folder = try TemporaryFolder()
    try PasswordVault(folder: folder.path, cost: .minimal).store(SecureText("Passw0rd!"))
    #expect(try names(inFolder: folder.path) == ["password.argon2id"])
    let content = try contents(ofFile: "\(folder.path)/password.argon2id")
    #expect(content.hasPrefix("$argon2id$"))
    #expect(!content.contains("Passw0rd!"))
  }

  @Test func `P8 hashes the NFC form`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: folder.path, cost: .minimal)
    try vault.store(SecureText("cafe\u{301}"))
    #expect(try vault.verify(SecureText("caf\u{e9}")))
    let verifier = String(try contents(ofFile: "\(folder.path)/password.argon2id").dropLast())
    #expect(crypto_pwhash_str_verify(verifier, "caf\u{e9}", 5) == 0)
  }

  @Test func `P8 lets only the owner read it, in folders that it makes itself`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: "\(folder.path)/share/tactile/", cost: .minimal)
    try vault.store(SecureText("one"))
    #expect(try permissions(of: "\(folder.path)/share") == 0o700)
    #expect(try permissions(of: "\(folder.path)/share/tactile") == 0o700)
    #expect(try permissions(of: "\(folder.path)/share/tactile/password.argon2id") == 0o600)
  }

  @Test func `P8 takes a file that ends without a line feed, as earlier ones do`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: folder.path, cost: .minimal)
    try vault.store(SecureText("one"))
    let path = "\(folder.path)/password.argon2id"
    try #require(truncate(path, off_t(try contents(ofFile: path).utf8.count - 1)) == 0)
    #expect(try vault.verify(SecureText("one")))
    #expect(try vault.fault() == nil)
  }

  @Test func `P8 puts a new password in the place of the old one`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: folder.path, cost: .minimal)
    try vault.store(SecureText("one"))
    try vault.store(SecureText("two"))
    #expect(try !vault.verify(SecureText("one")))
    #expect(try vault.verify(SecureText("two")))
    #expect(try names(inFolder: folder.path) == ["password.argon2id"])
  }

  @Test func `P8 keeps one whole verifier when several are stored at once`() async throws {
    let folder = try TemporaryFolder()
    var vault = PasswordVault(folder: folder.path, cost: .minimal)
    // Sixteen wait for each other.
    vault.patience = .seconds(60)
    let shared = vault
    try await withThrowingTaskGroup { group in
      for number in 0..<16 {
        group.addTask { try shared.store(SecureText("password \(number)")) }
      }
      try await group.waitForAll()
    }
    let accepted = try (0..<16).filter { try shared.verify(SecureText("password \($0)")) }
    #expect(accepted.count == 1)
    #expect(try names(inFolder: folder.path) == ["password.argon2id"])
  }

  @Test func `P8 makes a guess cost three passes over 256 MiB unless told otherwise`() throws {
    let folder = try TemporaryFolder()
    let vault = PasswordVault(folder: folder.path)
    #expect(vault.cost == .moderate)
    #expect(try vault.store(SecureText("Passw0rd!")) == .moderate)
    let content = try contents(ofFile: "\(folder.path)/password.argon2id")
    #expect(content.hasPrefix("$argon2id$v=19$m=262144,t=3,p=1$"))
  }

  @Test(arguments: [
    ("/data", "/home/ann", "/data/tactile"),
    (nil, "/home/ann", "/home/ann/.local/share/tactile"),
    ("", "/home/ann", "/home/ann/.local/share/tactile"),
    ("data", "/home/ann", "/home/ann/.local/share/tactile"),
    ("/data", nil, "/data/tactile"),
    (nil, "ann", nil), (nil, "", nil), (nil, nil, nil),
  ])
  func `P8 keeps to the XDG Base Directory Specification`(
    xdgDataHome: String?, home: String?, folder: String?
  ) {
    #expect(PasswordVault.folder(xdgDataHome: xdgDataHome, home: home) == folder)
  }
}
