import Secrets
import Synchronization
import System

/// A fake store that blocks in a save until the save is cancelled or the test releases it.
final class WaitingStore: PasswordHashStore {
  let cost = PasswordHash.Parameters.minimal
  /// Whether the store ignores a cancellation.
  private let ignoresCancel: Bool
  private let end = Semaphore()
  private let cancellations = Atomic(0)

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

  var cancelCount: Int { cancellations.load(ordering: .relaxed) }

  func cancel() {
    cancellations.add(1, ordering: .relaxed)
    if !ignoresCancel { release() }
  }

  func release() { end.signal() }
}
