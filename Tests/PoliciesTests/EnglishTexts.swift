import Controls
import PasswordForm
import Secrets

extension PasswordPolicy.Requirement {
  var text: String { EnglishStrings.shared.text(.requirement(self)) }
}
