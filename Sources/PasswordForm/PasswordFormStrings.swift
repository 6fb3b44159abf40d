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
  fileprivate var translations: (english: String, german: String) {
    switch self {
    case .title: ("Password", "Passwort")
    case .passwordLabel: ("Enter password", "Passwort eingeben")
    case .confirmationLabel: ("Re-enter password", "Passwort wiederholen")
    case .submit: ("Submit", "Speichern")
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
        "\(problem.message(in: directory)) Submit again to replace it.",
        "Die Passwortdatei in \(directory) \(Self.german(problem)). Zum Ersetzen noch einmal speichern."
      )
    case .confirmationIsEmpty: ("Re-enter the password.", "Wiederholen Sie das Passwort.")
    case .confirmationDiffers: ("The passwords do not match.", "Die Passwörter stimmen nicht überein.")
    case .caption(let policy): (policy.caption, Self.germanCaption(of: policy))
    case .requirement(let requirement): (requirement.text, Self.german(requirement))
    case .unmet(.custom(let text)):
      (
        "The password does not meet this requirement: \(text)",
        "Das Passwort erfüllt diese Anforderung nicht: \(text)"
      )
    case .unmet(.notListed(let sources)):
      (
        "Password must not be a \(sources.adjective) password.",
        "Das Passwort erfüllt diese Anforderung nicht: \(Self.german(.notListed(sources)))"
      )
    case .unmet(let requirement):
      (
        "Password must have \(requirement.text.prefix(1).lowercased())\(requirement.text.dropFirst()).",
        "Das Passwort erfüllt diese Anforderung nicht: \(Self.german(requirement))"
      )
    case .known(let password): (password.message, Self.german(password))
    case .rejected(let rejection): (rejection.message, Self.german(rejection))
    case .isEqual: ("Passwords match", "Passwörter stimmen überein")
    case .isPartial: ("Matches so far", "Stimmt bisher überein")
    case .isDifferent: ("Passwords do not match", "Passwörter stimmen nicht überein")
    case .isMet: ("met", "erfüllt")
    case .isUnmet: ("not met", "offen")
    case .strength(let strength): (strength.summary, Self.german(strength))
    case .noStrength(let error):
      (error.message, "Die Stärke ist unbekannt: libzxcvbn fehlt oder ist eine andere Version.")
    case .advice(let advice): (advice.text, Self.german(advice))
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
        "\(Self.english(kind)), \(bits) bit\(bits == 1 ? "" : "s"). Copy it or write it down: it is not stored.",
        "\(Self.german(kind)), \(bits) Bit. Kopieren oder notieren Sie es: Es wird nicht gespeichert."
      )
    case .capsLock: ("Caps Lock is on", "Feststelltaste ist aktiv")
    case .capsLockBriefly: ("Caps Lock", "Feststelltaste")
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

  private static func german(_ password: KnownPassword) -> String {
    switch password {
    case .personalWord: "Leicht zu erraten: Es ist ein naheliegendes Wort."
    case .common: "Es ist eines der häufigsten Passwörter."
    case .listed: "Es steht auf der Sperrliste."
    }
  }

  private static func english(_ kind: PasswordGenerator.Kind) -> String {
    switch kind {
    case .characters(let count): "\(count) character\(count == 1 ? "" : "s")"
    case .words(let count): "\(count) word\(count == 1 ? "" : "s")"
    }
  }

  private static func germanCaption(of policy: PasswordPolicy) -> String {
    let length = german(PasswordPolicy.Requirement.length(policy.minimumLength))
    let list = policy.blocklist.map { " \(german(.notListed($0.sources)))." } ?? ""
    let kinds = policy.rules.map { rule in
      let (article, singular, plural) = words(for: rule.kind)
      return rule.minimumCount == 1 ? "\(article) \(singular)" : "\(rule.minimumCount) \(plural)"
    }
    guard let last = kinds.last else { return "\(length).\(list)" }
    let others = kinds.dropLast().joined(separator: ", ")
    return "\(length), darunter \(others.isEmpty ? last : "\(others) und \(last)").\(list)"
  }

  private static func german(_ requirement: PasswordPolicy.Requirement) -> String {
    switch requirement {
    case .length(let count): return "Mindestens \(count) Zeichen"
    case .characters(let kind, let count):
      let (_, singular, plural) = words(for: kind)
      return "Mindestens \(count) \(count == 1 ? singular : plural)"
    case .notListed(.common): return "Kein häufiges Passwort"
    case .notListed(.custom): return "Kein gesperrtes Passwort"
    case .notListed: return "Kein häufiges oder gesperrtes Passwort"
    case .custom(let text): return text
    }
  }

  private static func words(for kind: PasswordRule.Kind) -> (
    article: String, singular: String, plural: String
  ) {
    switch kind {
    case .uppercase: ("ein", "Großbuchstabe", "Großbuchstaben")
    case .lowercase: ("ein", "Kleinbuchstabe", "Kleinbuchstaben")
    case .number: ("eine", "Ziffer", "Ziffern")
    case .letter: ("ein", "Buchstabe", "Buchstaben")
    case .space: ("ein", "Leerzeichen", "Leerzeichen")
    case .symbol: ("ein", "Sonderzeichen", "Sonderzeichen")
    case .oneOf(let characters): ("ein", "Zeichen aus \(characters)", "Zeichen aus \(characters)")
    case .other(let article, let singular, let plural): (article, singular, plural)
    }
  }

  private static func german(_ rejection: SecureText.Rejection) -> String {
    switch rejection {
    case .tooLong: "Das Passwort ist zu lang: höchstens \(SecureText.capacity) Zeichen."
    case .controlCharacter: "Passwörter dürfen keine Zeilenumbrüche und Steuerzeichen enthalten."
    case .invalidUTF8: "Das Passwort ist kein gültiges UTF-8."
    }
  }

  private static func german(_ kind: PasswordGenerator.Kind) -> String {
    switch kind {
    case .characters(let count): "\(count) Zeichen"
    case .words(let count): count == 1 ? "1 Wort" : "\(count) Wörter"
    }
  }

  private static func german(_ strength: PasswordStrength) -> String {
    let grade = german(strength.grade)
    switch strength.knownPassword {
    case .personalWord: return "\(grade): ein naheliegendes Wort"
    case .common: return "\(grade): ein häufiges Passwort"
    case .listed: return "\(grade): auf der Sperrliste"
    case nil: break
    }
    let note = strength.isPartial ? " (nur die ersten \(StrengthInput.limit) Zeichen)" : ""
    return "\(grade), erraten in \(german(strength.timeToGuess))\(note)"
  }

  private static func german(_ problem: StoredPasswordProblem) -> String {
    switch problem {
    case .damaged: "ist beschädigt"
    case .ownedByOtherUser: "gehört einem anderen Benutzer"
    case .writableByOthers: "kann von anderen Benutzern geändert werden"
    case .readableByOthers: "kann von anderen Benutzern gelesen werden"
    case .isLink: "ist ein Link oder hat mehrere Hardlinks"
    case .notAFile: "ist keine normale Datei"
    }
  }

  private static func german(_ grade: PasswordStrength.Grade) -> String {
    switch grade {
    case .veryWeak: "Sehr schwach"
    case .weak: "Schwach"
    case .fair: "Mittel"
    case .strong: "Stark"
    case .veryStrong: "Sehr stark"
    }
  }

  private static func german(_ time: PasswordStrength.TimeToGuess) -> String {
    guard case .units(let count, let unit) = time else {
      return time == .centuries ? "Jahrhunderten" : "unter 1 Sekunde"
    }
    let (singular, plural) =
      switch unit {
      case .second: ("Sekunde", "Sekunden")
      case .minute: ("Minute", "Minuten")
      case .hour: ("Stunde", "Stunden")
      case .day: ("Tag", "Tagen")
      case .month: ("Monat", "Monaten")
      case .year: ("Jahr", "Jahren")
      }
    return "\(count) \(count == 1 ? singular : plural)"
  }

  private static func german(_ advice: PasswordStrength.Advice) -> String {
    switch advice {
    case .listed: "Passwörter aus Listen werden zuerst probiert."
    case .commonWords: "Häufige Wörter helfen wenig. Ergänzen Sie andere."
    case .lookAlikes: "@ statt a hilft wenig. Ergänzen Sie Wörter."
    case .personalWords: "Eigene Namen werden zuerst probiert."
    case .repeats: "Wiederholungen helfen wenig. Nehmen Sie andere Wörter."
    case .sequences: "Folgen wie abc oder 4321 helfen wenig."
    case .adjacentKeys: "Benachbarte Tasten wie qwertz helfen wenig."
    case .dates: "Daten und Jahre werden früh probiert."
    case .tooShort: "Länger wird es besser: Vier zufällige Wörter sind leicht zu merken."
    }
  }
}
