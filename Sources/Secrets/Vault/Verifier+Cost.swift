import CSodium

extension Verifier {
  /// How much work Argon2id makes of each guess, by the names that libsodium has for it.
  public struct Cost: Hashable, Sendable {
    /// Passes over the memory.
    let operations: UInt64
    /// In bytes.
    public let memory: Int

    private init(operations: UInt64, memory: Int) {
      (self.operations, self.memory) = (operations, memory)
    }

    /// - Returns: `nil` below `minimal`, which libsodium refuses, and above `sensitive`: it might be
    ///   what somebody has written to keep this machine busy.
    init?(operations: UInt64, kibibytes: UInt64) {
      let (least, most) = (Self.minimal, Self.sensitive)
      guard (least.operations...most.operations).contains(operations),
        (UInt64(least.memory >> 10)...UInt64(most.memory >> 10)).contains(kibibytes)
      else { return nil }
      self.init(operations: operations, memory: Int(kibibytes) << 10)
    }

    /// As little as there is, which protects nothing: for tests.
    public static let minimal = Cost(
      operations: UInt64(crypto_pwhash_opslimit_min()), memory: crypto_pwhash_memlimit_min())
    /// The least that protects: 2 passes over 64 MiB, about a tenth of a second. OWASP's
    /// [least](https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html) is
    /// 2 passes over 19 MiB.
    public static let interactive = Cost(
      operations: UInt64(crypto_pwhash_opslimit_interactive()),
      memory: crypto_pwhash_memlimit_interactive())
    /// For a password that guards much: 3 passes over 256 MiB, about half a second.
    public static let moderate = Cost(
      operations: UInt64(crypto_pwhash_opslimit_moderate()),
      memory: crypto_pwhash_memlimit_moderate())
    /// The most that is taken from a file: 4 passes over 1 GiB.
    static let sensitive = Cost(
      operations: UInt64(crypto_pwhash_opslimit_sensitive()),
      memory: crypto_pwhash_memlimit_sensitive())

    /// One line that tells a person that it is less than what protects; `nil` where it is enough.
    var remark: String? {
      let least = Self.interactive
      guard operations < least.operations || memory < least.memory else { return nil }
      let found = "\(operations) pass\(operations == 1 ? "" : "es") over \(memory >> 10) KiB"
      let wanted = "\(least.operations) over \(least.memory >> 10)"
      return "The stored password is easy to guess: a guess costs \(found), "
        + "less than \(wanted). Save it anew."
    }

    /// What is tried where the system does not give so much memory; `nil` where nothing is.
    var fallback: Cost? { memory > Self.interactive.memory ? .interactive : nil }
  }
}
