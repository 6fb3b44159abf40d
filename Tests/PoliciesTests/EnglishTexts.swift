import Controls
import PasswordForm
import Secrets

extension PasswordPolicy {
  var texts: [String] { requirements.map(\.text) }
}

extension PasswordPolicy.Requirement {
  var text: String { EnglishStrings.shared.text(.requirement(self)) }
}
