import Files

/// Keeps a verifier by which a password can be recognised, and never the password itself, in a file
/// that only its owner can read, in a folder that only its owner can enter.
public struct PasswordVault: VerifierStore {
  /// The name of the file in `folder`.
  public static let fileName = "password.argon2id"

  /// The path of the folder, which need not exist yet.
  public let folder: String
  public let cost: Verifier.Cost
  /// For how long another program may keep the folder to itself.
  var patience = Duration.seconds(2)

  /// Creates a vault, without touching the folder.
  public init(folder: String, cost: Verifier.Cost = .moderate) {
    self.folder = folder
    self.cost = cost
  }

  /// Where programs keep such data by the XDG Base Directory Specification:
  /// `$XDG_DATA_HOME/tactile`, else `$HOME/.local/share/tactile`.
  ///
  /// - Parameters:
  ///   - xdgDataHome: The environment's `XDG_DATA_HOME`; ignored unless it is an absolute path, as
  ///     the specification demands.
  ///   - home: The environment's `HOME`.
  /// - Returns: `nil` where neither is an absolute path.
  public static func folder(xdgDataHome: String?, home: String?) -> String? {
    BaseDirectory.data.path(variable: xdgDataHome, home: home).map { "\($0)/tactile" }
  }

  /// Stores a password's verifier in the place of the one before, one program at a time.
  ///
  /// A folder of one's own that others may enter is closed to them. What programs have left there that
  /// were killed while they stored is removed, where the file system knows locks: elsewhere one may be
  /// storing at that moment.
  ///
  /// - Parameter accepted: What may be wrong with what is replaced.
  /// - Throws: `faulty` where anything else is wrong with what is stored. After an error the
  ///   one before is untouched and nothing is half-written; only where the last step fails, which brings
  ///   the folder to the disk, the new one is in its place, but a power failure may yet undo that. When
  ///   two store at once, one of both verifiers is there as a whole.
  @discardableResult
  public func store(
    _ password: borrowing SecureText, replacing accepted: StoredFault? = nil
  ) throws(VaultError) -> Verifier.Cost {
    let verifier = try Verifier(of: password, cost: cost)
    let lock = try lockFolder()
    if let fault = try stored()?.fault, fault != accepted { throw .faulty(fault, folder: folder) }
    try removeLeftovers(having: lock)
    try replace(with: verifier)
    // Until then.
    _ = consume lock
    return verifier.cost
  }

  /// Compares a password with the stored one.
  ///
  /// - Throws: `nothingStored`, `foreignFolder`, `outOfMemory`, or `faulty` where what is stored may be
  ///   somebody else's; one that others could read is compared.
  public func compare(_ password: borrowing SecureText) throws(VaultError) -> Comparison {
    guard let stored = try stored() else { throw .nothingStored(folder: folder) }
    guard let verifier = stored.verifier else {
      throw .faulty(stored.fault ?? .damaged, folder: folder)
    }
    return try Comparison(of: password, with: verifier, remark: stored.fault?.line(in: folder))
  }
}
