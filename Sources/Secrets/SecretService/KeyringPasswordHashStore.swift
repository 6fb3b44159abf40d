import Synchronization
import System

/// A store in the desktop keyring for the hash of a password. The password itself is never stored.
///
/// If the keyring is locked, it prompts the user to unlock it, and the call waits for the answer.
package final class KeyringPasswordHashStore: PasswordHashStore {
  package let cost: PasswordHash.Parameters
  private let open: @Sendable () throws(DynamicLibraryError) -> LibSecret
  private let callTimeout: Duration
  private let onPromptChange: @Sendable (Bool) -> Void
  private let state = Mutex(State())

  private struct State {
    /// The cancellations of the operations in progress.
    var cancellations: [KeyringCancellation] = []
    /// The number of calls to `cancel()`. It shows whether one occurred while the library was opened.
    var cancelCount = 0
    var isPrompting = false
  }

  /// Creates a store without accessing the keyring.
  ///
  /// - Parameter onPromptChange: Called on an arbitrary thread when a keyring prompt appears
  ///   (`true`) or closes (`false`).
  package convenience init(
    cost: PasswordHash.Parameters = .moderate, onPromptChange: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.init(
      cost: cost, opening: { () throws(DynamicLibraryError) in try LibSecret() },
      onPromptChange: onPromptChange)
  }

  /// Creates a store with a given libsecret.
  ///
  /// - Parameters:
  ///   - open: Opens libsecret. Called for each operation.
  ///   - callTimeout: The maximum time, from the start of a call and again from the end of a
  ///     prompt.
  ///   - onPromptChange: See the other initializer.
  init(
    cost: PasswordHash.Parameters,
    opening open: @escaping @Sendable () throws(DynamicLibraryError) -> LibSecret,
    callTimeout: Duration = KeyringOperation.defaultTimeout,
    onPromptChange: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.cost = cost
    self.open = open
    self.callTimeout = callTimeout
    self.onPromptChange = onPromptChange
  }

  /// Stores the hash of a password and replaces the previous hash in all unlocked collections of the
  /// keyring.
  ///
  /// A damaged entry is replaced too, because the keyring belongs to this user alone.
  ///
  /// - Parameter problem: Not used: the previous entry is replaced in any state.
  /// - Throws: `keyring`, after which both the previous and the new hash may be stored;
  ///   `outOfMemory`.
  @discardableResult package func store(
    _ password: borrowing SecureText, replacing problem: StoredPasswordProblem? = nil
  ) throws(PasswordStoreError) -> PasswordHash.Parameters {
    try perform { operation throws(PasswordStoreError) in
      let passwordHash = try PasswordHash(of: password, cost: cost)
      let text = passwordHash.text
      do throws(KeyringError) {
        try operation.run { (client: borrowing KeyringClient) throws(KeyringError) in try client.store(text) }
      } catch { throw .keyring(error) }
      return passwordHash.cost
    }
  }

  /// Compares a password with the hash in the keyring. A locked keyring first prompts the user to
  /// unlock it.
  ///
  /// - Returns: Whether the password matches. The time of the comparison does not reveal how similar
  ///   the password is.
  /// - Throws: `keyring`, also if nothing is stored or the stored text is not a hash;
  ///   `outOfMemory`.
  package func compare(_ password: borrowing SecureText) throws(PasswordStoreError) -> VerificationResult {
    let text = try perform { operation throws(PasswordStoreError) in
      do throws(KeyringError) {
        return try operation.run { (client: borrowing KeyringClient) throws(KeyringError) in try client.text()
        }
      } catch { throw .keyring(error) }
    }
    guard let text else { throw .keyring(.notFound) }
    guard let passwordHash = PasswordHash(text: text.span) else { throw .keyring(.damaged) }
    return try VerificationResult(of: password, with: passwordHash)
  }

  package var isPrompting: Bool { state.withLock { $0.isPrompting } }

  package func cancel() {
    let cancellations = state.withLock { state in
      state.cancelCount += 1
      return state.cancellations
    }
    for cancellation in cancellations { cancellation.cancel() }
  }

  private func perform<Result>(_ body: (KeyringOperation) throws(PasswordStoreError) -> Result)
    throws(PasswordStoreError) -> Result
  {
    let cancelCount = state.withLock { $0.cancelCount }
    let library: LibSecret
    do throws(DynamicLibraryError) { library = try open() } catch { throw .keyring(.noLibrary(error)) }
    let operation = KeyringOperation(library, callTimeout: callTimeout) { [self] in setPrompting($0) }
    let cancellation = operation.cancellation
    let isCancelled = state.withLock { state in
      state.cancellations.append(cancellation)
      return state.cancelCount != cancelCount
    }
    // `cancel()` was called while the library was opened.
    if isCancelled { cancellation.cancel() }
    defer {
      state.withLock { $0.cancellations.removeAll { $0 === cancellation } }
      // An abandoned operation does not report that its prompt closed.
      setPrompting(false)
    }
    return try body(operation)
  }

  private func setPrompting(_ isPrompting: Bool) {
    let hasChanged = state.withLock { state in
      defer { state.isPrompting = isPrompting }
      return state.isPrompting != isPrompting
    }
    if hasChanged { onPromptChange(isPrompting) }
  }
}
