import CSodium

/// An Argon2id hash of the NFC form of a password. It verifies a password without revealing it: an
/// attacker can only guess.
///
/// The strength and the format are those of libsodium ([PHC string][1]).
///
/// [1]: https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
public struct PasswordHash: Hashable, Sendable {
  /// The cost of each guess.
  public let cost: Parameters
  let salt: [UInt8]
  let hash: [UInt8]

  /// - Precondition: Salt and hash have the lengths that libsodium uses.
  init(cost: Parameters, salt: [UInt8], hash: [UInt8]) {
    precondition(salt.count == Self.saltSize && hash.count == Self.hashSize)
    (self.cost, self.salt, self.hash) = (cost, salt, hash)
  }

  static let saltSize = Int(crypto_pwhash_SALTBYTES)
  static let hashSize = 32
}

extension PasswordHash {
  /// Hashes a password. The time depends on the cost.
  ///
  /// - Parameter cost: The Argon2id parameters. If the system does not provide the memory,
  ///   `Parameters.interactive` is tried if that is lower, but nothing below.
  /// - Throws: `outOfMemory`.
  init(of password: borrowing SecureText, cost: Parameters) throws(PasswordStoreError) {
    let salt = (0..<Self.saltSize).map { _ in UInt8.random(in: 0 ... .max) }
    if let hash = Self.hash(password, salt: salt, cost: cost) {
      self.init(cost: cost, salt: salt, hash: hash)
      return
    }
    guard let fallback = cost.fallback, let hash = Self.hash(password, salt: salt, cost: fallback) else {
      throw .outOfMemory
    }
    self.init(cost: fallback, salt: salt, hash: hash)
  }

  /// Returns whether a password has this hash, in a time that does not depend on where the hashes
  /// differ.
  ///
  /// - Throws: `outOfMemory`.
  func matches(_ password: borrowing SecureText) throws(PasswordStoreError) -> Bool {
    guard let other = Self.hash(password, salt: salt, cost: cost) else { throw .outOfMemory }
    return sodium_memcmp(hash, other, Self.hashSize) == 0
  }

  /// - Returns: `nil` if the system does not provide the memory.
  private static func hash(_ password: borrowing SecureText, salt: [UInt8], cost: Parameters) -> [UInt8]? {
    // Wipes the copies of the password that the library leaves on the stack.
    defer { sodium_stackzero(StackWipeSize.byteCount) }
    var hash = [UInt8](repeating: 0, count: hashSize)
    let status = password.normalized(.composed).withUnsafeUTF8 { utf8, count in
      crypto_pwhash(
        &hash, UInt64(hashSize), utf8, UInt64(count), salt, cost.operations, cost.memory,
        crypto_pwhash_alg_argon2id13())
    }
    // The only other cause would be parameters out of range, which `Parameters` excludes.
    return status == 0 ? hash : nil
  }
}
