public import Controls
import Secrets

extension GermanStrings: PasswordFormStrings {
  public func text(_ message: PasswordFormMessage) -> String {
    switch message {
    case .title: "Passwort"
    case .passwordLabel: "Passwort eingeben"
    case .confirmationLabel: "Passwort wiederholen"
    case .submit: "Speichern"
    case .saving: "Wird gespeichert …"
    case .stillSaving: "Wird gespeichert. Das dauert einen Moment."
    case .waitingForPrompt: "Der Schlüsselbund fragt nach einem Passwort. Esc: abbrechen"
    case .saved(let note): "Gespeichert, aber nur ein Hash.\(note.map { " \($0)" } ?? "")"
    case .wouldReplace(let reason): "\(reason) Zum Ersetzen noch einmal speichern."
    case .confirmationIsEmpty: "Wiederholen Sie das Passwort."
    case .confirmationDiffers: "Die Passwörter stimmen nicht überein."
    case .caption(let policy): Self.caption(of: policy)
    case .requirement(let requirement): Self.text(requirement)
    case .unmet(let requirement): "Das Passwort erfüllt diese Anforderung nicht: \(Self.text(requirement))"
    case .known(.personalWord): "Leicht zu erraten: Es ist ein naheliegendes Wort."
    case .known(.common): "Es ist eines der häufigsten Passwörter."
    case .known(.listed): "Es steht auf der Sperrliste."
    case .rejected(let rejection): Self.text(rejection)
    case .isEqual: "Passwörter stimmen überein"
    case .isPartial: "Stimmt bisher überein"
    case .isDifferent: "Passwörter stimmen nicht überein"
    case .isMet: "erfüllt"
    case .isUnmet: "offen"
    case .strength(let strength): Self.text(strength)
    case .advice(let advice): Self.text(advice)
    case .generate: "Erzeugen"
    case .characters: "Zeichen"
    case .words: "Wörter"
    case .nothingGenerated: "Kein erzeugtes Passwort kann die Anforderungen erfüllen."
    case .generated(let kind, let bits):
      "\(Self.text(kind)), \(bits) Bit. Kopieren oder notieren Sie es: Tactile speichert es nicht."
    case .capsLock: "Feststelltaste ist aktiv"
    case .otherKeyboards: "Auf anderen Tastaturen eventuell anders"
    case .otherKeyboardsBriefly: "Tastaturabhängig"
    case .grabbed: "Tastatur exklusiv"
    case .notGrabbed: "Tastatur nicht exklusiv"
    case .grabbedByOther: "Ein anderes Programm hat die Tastatur exklusiv"
    case .passphraseIsEmpty: "Geben Sie einen Text ein."
    // The plural is equal to the singular.
    case .passphraseIsTooLong(let maximum): "Zu lang: Das Programm nimmt höchstens \(maximum) Byte an."
    case .quality(let label, let percent): "\(label) \(abs(percent)) %\(percent < 0 ? ", zu schwach" : "")"
    }
  }

  private static func caption(of policy: PasswordPolicy) -> String {
    let length = text(PasswordPolicy.Requirement.length(policy.minimumLength))
    let list = policy.blocklist.map { " \(text(.notListed($0.sources)))." } ?? ""
    let kinds = policy.rules.map { rule in
      let (article, singular, plural) = words(for: rule.kind)
      return rule.minimumCount == 1 ? "\(article) \(singular)" : "\(rule.minimumCount) \(plural)"
    }
    guard let last = kinds.last else { return "\(length).\(list)" }
    let others = kinds.dropLast().joined(separator: ", ")
    return "\(length), darunter \(others.isEmpty ? last : "\(others) und \(last)").\(list)"
  }

  private static func text(_ requirement: PasswordPolicy.Requirement) -> String {
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

  private static func text(_ rejection: SecureText.Rejection) -> String {
    switch rejection {
    case .tooLong: "Das Passwort ist zu lang: höchstens \(SecureText.capacity) Zeichen."
    case .controlCharacter: "Passwörter dürfen keine Zeilenumbrüche und Steuerzeichen enthalten."
    case .invalidUTF8: "Das Passwort ist kein gültiges UTF-8."
    }
  }

  private static func text(_ kind: PasswordGenerator.Kind) -> String {
    switch kind {
    case .characters(let count): "\(count) Zeichen"
    case .words(let count): count == 1 ? "1 Wort" : "\(count) Wörter"
    }
  }

  private static func text(_ strength: PasswordStrength) -> String {
    let grade = text(strength.grade)
    switch strength.knownPassword {
    case .personalWord: return "\(grade): ein naheliegendes Wort"
    case .common: return "\(grade): ein häufiges Passwort"
    case .listed: return "\(grade): auf der Sperrliste"
    case nil: break
    }
    let note = strength.isPartial ? " (nur die ersten \(StrengthInput.limit) Zeichen)" : ""
    return "\(grade), erraten in \(text(strength.timeToGuess))\(note)"
  }

  private static func text(_ grade: PasswordStrength.Grade) -> String {
    switch grade {
    case .veryWeak: "Sehr schwach"
    case .weak: "Schwach"
    case .fair: "Mittel"
    case .strong: "Stark"
    case .veryStrong: "Sehr stark"
    }
  }

  private static func text(_ time: PasswordStrength.TimeToGuess) -> String {
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

  private static func text(_ advice: PasswordStrength.Advice) -> String {
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
