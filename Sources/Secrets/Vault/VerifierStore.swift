/// Where a password's verifier is kept.
///
/// Any thread may call; storing takes as long as the cost says, comparing as long as storing did, so
/// that a program with a window does both on a worker thread.
public protocol VerifierStore: Sendable {
  /// What storing is to cost.
  var cost: Verifier.Cost { get }

  /// Stores a password's verifier in the place of the one before.
  ///
  /// - Parameter fault: What may be wrong with what is replaced: what a person has agreed to.
  /// - Returns: What it did cost, which is less where memory was short.
  /// - Throws: After an error the one before is there or the new one, and nothing half-written.
  func store(
    _ password: borrowing SecureText, replacing fault: StoredFault?
  ) throws(VaultError) -> Verifier.Cost

  /// Compares a password with the stored one, and tells what else there is to know of that: both of one
  /// reading.
  func compare(_ password: borrowing SecureText) throws(VaultError) -> Comparison

  /// Whether whoever keeps it asks the person something, and is waited for without end.
  var isPrompting: Bool { get }

  /// Gives up what is under way, as far as that waits for somebody else.
  func cancel()
}

extension VerifierStore {
  /// Whether a password is the stored one.
  ///
  /// - Throws: As `compare(_:)`.
  public func verify(_ password: borrowing SecureText) throws(VaultError) -> Bool {
    try compare(password).isSame
  }

  /// Never.
  public var isPrompting: Bool { false }

  /// Does nothing, where nobody else is waited for.
  public func cancel() {}
}

/// How a password compares with the stored one.
public struct Comparison: Hashable, Sendable {
  public let isSame: Bool
  /// What is wrong with what is stored, each in one line, though it can be compared with.
  public let remarks: [String]

  /// - Parameters:
  ///   - verifier: What is stored.
  ///   - remark: What is wrong with where that is.
  /// - Throws: `outOfMemory`.
  init(
    of password: borrowing SecureText, with verifier: Verifier, remark: String? = nil
  ) throws(VaultError) {
    isSame = try verifier.accepts(password)
    remarks = [remark, verifier.cost.remark].compactMap(\.self)
  }
}
