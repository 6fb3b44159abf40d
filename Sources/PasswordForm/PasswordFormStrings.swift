import Secrets

/// The sentences of the module, so that they are translated in one place. Those about requirements,
/// strength and errors come from `Secrets`.
enum PasswordFormStrings {
  // The form.
  static let title = "Password"
  static let password = "Enter password"
  static let confirmation = "Re-enter password"
  static let submit = "Submit"
  static let saving = "Saving…"
  static let stillSaving = "Saving. This takes a moment."
  static let waitingForPrompt = "Waiting for the keyring prompt. Press Escape to cancel."
  static let confirmationIsEmpty = "Re-enter the password."
  static let confirmationDiffers = "The passwords do not match."

  static func saved(note: String?) -> String {
    "Saved. Only a hash was stored.\(note.map { " \($0)" } ?? "")"
  }

  static func wouldReplace(_ reason: String) -> String { "\(reason) Submit again to replace it." }

  static func unmet(_ requirement: String) -> String {
    "Password must have \(requirement.prefix(1).lowercased())\(requirement.dropFirst())."
  }

  // The status of a line.
  static let isEqual = "Passwords match"
  static let isPartial = "Matches so far"
  static let isDifferent = "Passwords do not match"
  static let isMet = "met"
  static let isUnmet = "not met"

  // Generated passwords.
  static let generate = "Generate"
  static let generatorKinds = ["Characters", "Words"]
  static let nothingGenerated = "No generated password can meet the policy."

  static func generated(_ generator: PasswordGenerator) -> String {
    let content =
      switch generator.kind {
      case .characters(let count): "\(count) characters"
      case .words(let count): "\(count) words"
      }
    return
      "\(content), \(Int(generator.entropyBits)) bits. Copy it or write it down: Tactile does not store it."
  }

  // The keyboard. Shorter variants follow longer ones.
  static let capsLock = ["Caps Lock is on"]
  static let otherKeyboards = ["May differ on other keyboard layouts", "Layout-dependent"]
  static let grabbed = ["Keyboard grabbed"]
  static let notGrabbed = ["Keyboard not grabbed"]
  static let grabbedByOther = ["Keyboard grabbed by another program"] + notGrabbed

  // Passphrases of other programs.
  static let passphraseIsEmpty = "Enter a text."

  static func passphraseIsTooLong(maximumByteCount: Int) -> String {
    "Too long: the program accepts \(maximumByteCount) bytes."
  }

  static func quality(_ label: String, percent: Int) -> String {
    "\(label) \(abs(percent)) %\(percent < 0 ? ", too weak" : "")"
  }
}
