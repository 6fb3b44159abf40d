import CSodium

/// An Argon2id hash of the NFC form of a password. It verifies a password without revealing it: an
/// attacker can only guess.
///
/// The strength and the format are those of libsodium ([PHC string][1]).
///
/// [1]: https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
package struct PasswordHash: Hashable, Sendable {
  /// The hash as libsodium writes it: `$argon2id$v=19$m=262144,t=3,p=1$`, then salt and hash in
  /// Base64.
  let text: [UInt8]
  /// The cost of each guess.
  package let cost: Parameters
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// The maximum length of the text in bytes, including a terminating zero.
  static let textSize = crypto_pwhash_strbytes()

  /// Parses the text of a hash.
  ///
  /// - Returns: `nil` for anything else: another algorithm, a salt or a hash of another length,
  ///   parameters out of range, or more than one lane.
  init?(text: Span<UInt8>) {
    let text = text.withUnsafeBufferPointer { Array($0) }
    let parts = text.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard text.count < Self.textSize, text.starts(with: "$argon2id$v=19$".utf8), parts.count == 6,
      let cost = Self.cost(parts[3]), let salt = Self.bytes(parts[4], count: Int(crypto_pwhash_SALTBYTES)),
      let hash = Self.bytes(parts[5], count: 32)
    else { return nil }
    (self.text, self.cost, self.salt, self.hash) = (text, cost, salt, hash)
  }

  private static func cost(_ text: ArraySlice<UInt8>) -> Parameters? {
    let numbers = text.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .compactMap { UInt64(String(decoding: $0, as: UTF8.self)) }
    // Numbers can have leading zeros.
    guard numbers.count == 3, text.elementsEqual("m=\(numbers[0]),t=\(numbers[1]),p=1".utf8) else {
      return nil
    }
    return Parameters(operations: numbers[1], kibibytes: numbers[0])
  }

  /// Decodes Base64.
  private static func bytes(_ text: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    // libsodium accepts bytes beyond ASCII.
    guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
    var (bytes, found) = ([UInt8](repeating: 0, count: count), 0)
    let status = sodium_base642bin(
      &bytes, count, text.map(CChar.init(bitPattern:)), text.count, nil, &found, nil,
      CInt(sodium_base64_VARIANT_ORIGINAL_NO_PADDING))
    return status == 0 && found == count ? bytes : nil
  }
}

extension PasswordHash {
  /// Hashes a password. The time depends on the cost.
  ///
  /// - Parameter cost: The Argon2id parameters. If the system does not provide the memory,
  ///   `Parameters.interactive` is tried if that is lower, but nothing below.
  /// - Throws: `outOfMemory`.
  init(of password: borrowing SecureText, cost: Parameters) throws(PasswordStoreError) {
    guard
      let hash = Self.hash(password, cost: cost) ?? cost.fallback.flatMap({ Self.hash(password, cost: $0) })
    else { throw .outOfMemory }
    self = hash
  }

  /// - Returns: `nil` if the system does not provide the memory. The only other cause would be parameters out
  ///   of range, which `Parameters` excludes.
  private static func hash(_ password: borrowing SecureText, cost: Parameters) -> PasswordHash? {
    var text = [CChar](repeating: 0, count: textSize)
    let status = withBytes(of: password) { crypto_pwhash_str(&text, $0, $1, cost.operations, cost.memory) }
    let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return status == 0 ? PasswordHash(text: bytes.span) : nil
  }

  /// Returns whether a password has this hash, in a time that does not depend on where the hashes
  /// differ.
  ///
  /// This does not use `crypto_pwhash_str_verify`, because libsodium 1.0.18 then reports a lack of
  /// memory as another password, also in `errno`.
  ///
  /// - Throws: `outOfMemory`.
  func matches(_ password: borrowing SecureText) throws(PasswordStoreError) -> Bool {
    var other = [UInt8](repeating: 0, count: hash.count)
    let status = Self.withBytes(of: password) {
      crypto_pwhash(
        &other, UInt64(hash.count), $0, $1, salt, cost.operations, cost.memory, crypto_pwhash_alg_argon2id13()
      )
    }
    guard status == 0 else { throw .outOfMemory }
    return sodium_memcmp(hash, other, hash.count) == 0
  }

  /// Calls a function of libsodium with the NFC form of a password in locked memory.
  private static func withBytes(
    of password: borrowing SecureText, _ body: (UnsafePointer<CChar>, UInt64) -> CInt
  ) -> CInt {
    // Wipes the copies of the password that the library leaves on the stack.
    defer { sodium_stackzero(stackWipeSize) }
    return password.normalized(.composed).withUnsafeUTF8 { utf8, count in body(utf8, UInt64(count)) }
  }

  /// The Argon2id parameters, which determine the cost of each guess. The names are those of
  /// libsodium.
  package struct Parameters: Hashable, Sendable {
    /// The number of passes over the memory.
    package let operations: UInt64
    /// The memory in bytes.
    package let memory: Int

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
    package static let minimal = Parameters(
      operations: UInt64(crypto_pwhash_opslimit_min()), memory: crypto_pwhash_memlimit_min())
    /// The lowest values that give protection: 2 passes over 64 MiB, about a tenth of a second. OWASP's
    /// [minimum](https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html)
    /// is 2 passes over 19 MiB.
    package static let interactive = Parameters(
      operations: UInt64(crypto_pwhash_opslimit_interactive()), memory: crypto_pwhash_memlimit_interactive())
    /// The values for an important password: 3 passes over 256 MiB, about half a second.
    package static let moderate = Parameters(
      operations: UInt64(crypto_pwhash_opslimit_moderate()), memory: crypto_pwhash_memlimit_moderate())
    /// The highest values that are accepted from a file: 4 passes over 1 GiB.
    static let sensitive = Parameters(
      operations: UInt64(crypto_pwhash_opslimit_sensitive()), memory: crypto_pwhash_memlimit_sensitive())

    /// The warning that a value is below `interactive`. `nil` if none is.
    var weakness: StoredPasswordWarning? {
      let minimum = Self.interactive
      return operations < minimum.operations || memory < minimum.memory ? .weak(self) : nil
    }

    /// The values to try if the system does not provide enough memory. `nil` if there are none.
    var fallback: Parameters? { memory > Self.interactive.memory ? .interactive : nil }
  }
}
