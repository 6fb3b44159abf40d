public import Controls
public import Secrets

/// The texts of the module in one language. `Environment.strings` is used if it conforms to this protocol, and
/// English otherwise.
///
/// The owner of the form provides the texts about other failures.
public protocol PasswordFormStrings: ControlStrings {
  /// Returns the text of a message.
  func text(_ message: PasswordFormMessage) -> String
}

/// A message of the module to the user, independent of the language.
public enum PasswordFormMessage: Hashable, Sendable {
  // The form. The labels do not change while the form exists.

  /// The title of the form.
  case title
  /// The labels of the two fields.
  case passwordLabel, confirmationLabel
  /// The label of the button that saves the password.
  case submit
  /// The name of the button that shows and hides the text of a field.
  case showPassword
  /// The text of a field was shown or hidden, for screen readers.
  case isVisible, isHidden
  /// The password is being saved.
  case saving
  /// The same, after the user has tried to edit or submit.
  case stillSaving
  /// The save waits for the keyring, which asks for a password of its own.
  case waitingForPrompt
  /// A password was saved. The note is additional information, as one sentence.
  case saved(note: String?)
  /// The problem of the file of a stored password in a directory, which Submit replaces.
  case wouldReplace(StoredPasswordProblem, directory: String)
  /// The second field is empty.
  case confirmationIsEmpty
  /// The texts of the fields differ.
  case confirmationDiffers
  /// A description of all requirements of a policy in one or two sentences.
  case caption(PasswordPolicy)
  /// A line about a requirement.
  case requirement(PasswordPolicy.Requirement)
  /// A sentence about a requirement that the password does not meet.
  case unmet(PasswordPolicy.Requirement)
  /// A sentence about a password that does not meet the requirement of a blocklist.
  case known(KnownPassword)
  /// The reason why typed or pasted text was not inserted.
  case rejected(SecureText.Rejection)

  // The status of a line.

  /// The texts of the fields are equal.
  case isEqual
  /// The text of the second field is the beginning of that of the first.
  case isPartial
  /// The texts of the fields differ.
  case isDifferent
  /// The label of a requirement that the password meets or does not meet. Short labels leave space for the strength.
  case isMet, isUnmet

  // The strength of a password.

  /// A description of the strength. Two lines of a third of the form's width should be enough.
  case strength(PasswordStrength)
  /// The grade of a strength, for assistive programs.
  case grade(PasswordStrength.Grade)
  /// The reason why the strength cannot be estimated.
  case noStrength(StrengthError)
  /// A suggestion for a stronger password. Three lines of a third of the form's width should be enough.
  case advice(PasswordStrength.Advice)

  // Generated passwords.

  /// The label of the buttons that generate passwords.
  case generate
  /// The labels of these buttons: a password of characters or of words.
  case characters, words
  /// No generated password can meet the requirements.
  case nothingGenerated
  /// A password was generated: its kind and length, and the binary logarithm of the number of possible ones.
  case generated(PasswordGenerator.Kind, bits: Int)

  // The keyboard.

  /// Caps Lock is on.
  case capsLock, capsLockBriefly
  /// Caps Lock is off again, for screen readers.
  case capsLockIsOff
  /// The text contains characters that other keyboard layouts may not have, in a long and a short form.
  case otherKeyboards, otherKeyboardsBriefly
  /// Whether this window receives all keys.
  case grabbed, notGrabbed
  /// Another program receives all keys.
  case grabbedByOther

  // Passphrases of other programs.

  /// The field is empty, but must not be.
  case passphraseIsEmpty
  /// The text is longer than the other program accepts.
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
  public func text(_ message: PasswordFormMessage) -> String { message.translations.english }
}

extension GermanStrings: PasswordFormStrings {
  public func text(_ message: PasswordFormMessage) -> String { message.translations.german }
}

extension PasswordFormMessage {
  /// The text in English and in German.
  fileprivate var translations: Translations {
    switch self {
    case .title: ("Password", "Passwort")
    case .passwordLabel: ("Enter password", "Passwort eingeben")
    case .confirmationLabel: ("Re-enter password", "Passwort wiederholen")
    case .submit: ("Submit", "Speichern")
    case .showPassword: ("Show password", "Passwort anzeigen")
    case .saving: ("Saving…", "Wird gespeichert …")
    case .stillSaving: ("Saving. This takes a moment.", "Wird gespeichert. Das dauert einen Moment.")
    case .waitingForPrompt:
      (
        "Waiting for the keyring prompt. Press Escape to cancel.",
        "Der Schlüsselbund fragt nach einem Passwort. Esc: abbrechen"
      )
    case .saved(let note):
      (
        "Saved. Only a hash was stored.\(note.map { " \($0)" } ?? "")",
        "Gespeichert, aber nur ein Hash.\(note.map { " \($0)" } ?? "")"
      )
    case .wouldReplace(let problem, let directory):
      (
        "\(problem.translations(in: directory).english) Submit again to replace it.",
        "\(problem.translations(in: directory).german) Zum Ersetzen noch einmal speichern."
      )
    case .confirmationIsEmpty: ("Re-enter the password.", "Wiederholen Sie das Passwort.")
    case .confirmationDiffers: ("The passwords do not match.", "Die Passwörter stimmen nicht überein.")
    case .caption(let policy): policy.description
    case .requirement(let requirement): requirement.translations
    case .unmet(let requirement): requirement.complaint
    case .known(let password): password.translations
    case .rejected(let rejection): rejection.translations
    case .isEqual: ("Passwords match", "Passwörter stimmen überein")
    case .isPartial: ("Matches so far", "Stimmt bisher überein")
    case .isDifferent: ("Passwords do not match", "Passwörter stimmen nicht überein")
    case .isMet: ("met", "erfüllt")
    case .isUnmet: ("not met", "offen")
    case .strength(let strength): strength.translations
    case .grade(let grade): grade.translations
    case .noStrength(let error): error.translations
    case .advice(let advice): advice.translations
    case .generate: ("Generate", "Erzeugen")
    case .characters: ("Characters", "Zeichen")
    case .words: ("Words", "Wörter")
    case .nothingGenerated:
      (
        "No generated password can meet the policy.",
        "Kein erzeugtes Passwort kann die Anforderungen erfüllen."
      )
    case .generated(let kind, let bits):
      (
        "\(kind.translations.english), \(bits) bit\(bits == 1 ? "" : "s"). The password is visible. Copy it or write it down: it is not stored.",
        "\(kind.translations.german), \(bits) Bit. Das Passwort ist sichtbar. Kopieren oder notieren Sie es: Es wird nicht gespeichert."
      )
    case .capsLock: ("Caps Lock is on", "Feststelltaste ist aktiv")
    case .capsLockBriefly: ("Caps Lock", "Feststelltaste")
    case .isVisible: ("Password is visible", "Passwort ist sichtbar")
    case .isHidden: ("Password is hidden", "Passwort ist verborgen")
    case .capsLockIsOff: ("Caps Lock is off", "Feststelltaste ist nicht aktiv")
    case .otherKeyboards: ("May differ on other keyboard layouts", "Auf anderen Tastaturen eventuell anders")
    case .otherKeyboardsBriefly: ("Layout-dependent", "Tastaturabhängig")
    case .grabbed: ("Keyboard grabbed", "Tastatur exklusiv")
    case .notGrabbed: ("Keyboard not grabbed", "Tastatur nicht exklusiv")
    case .grabbedByOther:
      ("Keyboard grabbed by another program", "Ein anderes Programm hat die Tastatur exklusiv")
    case .passphraseIsEmpty: ("Enter a text.", "Geben Sie einen Text ein.")
    // The German plural is equal to the singular.
    case .passphraseIsTooLong(let maximum):
      (
        "Too long: the program accepts \(maximum) byte\(maximum == 1 ? "" : "s").",
        "Zu lang: Das Programm nimmt höchstens \(maximum) Byte an."
      )
    case .quality(let label, let percent):
      (
        "\(label) \(abs(percent)) %\(percent < 0 ? ", too weak" : "")",
        "\(label) \(abs(percent)) %\(percent < 0 ? ", zu schwach" : "")"
      )
    }
  }
}
