import DynamicLibraries
import Synchronization

/// Keeps a verifier, and never the password itself, in the desktop's keyring.
///
/// A keyring that is locked asks the person to unlock it, and the call waits for that.
public final class KeyringVault: VerifierStore {
  public let cost: Verifier.Cost
  private let library: String
  private let patience: Duration
  private let prompting: @Sendable (Bool) -> Void
  private let state = Mutex(State())

  private struct State {
    /// By what that is given up which is under way.
    var cancellations: [KeyringCancellation] = []
    var isPrompting = false
  }

  /// Creates a vault, without asking the keyring for anything.
  ///
  /// - Parameter prompting: Called on any thread when the keyring begins to ask the person something,
  ///   with `true`, and when that is over.
  public convenience init(
    cost: Verifier.Cost = .moderate, prompting: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.init(cost: cost, library: SecretLibrary.name, prompting: prompting)
  }

  init(
    cost: Verifier.Cost, library: String, patience: Duration = KeyringCall.patience,
    prompting: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.cost = cost
    self.library = library
    self.patience = patience
    self.prompting = prompting
  }

  /// Stores a password's verifier in the place of the one before, whatever that is, and wherever in the
  /// keyring that is unlocked: it has it from this person alone.
  ///
  /// - Throws: `keyring`, `outOfMemory`.
  @discardableResult
  public func store(
    _ password: borrowing SecureText, replacing fault: StoredFault? = nil
  ) throws(VaultError) -> Verifier.Cost {
    try asking { errand throws(VaultError) in
      let verifier = try Verifier(of: password, cost: cost)
      let text = verifier.text
      do throws(KeyringError) {
        try errand.answer { (call: borrowing KeyringCall) throws(KeyringError) in
          try call.store(text)
        }
      } catch {
        throw .keyring(error)
      }
      return verifier.cost
    }
  }

  /// Compares a password with the one whose verifier is in the keyring, which may ask the person to
  /// unlock it first.
  ///
  /// - Returns: Whether it is that one, in a time that does not tell how near it is.
  /// - Throws: `keyring`, also where nothing is stored or what is stored is no verifier; `outOfMemory`.
  public func compare(_ password: borrowing SecureText) throws(VaultError) -> Comparison {
    let text = try asking { errand throws(VaultError) in
      do throws(KeyringError) {
        return try errand.answer { (call: borrowing KeyringCall) throws(KeyringError) in
          try call.text()
        }
      } catch {
        throw .keyring(error)
      }
    }
    guard let text else { throw .keyring(.nothingStored) }
    guard let verifier = Verifier(text: text.span) else { throw .keyring(.damaged) }
    return try Comparison(of: password, with: verifier)
  }

  public var isPrompting: Bool { state.withLock { $0.isPrompting } }

  public func cancel() {
    for cancellation in state.withLock({ $0.cancellations }) { cancellation.cancel() }
  }

  private func asking<Result>(
    _ body: (KeyringErrand) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    let errand = KeyringErrand(try opened(), patience: patience) { [self] in tell($0) }
    let cancellation = errand.cancellation
    state.withLock { $0.cancellations.append(cancellation) }
    defer {
      state.withLock { $0.cancellations.removeAll { $0 === cancellation } }
      // What is left to itself does not tell.
      tell(false)
    }
    return try body(errand)
  }

  private func tell(_ isPrompting: Bool) {
    let isNews = state.withLock { state in
      defer { state.isPrompting = isPrompting }
      return state.isPrompting != isPrompting
    }
    if isNews { prompting(isPrompting) }
  }

  private func opened() throws(VaultError) -> SecretLibrary {
    do throws(DynamicLibraryError) {
      return try SecretLibrary(library)
    } catch {
      throw .keyring(.noLibrary(error))
    }
  }
}
