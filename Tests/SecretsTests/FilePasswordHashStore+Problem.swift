@testable import Secrets

extension FilePasswordHashStore {
  /// Returns the problem of the stored entry, or `nil` if there is none.
  func problem() throws(PasswordStoreError) -> StoredPasswordProblem? { try storedEntry()?.problem }
}
