import Controls
import PasswordForm
import Secrets

// The texts about values of `Secrets`, in English.

extension PasswordPolicy.Requirement {
  var text: String { EnglishStrings.shared.text(.requirement(self)) }
}

extension SecureText.Rejection {
  var message: String { EnglishStrings.shared.text(.rejected(self)) }
}

extension PasswordStrength.Advice {
  var text: String { EnglishStrings.shared.text(.advice(self)) }
}
