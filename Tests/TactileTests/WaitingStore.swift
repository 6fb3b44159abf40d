import Secrets
import System

/// A fake store that blocks in a save until the save is cancelled or the test releases it.
final class WaitingStore: PasswordHashStore {
  let cost = PasswordHash.Parameters.minimal
  /// Whether the store ignores a cancellation.
  private let ignoresCancel: Bool
  private let end = Semaphore()

  init(ignoresCancel: Bool = false) { self.ignoresCancel = ignoresCancel }

  func store(
    _ password: borrowing SecureText, replacing problem: StoredPasswordProblem?
  ) throws(PasswordStoreError) -> PasswordHash.Parameters {
    end.wait()
    throw .keyring(.cancelled)
  }

  func compare(_ password: borrowing SecureText) throws(PasswordStoreError) -> VerificationResult {
    throw .keyring(.cancelled)
  }

  let isPrompting = true

  func cancel() { if !ignoresCancel { release() } }

  func release() { end.signal() }
}
