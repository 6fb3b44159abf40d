@testable import Secrets

extension PasswordPolicy {
  /// The English text of each requirement.
  var texts: [String] { requirements.map(\.text) }
}

extension PasswordRule {
  /// The English text of the requirement.
  var text: String { requirement.text }
}
