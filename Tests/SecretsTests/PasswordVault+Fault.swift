@testable import Secrets

extension PasswordVault {
  /// What is wrong with what is stored; `nil` where nothing is.
  func fault() throws(VaultError) -> StoredFault? { try stored()?.fault }
}
