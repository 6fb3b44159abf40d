import Glibc
import PasswordForm
import ScreenDriver
import System
import TestSupport
import Testing

@testable import Secrets

@Suite struct `Keyring password hash store` {
  private static let requirement = TestRequirement.keyring

  @Test(.needs(requirement))
  func `P8 stores an Argon2id hash and keeps only the latest one`() async {
    // A separate process, because the library uses one bus as long as it is loaded.
    await #expect(processExitsWith: .success) {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      let hashStore = KeyringPasswordHashStore(cost: .minimal)
      #expect(throws: PasswordStoreError.keyring(.notFound)) { try hashStore.verify(SecureText("one")) }
      for password in ["one", "cafe\u{301}"] {
        #expect(try hashStore.store(SecureText(password)) == .minimal)
        #expect(try hashStore.verify(SecureText(password)))
      }
      #expect(try hashStore.verify(SecureText("caf\u{e9}")))
      #expect(try !hashStore.verify(SecureText("one")))
      let text = try #require(try KeyringClient(LibSecret()).text())
      #expect(text.starts(with: "$argon2id$".utf8))
      try KeyringClient(LibSecret()).store(Array("nonsense".utf8))
      #expect(throws: PasswordStoreError.keyring(.damaged)) { try hashStore.verify(SecureText("one")) }
      try keyring.lock()
    }
  }

  @Test(.needs(requirement))
  func `P8 keeps only the latest hash if the default collection changes`() async {
    await #expect(processExitsWith: .success) {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      let hashStore = KeyringPasswordHashStore(cost: .minimal)
      try hashStore.store(SecureText("zero"))
      for (number, collection) in ["session", "login", "session"].enumerated() {
        try keyring.makeDefault(collection)
        try hashStore.store(SecureText("\(number)"))
        #expect(try hashStore.verify(SecureText("\(number)")))
      }
    }
  }

  @Test(.needs(requirement))
  func `P8 throws noService without a keyring and noSessionBus without a bus`() async {
    await #expect(processExitsWith: .success) {
      let bus = try IsolatedSessionBus()
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      let hashStore = KeyringPasswordHashStore(cost: .minimal)
      #expect(throws: PasswordStoreError.keyring(.noService)) { try hashStore.store(SecureText("one")) }
      #expect(throws: PasswordStoreError.keyring(.noService)) { try hashStore.verify(SecureText("one")) }
    }
    await #expect(processExitsWith: .success) {
      setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all", 1)
      let error = try #require(throws: PasswordStoreError.self) {
        try KeyringPasswordHashStore(cost: .minimal).verify(SecureText("one"))
      }
      let line = "No D-Bus session bus found, so no keyring is available ("
      #expect(error.message.hasPrefix(line))
    }
  }

  @Test(.needs(requirement))
  func `P8 throws noCollection if the prompt for a new collection fails`() async {
    await #expect(processExitsWith: .success) {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus, isNew: true)
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      #expect(throws: PasswordStoreError.keyring(.noCollection)) {
        try KeyringPasswordHashStore(cost: .minimal).store(SecureText("one"))
      }
      _ = consume keyring
    }
  }

  /// Returns a store that uses another library instead of libsecret.
  private func makeStore(of library: String) -> KeyringPasswordHashStore {
    KeyringPasswordHashStore(
      cost: .minimal, opening: { () throws(DynamicLibraryError) in try LibSecret(library) })
  }

  @Test func `P8 throws noLibrary without libsecret`() {
    let hashStore = makeStore(of: "libnone.so.0")
    let error = PasswordStoreError.keyring(.noLibrary(.noLibrary("libnone.so.0")))
    #expect(throws: error) { try hashStore.store(SecureText("one")) }
    #expect(throws: error) { try hashStore.verify(SecureText("one")) }
    #expect(error.message == "Cannot use the keyring: libnone.so.0 is not installed.")
    // This library has none of the functions.
    let other = makeStore(of: "libm.so.6")
    let otherError = #expect(throws: PasswordStoreError.self) { try other.verify(SecureText("one")) }
    #expect(
      otherError?.message
        == "Cannot use the keyring: libm.so.6 has no function secret_password_storev_sync.")
  }

  @Test(
    arguments: [
      ("g-io-error-quark", 19, .cancelled), ("g-io-error-quark", 24, .timedOut),
      ("g-dbus-error-quark", 2, .noService), ("g-dbus-error-quark", 3, .noService),
      ("g-dbus-error-quark", 4, .timedOut), ("g-dbus-error-quark", 20, .timedOut),
      ("secret-error", 2, .locked), ("secret-error", 3, .noCollection),
      ("g-dbus-error-quark", 19, .noCollection), ("g-dbus-error-quark", 41, .noCollection),
      ("secret-error", 1, .other("a b")),
      ("g-io-error-quark", 2, .other("a b")), ("", 0, .other("a b")),
    ] as [(String, CInt, KeyringError)])
  func `P8 converts library errors to errors with a one-line message`(
    domain: String, code: CInt, error: KeyringError
  ) {
    let found = KeyringError(domain: domain, code: code, message: "a\nb")
    #expect(found == error)
    #expect(!found.message.contains("\n") && found.message.hasSuffix("."))
  }
}
