import CSodium

extension PasswordVault {
  /// How much work Argon2id makes of each guess, by the names that libsodium has for it.
  public struct Cost: Hashable, Sendable {
    /// Passes over the memory.
    let operations: UInt64
    /// In bytes.
    let memory: Int

    /// For a password that guards much: 3 passes over 256 MiB, about half a second.
    public static let moderate = Cost(
      operations: UInt64(crypto_pwhash_opslimit_moderate()),
      memory: crypto_pwhash_memlimit_moderate())
    /// As little as there is, which protects nothing: for tests.
    public static let minimal = Cost(
      operations: UInt64(crypto_pwhash_opslimit_min()), memory: crypto_pwhash_memlimit_min())
  }
}
