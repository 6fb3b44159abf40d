import DynamicLibraries
import Synchronization

/// Keeps a verifier, and never the password itself, in the desktop's keyring.
///
/// A keyring that is locked asks the person to unlock it, and the call waits for that.
public final class KeyringVault: VerifierStore {
  public let cost: Verifier.Cost
  private let open: @Sendable () throws(DynamicLibraryError) -> SecretLibrary
  private let patience: Duration
  private let prompting: @Sendable (Bool) -> Void
  private let state = Mutex(State())

  private struct State {
    /// By what that is given up which is under way.
    var cancellations: [KeyringCancellation] = []
    /// How often what is under way was given up.
    var cancelCount = 0
    var isPrompting = false
  }

  /// Creates a vault, without asking the keyring for anything.
  ///
  /// - Parameter prompting: Called on any thread when the keyring begins to ask the person something,
  ///   with `true`, and when that is over.
  public convenience init(
    cost: Verifier.Cost = .moderate, prompting: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.init(
      cost: cost, opening: { () throws(DynamicLibraryError) in try SecretLibrary() },
      prompting: prompting)
  }

  /// - Parameter open: Called whenever the keyring is wanted.
  init(
    cost: Verifier.Cost,
    opening open: @escaping @Sendable () throws(DynamicLibraryError) -> SecretLibrary,
    patience: Duration = KeyringCall.patience,
    prompting: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.cost = cost
    self.open = open
    self.patience = patience
    self.prompting = prompting
  }

  /// Stores a password's verifier in the place of the one before, whatever that is, and wherever in the
  /// keyring that is unlocked: it has it from this person alone.
  ///
  /// - Throws: `keyring`, after which both may be there, the one before and the new one; `outOfMemory`.
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
    let cancellations = state.withLock { state in
      state.cancelCount += 1
      return state.cancellations
    }
    for cancellation in cancellations { cancellation.cancel() }
  }

  private func asking<Result>(
    _ body: (KeyringErrand) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    let cancelCount = state.withLock { $0.cancelCount }
    let errand = KeyringErrand(try opened(), patience: patience) { [self] in tell($0) }
    let cancellation = errand.cancellation
    let isGivenUp = state.withLock { state in
      state.cancellations.append(cancellation)
      return state.cancelCount != cancelCount
    }
    // While the library was opened.
    if isGivenUp { cancellation.cancel() }
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
      return try open()
    } catch {
      throw .keyring(.noLibrary(error))
    }
  }
}
