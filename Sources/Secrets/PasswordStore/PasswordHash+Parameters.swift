import CSodium

extension PasswordHash {
  /// The Argon2id parameters, which determine the cost of each guess. The names are those of
  /// libsodium.
  public struct Parameters: Hashable, Sendable {
    /// The number of passes over the memory.
    let operations: UInt64
    /// The memory in bytes.
    public let memory: Int

    private init(operations: UInt64, memory: Int) { (self.operations, self.memory) = (operations, memory) }

    /// Creates parameters that were read from a stored hash.
    ///
    /// - Returns: `nil` if a value is below `minimal`, which libsodium refuses, or above
    ///   `sensitive`. An attacker could write higher values to keep this machine busy.
    init?(operations: UInt64, kibibytes: UInt64) {
      let (minimum, maximum) = (Self.minimal, Self.sensitive)
      guard (minimum.operations...maximum.operations).contains(operations),
        (UInt64(minimum.memory >> 10)...UInt64(maximum.memory >> 10)).contains(kibibytes)
      else { return nil }
      self.init(operations: operations, memory: Int(kibibytes) << 10)
    }

    /// The lowest values that libsodium accepts, for tests. They give no protection.
    public static let minimal = Parameters(
      operations: UInt64(crypto_pwhash_opslimit_min()), memory: crypto_pwhash_memlimit_min())
    /// The lowest values that give protection: 2 passes over 64 MiB, about a tenth of a second. OWASP's
    /// [minimum](https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html)
    /// is 2 passes over 19 MiB.
    public static let interactive = Parameters(
      operations: UInt64(crypto_pwhash_opslimit_interactive()), memory: crypto_pwhash_memlimit_interactive())
    /// The values for an important password: 3 passes over 256 MiB, about half a second.
    public static let moderate = Parameters(
      operations: UInt64(crypto_pwhash_opslimit_moderate()), memory: crypto_pwhash_memlimit_moderate())
    /// The highest values that are accepted from a file: 4 passes over 1 GiB.
    static let sensitive = Parameters(
      operations: UInt64(crypto_pwhash_opslimit_sensitive()), memory: crypto_pwhash_memlimit_sensitive())

    /// A one-line warning for the user that a value is below `interactive`. `nil` if none is.
    var weaknessWarning: String? {
      let minimum = Self.interactive
      guard operations < minimum.operations || memory < minimum.memory else { return nil }
      let found = "\(operations) pass\(operations == 1 ? "" : "es") over \(memory >> 10) KiB"
      let required = "\(minimum.operations) passes over \(minimum.memory >> 10) KiB"
      return "The stored password hash is weak: \(found) per guess, "
        + "minimum \(required). Save the password again."
    }

    /// The values to try if the system does not provide enough memory. `nil` if there are none.
    var fallback: Parameters? { memory > Self.interactive.memory ? .interactive : nil }
  }
}
