import CSodium

/// By what a password can be recognised, and found out in no way but by guessing: an Argon2id hash of
/// its NFC form, of libsodium's strength and in libsodium's format ([PHC string][1]).
///
/// [1]: https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
public struct Verifier: Hashable, Sendable {
  /// What each guess costs.
  public let cost: Cost
  let salt: [UInt8]
  let hash: [UInt8]

  /// - Precondition: Salt and hash are as long as libsodium's.
  init(cost: Cost, salt: [UInt8], hash: [UInt8]) {
    precondition(salt.count == Self.saltSize && hash.count == Self.hashSize)
    (self.cost, self.salt, self.hash) = (cost, salt, hash)
  }

  static let saltSize = Int(crypto_pwhash_SALTBYTES)
  static let hashSize = 32
}

extension Verifier {
  /// Makes a password's verifier, which takes as long as the cost says.
  ///
  /// - Parameter cost: Where the system does not give the memory for it, `Cost.interactive` is tried
  ///   if that is less, and nothing below.
  /// - Throws: `outOfMemory`.
  init(of password: borrowing SecureText, cost: Cost) throws(VaultError) {
    let salt = (0..<Self.saltSize).map { _ in UInt8.random(in: 0 ... .max) }
    if let hash = Self.hash(password, salt: salt, cost: cost) {
      self.init(cost: cost, salt: salt, hash: hash)
      return
    }
    guard let less = cost.fallback, let hash = Self.hash(password, salt: salt, cost: less) else {
      throw .outOfMemory
    }
    self.init(cost: less, salt: salt, hash: hash)
  }

  /// Whether it is the password's; how long that takes tells nothing of where they differ.
  ///
  /// - Throws: `outOfMemory`.
  func accepts(_ password: borrowing SecureText) throws(VaultError) -> Bool {
    guard let other = Self.hash(password, salt: salt, cost: cost) else { throw .outOfMemory }
    return sodium_memcmp(hash, other, Self.hashSize) == 0
  }

  /// - Returns: `nil` where the system does not give the memory for it.
  private static func hash(
    _ password: borrowing SecureText, salt: [UInt8], cost: Cost
  ) -> [UInt8]? {
    // Of what the library has of the password on the stack.
    defer { sodium_stackzero(LibraryStack.size) }
    var hash = [UInt8](repeating: 0, count: hashSize)
    let status = password.normalized(.composed).withUnsafeUTF8 { utf8, count in
      crypto_pwhash(
        &hash, UInt64(hashSize), utf8, UInt64(count), salt, cost.operations, cost.memory,
        crypto_pwhash_alg_argon2id13())
    }
    // The only other cause would be a cost out of range, which `Cost` has none of.
    return status == 0 ? hash : nil
  }
}
