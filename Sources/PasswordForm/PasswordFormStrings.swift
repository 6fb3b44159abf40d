public import Controls
public import Secrets

/// The sentences of the module in one language. `Environment.strings` is used if it conforms to this protocol, and
/// English otherwise.
///
/// Those about the requirements of a policy and about failures come from the owner of the form or from `Secrets`.
public protocol PasswordFormStrings: ControlStrings {
  /// Returns the text of a message.
  func text(_ message: PasswordFormMessage) -> String
}

/// A message of the module to the user, independent of the language.
public enum PasswordFormMessage: Hashable, Sendable {
  // The form. The labels do not change while the form exists.
  case title, passwordLabel, confirmationLabel, submit
  case saving, stillSaving, waitingForPrompt
  /// A password was saved. The note is additional information, as one sentence.
  case saved(note: String?)
  /// A sentence about the problem of a stored password, which Submit replaces.
  case wouldReplace(String)
  case confirmationIsEmpty, confirmationDiffers
  /// The text of a requirement that the password does not meet.
  case unmet(String)
  case rejected(SecureText.Rejection)

  // The status of a line.
  case isEqual, isPartial, isDifferent
  case isMet, isUnmet

  // The strength of a password.
  case strength(PasswordStrength)
  case advice(PasswordStrength.Advice)

  // Generated passwords.
  case generate, characters, words
  case nothingGenerated
  case generated(PasswordGenerator.Kind, bits: Int)

  // The keyboard.
  case capsLock
  case otherKeyboards, otherKeyboardsBriefly
  case grabbed, notGrabbed, grabbedByOther

  // Passphrases of other programs.
  case passphraseIsEmpty
  case passphraseIsTooLong(maximumByteCount: Int)
  /// A label of the other program and the quality of the passphrase. A negative one is not accepted.
  case quality(String, percent: Int)
}

extension Environment {
  /// Returns the text of a message in the language of the user.
  func text(_ message: PasswordFormMessage) -> String {
    (strings as? any PasswordFormStrings ?? EnglishStrings.shared).text(message)
  }
}

extension EnglishStrings: PasswordFormStrings {
  public func text(_ message: PasswordFormMessage) -> String {
    switch message {
    case .title: "Password"
    case .passwordLabel: "Enter password"
    case .confirmationLabel: "Re-enter password"
    case .submit: "Submit"
    case .saving: "Saving…"
    case .stillSaving: "Saving. This takes a moment."
    case .waitingForPrompt: "Waiting for the keyring prompt. Press Escape to cancel."
    case .saved(let note): "Saved. Only a hash was stored.\(note.map { " \($0)" } ?? "")"
    case .wouldReplace(let reason): "\(reason) Submit again to replace it."
    case .confirmationIsEmpty: "Re-enter the password."
    case .confirmationDiffers: "The passwords do not match."
    case .unmet(let requirement):
      "Password must have \(requirement.prefix(1).lowercased())\(requirement.dropFirst())."
    case .rejected(let rejection): rejection.message
    case .isEqual: "Passwords match"
    case .isPartial: "Matches so far"
    case .isDifferent: "Passwords do not match"
    case .isMet: "met"
    case .isUnmet: "not met"
    case .strength(let strength): strength.summary
    case .advice(let advice): advice.text
    case .generate: "Generate"
    case .characters: "Characters"
    case .words: "Words"
    case .nothingGenerated: "No generated password can meet the policy."
    case .generated(let kind, let bits):
      "\(Self.text(kind)), \(bits) bit\(bits == 1 ? "" : "s"). Copy it or write it down: Tactile does not store it."
    case .capsLock: "Caps Lock is on"
    case .otherKeyboards: "May differ on other keyboard layouts"
    case .otherKeyboardsBriefly: "Layout-dependent"
    case .grabbed: "Keyboard grabbed"
    case .notGrabbed: "Keyboard not grabbed"
    case .grabbedByOther: "Keyboard grabbed by another program"
    case .passphraseIsEmpty: "Enter a text."
    case .passphraseIsTooLong(let maximum):
      "Too long: the program accepts \(maximum) byte\(maximum == 1 ? "" : "s")."
    case .quality(let label, let percent): "\(label) \(abs(percent)) %\(percent < 0 ? ", too weak" : "")"
    }
  }

  private static func text(_ kind: PasswordGenerator.Kind) -> String {
    switch kind {
    case .characters(let count): "\(count) character\(count == 1 ? "" : "s")"
    case .words(let count): "\(count) word\(count == 1 ? "" : "s")"
    }
  }
}
