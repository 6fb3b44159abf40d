import Synchronization

/// Keeps a verifier, and never the password itself, in the desktop's keyring.
///
/// A keyring that is locked asks the person to unlock it, and the call waits for that.
public final class KeyringVault: VerifierStore {
  public let cost: Verifier.Cost
  private let library: String
  private let state = Mutex(State())

  private struct State {
    var isGivenUp = false
    var call: KeyringCancellation?
  }

  /// Creates a vault, without asking the keyring for anything.
  public convenience init(cost: Verifier.Cost = .moderate) {
    self.init(cost: cost, library: SecretLibrary.name)
  }

  init(cost: Verifier.Cost, library: String) {
    self.cost = cost
    self.library = library
  }

  /// Stores a password's verifier in the place of the one before, whatever that is: the keyring has it
  /// from this person alone.
  ///
  /// - Throws: `keyring`, `outOfMemory`.
  @discardableResult
  public func store(
    _ password: borrowing SecureText, replacing isReplacing: Bool = false
  ) throws(VaultError) -> Verifier.Cost {
    let verifier = try Verifier(of: password, cost: cost)
    try asking { (call: borrowing KeyringCall) throws(KeyringError) in
      try call.store(verifier.text)
    }
    return verifier.cost
  }

  public func verify(_ password: borrowing SecureText) throws(VaultError) -> Bool {
    let text = try asking { (call: borrowing KeyringCall) throws(KeyringError) in
      try call.text()
    }
    guard let text else { throw .keyring(.nothingStored) }
    guard let verifier = Verifier(text: text.span) else { throw .keyring(.damaged) }
    return try verifier.accepts(password)
  }

  /// Gives up what is under way, and whatever is asked for afterwards.
  public func cancel() {
    let call = state.withLock { state in
      state.isGivenUp = true
      return state.call
    }
    call?.cancel()
  }

  private func asking<Result>(
    _ body: (borrowing KeyringCall) throws(KeyringError) -> Result
  ) throws(VaultError) -> Result {
    do throws(KeyringError) {
      let call = try KeyringCall(library: library)
      let cancellation = call.cancellation
      let isGivenUp = state.withLock { state in
        state.call = cancellation
        return state.isGivenUp
      }
      defer { state.withLock { $0.call = nil } }
      if isGivenUp { throw .givenUp }
      return try body(call)
    } catch {
      throw .keyring(error)
    }
  }
}
