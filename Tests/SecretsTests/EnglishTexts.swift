import Controls
import PasswordForm
import Secrets

// The texts of the program about values of the module, in English.

extension PasswordPolicy {
  var texts: [String] { requirements.map(\.text) }
  var caption: String { EnglishStrings.shared.text(.caption(self)) }
}

extension PasswordPolicy.Requirement {
  var text: String { EnglishStrings.shared.text(.requirement(self)) }
}

extension PasswordRule {
  var text: String { requirement.text }

  /// The part of the caption about the rule.
  var phrase: String {
    let start = "At least 1 character, with "
    return String(PasswordPolicy(minimumLength: 1, rules: [self]).caption.dropFirst(start.count).dropLast())
  }
}

extension KnownPassword {
  var message: String { EnglishStrings.shared.text(.known(self)) }
}

extension PasswordStrength {
  var summary: String { EnglishStrings.shared.text(.strength(self)) }
}

extension StrengthError {
  var message: String { EnglishStrings.shared.text(.noStrength(self)) }
}
