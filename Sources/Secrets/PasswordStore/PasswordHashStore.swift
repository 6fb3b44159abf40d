/// A store for the hash of a password.
///
/// Any thread may call it. Storing takes as long as the cost requires, and comparing takes as long
/// as storing did. A program with a window therefore does both on a worker thread.
package protocol PasswordHashStore: Sendable {
  /// The cost of hashes that are stored.
  var cost: PasswordHash.Parameters { get }

  /// Stores the hash of a password and replaces the previous one.
  ///
  /// - Parameter problem: A problem of the replaced entry that the user has accepted.
  /// - Returns: The actual cost, which is lower if memory was short.
  /// - Throws: After an error, either the previous or the new hash is stored completely.
  func store(_ password: borrowing SecureText, replacing problem: StoredPasswordProblem?)
    throws(PasswordStoreError) -> PasswordHash.Parameters

  /// Compares a password with the stored hash, and returns warnings about the same entry.
  func compare(_ password: borrowing SecureText) throws(PasswordStoreError) -> VerificationResult

  /// Whether the store has prompted the user and is waiting for the answer without a timeout.
  var isPrompting: Bool { get }

  /// Cancels the current operations, as far as they wait for another program.
  func cancel()
}

extension PasswordHashStore {
  /// Returns whether a password is the stored one.
  ///
  /// - Throws: The errors of `compare(_:)`.
  package func verify(_ password: borrowing SecureText) throws(PasswordStoreError) -> Bool {
    try compare(password).isMatch
  }

  /// Always `false` by default.
  package var isPrompting: Bool { false }

  /// Does nothing by default.
  package func cancel() {}
}

/// The result of comparing a password with the stored hash.
package struct VerificationResult: Hashable, Sendable {
  package let isMatch: Bool
  package let warnings: [StoredPasswordWarning]

  /// - Parameters:
  ///   - passwordHash: The stored hash.
  ///   - warning: A problem of the file that contains it.
  /// - Throws: `outOfMemory`.
  init(
    of password: borrowing SecureText, with passwordHash: PasswordHash, warning: StoredPasswordWarning? = nil
  )
    throws(PasswordStoreError)
  {
    isMatch = try passwordHash.matches(password)
    warnings = [warning, passwordHash.cost.weakness].compactMap(\.self)
  }
}

/// A problem of a stored entry that does not prevent a comparison.
package enum StoredPasswordWarning: Hashable, Sendable {
  case problem(StoredPasswordProblem, directory: String)
  /// The hash costs less than the minimum.
  case weak(PasswordHash.Parameters)
}
