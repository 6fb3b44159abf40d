import DynamicLibraries
import Glibc
import ScreenDriver
import TestSupport
import Testing
import Threads

@testable import Secrets

@Suite struct `A keyring` {
  private static let rig = Rig.keyring

  @Test(.enabled(if: rig.isToBeUsed, "\(rig.skip)"))
  func `P8 keeps a verifier that libsodium accepts, and the latest one only`() async {
    // In a process of its own, since the library asks one bus as long as it is open.
    await #expect(processExitsWith: .success) {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      let vault = KeyringVault(cost: .minimal)
      #expect(throws: VaultError.keyring(.nothingStored)) { try vault.verify(SecureText("one")) }
      for password in ["one", "cafe\u{301}"] {
        #expect(try vault.store(SecureText(password)) == .minimal)
        #expect(try vault.verify(SecureText(password)))
      }
      #expect(try vault.verify(SecureText("caf\u{e9}")))
      #expect(try !vault.verify(SecureText("one")))
      let text = try #require(try KeyringCall(SecretLibrary()).text())
      #expect(text.starts(with: "$argon2id$".utf8))
      try KeyringCall(SecretLibrary()).store(Array("nonsense".utf8))
      #expect(throws: VaultError.keyring(.damaged)) { try vault.verify(SecureText("one")) }
      try keyring.lock()
    }
  }

  @Test(.enabled(if: rig.isToBeUsed, "\(rig.skip)"))
  func `P8 keeps the latest one only, though another collection is the default by then`() async {
    await #expect(processExitsWith: .success) {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      let vault = KeyringVault(cost: .minimal)
      try vault.store(SecureText("zero"))
      for (number, collection) in ["session", "login", "session"].enumerated() {
        try keyring.makeDefault(collection)
        try vault.store(SecureText("\(number)"))
        #expect(try vault.verify(SecureText("\(number)")))
      }
    }
  }

  @Test(.enabled(if: rig.isToBeUsed, "\(rig.skip)"))
  func `P8 may end and begin anew between two times that it is asked`() async {
    await #expect(processExitsWith: .success) {
      let bus = try SessionBusProcess()
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      let vault = KeyringVault(cost: .minimal)
      for password in ["one", "two", "three"] {
        let keyring = try KeyringProcess(on: bus)
        try vault.store(SecureText(password))
        #expect(try vault.verify(SecureText(password)))
        _ = consume keyring
      }
    }
  }

  @Test(.enabled(if: rig.isToBeUsed, "\(rig.skip)"))
  func `P8 is not asked in vain while it is locked`() async {
    await #expect(processExitsWith: .success) {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      let vault = KeyringVault(cost: .minimal)
      try vault.store(SecureText("one"))
      try keyring.lock()
      #expect(throws: VaultError.keyring(.locked)) { try vault.verify(SecureText("one")) }
      #expect(throws: VaultError.keyring(.locked)) { try vault.store(SecureText("two")) }
    }
  }

  @Test(.enabled(if: rig.isToBeUsed, "\(rig.skip)"))
  func `P8 is missing where there is none, and where there is no bus`() async {
    await #expect(processExitsWith: .success) {
      let bus = try SessionBusProcess()
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      let vault = KeyringVault(cost: .minimal)
      #expect(throws: VaultError.keyring(.noService)) { try vault.store(SecureText("one")) }
      #expect(throws: VaultError.keyring(.noService)) { try vault.verify(SecureText("one")) }
    }
    await #expect(processExitsWith: .success) {
      setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all", 1)
      let error = try #require(throws: VaultError.self) {
        try KeyringVault(cost: .minimal).verify(SecureText("one"))
      }
      let line = "There is no session bus, and so no keyring. Log in to a desktop, then try again. "
      #expect(error.message.hasPrefix(line))
    }
  }

  @Test(.enabled(if: rig.isToBeUsed, "\(rig.skip)"))
  func `P8 has no place where nobody says where, which it asks in vain`() async {
    await #expect(processExitsWith: .success) {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus, isNew: true)
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      #expect(throws: VaultError.keyring(.noCollection)) {
        try KeyringVault(cost: .minimal).store(SecureText("one"))
      }
      _ = consume keyring
    }
  }

  /// One that takes another library for libsecret.
  private func makeVault(of library: String) -> KeyringVault {
    KeyringVault(
      cost: .minimal, opening: { () throws(DynamicLibraryError) in try SecretLibrary(library) })
  }

  @Test func `P8 cannot be used without its library`() {
    let vault = makeVault(of: "libnone.so.0")
    let error = VaultError.keyring(.noLibrary(.noLibrary("libnone.so.0")))
    #expect(throws: error) { try vault.store(SecureText("one")) }
    #expect(throws: error) { try vault.verify(SecureText("one")) }
    #expect(
      error.message == "The keyring cannot be used: libnone.so.0 is not installed.")
    // A library that has none of the functions.
    let other = makeVault(of: "libm.so.6")
    let otherError = #expect(throws: VaultError.self) { try other.verify(SecureText("one")) }
    #expect(
      otherError?.message
        == "The keyring cannot be used: libm.so.6 has no function secret_password_storev_sync.")
  }

  @Test(.enabled(if: rig.isToBeUsed, "\(rig.skip)"))
  func `P8 is not waited for without end, nor is its bus, and can be given up`() async {
    await #expect(processExitsWith: .success) {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      try KeyringVault(cost: .minimal).store(SecureText("one"))
      keyring.freeze()
      try expectEnd()
    }
    await #expect(processExitsWith: .success) {
      let bus = try SessionBusProcess()
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      bus.freeze()
      try expectEnd()
    }
  }

  @Test(
    arguments: [
      ("g-io-error-quark", 19, .givenUp), ("g-io-error-quark", 24, .silent),
      ("g-dbus-error-quark", 2, .noService), ("g-dbus-error-quark", 3, .noService),
      ("g-dbus-error-quark", 4, .silent), ("g-dbus-error-quark", 20, .silent),
      ("secret-error", 2, .locked), ("secret-error", 3, .noCollection),
      ("g-dbus-error-quark", 19, .noCollection), ("g-dbus-error-quark", 41, .noCollection),
      ("secret-error", 1, .refused("a b")),
      ("g-io-error-quark", 2, .refused("a b")), ("", 0, .refused("a b")),
    ] as [(String, CInt, KeyringError)])
  func `P8 tells in one line why it does not do what it should`(
    domain: String, code: CInt, error: KeyringError
  ) {
    let found = KeyringError(domain: domain, code: code, message: "a\nb")
    #expect(found == error)
    #expect(!found.message.contains("\n") && found.message.hasSuffix("."))
  }
}

/// Asks a keyring that is mute: once with little patience, once until it is given up.
private func expectEnd() throws {
  let hasty = KeyringVault(
    cost: .minimal, opening: { () throws(DynamicLibraryError) in try SecretLibrary() },
    patience: .milliseconds(20))
  #expect(throws: VaultError.keyring(.silent)) { try hasty.verify(SecureText("one")) }
  #expect(throws: VaultError.keyring(.silent)) { try hasty.store(SecureText("one")) }
  let errand = KeyringErrand(try SecretLibrary())
  let thread = try #require(startThread { errand.cancellation.cancel() })
  #expect(throws: KeyringError.givenUp) {
    try errand.answer { (call: borrowing KeyringCall) throws(KeyringError) in try call.text() }
  }
  pthread_join(thread, nil)
}
