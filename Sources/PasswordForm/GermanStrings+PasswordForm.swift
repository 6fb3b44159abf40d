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
    case .unmet(let requirement): "Das Passwort erfüllt diese Anforderung nicht: \(requirement)."
    case .rejected(let rejection): Self.text(rejection)
    case .isEqual: "Passwörter stimmen überein"
    case .isPartial: "Stimmt bisher überein"
    case .isDifferent: "Passwörter stimmen nicht überein"
    case .isMet: "erfüllt"
    case .isUnmet: "nicht erfüllt"
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
    return "\(grade), zu erraten in \(text(strength.timeToGuess))\(note)"
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
      return time == .centuries ? "Jahrhunderten" : "weniger als einer Sekunde"
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
    case .listed: "Passwörter auf Listen werden zuerst probiert. Wählen Sie ein anderes."
    case .commonWords: "Häufige Wörter werden zuerst probiert. Ergänzen Sie andere."
    case .lookAlikes: "@ statt a hilft wenig. Ergänzen Sie Wörter."
    case .personalWords: "Ihre eigenen Namen werden zuerst probiert. Vermeiden Sie sie."
    case .repeats: "Wiederholungen helfen wenig. Nehmen Sie andere Wörter."
    case .sequences: "Folgen wie abc oder 4321 helfen wenig."
    case .adjacentKeys: "Benachbarte Tasten wie qwertz helfen wenig."
    case .dates: "Daten und Jahre werden früh probiert."
    case .tooShort: "Länger wird es besser: Vier zufällige Wörter sind leicht zu merken."
    }
  }
}
