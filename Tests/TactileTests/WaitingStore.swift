import Secrets
import Threads

/// What keeps no password, but waits for somebody until it is given up, or until it is let go.
final class WaitingStore: VerifierStore {
  let cost = Verifier.Cost.minimal
  /// Whether it waits on though it is given up.
  private let isStubborn: Bool
  private let end = Semaphore()

  init(isStubborn: Bool = false) { self.isStubborn = isStubborn }

  func store(
    _ password: borrowing SecureText, replacing fault: StoredFault?
  ) throws(VaultError) -> Verifier.Cost {
    end.wait()
    throw .keyring(.givenUp)
  }

  func compare(_ password: borrowing SecureText) throws(VaultError) -> Comparison {
    throw .keyring(.givenUp)
  }

  let isPrompting = true

  func cancel() { if !isStubborn { letGo() } }

  func letGo() { end.signal() }
}
