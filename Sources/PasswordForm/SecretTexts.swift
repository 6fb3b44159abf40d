import Secrets
import System

/// A text in each language.
package typealias Translations = (english: String, german: String)

// The texts about the values of `Secrets`.

extension PasswordPolicy {
  /// A description of all requirements in one or two sentences.
  var description: Translations {
    let (length, list) = (Requirement.length(minimumLength).translations, blocklist?.sources.adjectives)
    let ends = (
      list.map { " It must not be a \($0.english) password." }, list.map { " Kein \($0.german) Passwort." }
    )
    let phrases = rules.map { $0.kind.phrases($0.minimumCount) }
    return (
      length.english + Self.kinds(phrases.map { $0.english }, " with", "and") + (ends.0 ?? ""),
      length.german + Self.kinds(phrases.map { $0.german }, " darunter", "und") + (ends.1 ?? "")
    )
  }

  /// Returns the end of a sentence about the length, which enumerates kinds of characters.
  private static func kinds(_ kinds: [String], _ preposition: String, _ conjunction: String) -> String {
    guard let last = kinds.last else { return "." }
    let others = kinds.dropLast().joined(separator: ", ")
    return ",\(preposition) \(others.isEmpty ? last : "\(others) \(conjunction) \(last)")."
  }
}

extension PasswordPolicy.Requirement {
  var translations: Translations {
    switch self {
    case .length(let count):
      ("At least \(count) character\(count == 1 ? "" : "s")", "Mindestens \(count) Zeichen")
    case .characters(let kind, let count):
      ("At least \(count) \(kind.names(count).english)", "Mindestens \(count) \(kind.names(count).german)")
    case .notListed(let sources):
      ("Not a \(sources.adjectives.english) password", "Kein \(sources.adjectives.german) Passwort")
    case .custom(let text): (text, text)
    }
  }

  /// A sentence about a password that does not meet the requirement.
  var complaint: Translations {
    let texts = translations
    func sentence(_ start: String, _ text: String) -> String {
      "\(start): \(text)\(text.last?.isPunctuation == true ? "" : ".")"
    }
    let english =
      switch self {
      case .custom(let text): sentence("The password does not meet this requirement", text)
      case .notListed(let sources): "Password must not be a \(sources.adjectives.english) password."
      case .length, .characters:
        "Password must have \(texts.english.prefix(1).lowercased())\(texts.english.dropFirst())."
      }
    return (english, sentence("Das Passwort erfüllt diese Anforderung nicht", texts.german))
  }
}

extension Blocklist.Sources {
  fileprivate var adjectives: Translations {
    switch self {
    case .common: ("common", "häufiges")
    case .custom: ("blocked", "gesperrtes")
    default: ("common or blocked", "häufiges oder gesperrtes")
    }
  }
}

/// A noun with its article.
private typealias Noun = (article: String, singular: String, plural: String)

extension PasswordRule.Kind {
  private var nouns: (english: Noun, german: Noun) {
    switch self {
    case .uppercase:
      (("an", "uppercase letter", "uppercase letters"), ("ein", "Großbuchstabe", "Großbuchstaben"))
    case .lowercase:
      (("a", "lowercase letter", "lowercase letters"), ("ein", "Kleinbuchstabe", "Kleinbuchstaben"))
    case .number: (("a", "number", "numbers"), ("eine", "Ziffer", "Ziffern"))
    case .letter: (("a", "letter", "letters"), ("ein", "Buchstabe", "Buchstaben"))
    case .space: (("a", "space", "spaces"), ("ein", "Leerzeichen", "Leerzeichen"))
    case .symbol: (("a", "symbol", "symbols"), ("ein", "Sonderzeichen", "Sonderzeichen"))
    case .oneOf(let all):
      (
        ("a", "character of \(all)", "characters of \(all)"),
        ("ein", "Zeichen aus \(all)", "Zeichen aus \(all)")
      )
    case .other(let article, let singular, let plural):
      ((article, singular, plural), (article, singular, plural))
    }
  }

  /// Returns the name for a count.
  fileprivate func names(_ count: Int) -> Translations {
    let (english, german) = nouns
    return count == 1 ? (english.singular, german.singular) : (english.plural, german.plural)
  }

  /// Returns the name with an article or a count, as in "an uppercase letter" and "2 uppercase letters".
  fileprivate func phrases(_ count: Int) -> Translations {
    let names = names(count)
    let words = count == 1 ? (nouns.english.article, nouns.german.article) : ("\(count)", "\(count)")
    return ("\(words.0) \(names.english)", "\(words.1) \(names.german)")
  }
}

extension KnownPassword {
  var translations: Translations {
    switch self {
    case .personalWord(let meaning):
      ("Easy to guess: it is \(meaning).", "Leicht zu erraten: Es ist ein naheliegendes Wort.")
    case .common: ("It is one of the most common passwords.", "Es ist eines der häufigsten Passwörter.")
    case .listed: ("It is on a list of blocked passwords.", "Es steht auf der Sperrliste.")
    }
  }
}

// The text may also be a user name or a code.
extension SecureText.Rejection {
  var translations: Translations {
    switch self {
    case .tooLong:
      (
        "Text too long: maximum \(SecureText.capacity) characters.",
        "Der Text ist zu lang: höchstens \(SecureText.capacity) Zeichen."
      )
    case .controlCharacter:
      (
        "Text must not contain line breaks or control characters.",
        "Der Text darf keine Zeilenumbrüche und Steuerzeichen enthalten."
      )
    case .invalidUTF8: ("Text is not valid UTF-8.", "Der Text ist kein gültiges UTF-8.")
    }
  }
}

extension PasswordGenerator.Kind {
  var translations: Translations {
    switch self {
    case .characters(let count): ("\(count) character\(count == 1 ? "" : "s")", "\(count) Zeichen")
    case .words(let count):
      ("\(count) word\(count == 1 ? "" : "s")", "\(count) \(count == 1 ? "Wort" : "Wörter")")
    }
  }
}

extension PasswordStrength {
  /// A summary in one line, as in "Fair, 3 hours to guess" or "Very weak: a common password".
  var translations: Translations {
    let (grade, time) = (grade.translations, timeToGuess.translations)
    switch knownPassword {
    case .personalWord(let meaning):
      return ("\(grade.english): \(meaning)", "\(grade.german): ein naheliegendes Wort")
    case .common: return ("\(grade.english): a common password", "\(grade.german): ein häufiges Passwort")
    case .listed: return ("\(grade.english): on the blocklist", "\(grade.german): auf der Sperrliste")
    case nil: break
    }
    let limit = StrengthInput.limit
    let notes: Translations =
      isPartial ? (" (first \(limit) characters only)", " (nur die ersten \(limit) Zeichen)") : ("", "")
    return (
      "\(grade.english), \(time.english) to guess\(notes.english)",
      "\(grade.german), erraten in \(time.german)\(notes.german)"
    )
  }
}

extension PasswordStrength.Grade {
  var translations: Translations {
    switch self {
    case .veryWeak: ("Very weak", "Sehr schwach")
    case .weak: ("Weak", "Schwach")
    case .fair: ("Fair", "Mittel")
    case .strong: ("Strong", "Stark")
    case .veryStrong: ("Very strong", "Sehr stark")
    }
  }
}

extension PasswordStrength.TimeToGuess {
  fileprivate var translations: Translations {
    switch self {
    case .lessThanSecond: ("less than a second", "unter 1 Sekunde")
    case .units(let count, let unit):
      (
        "\(count) \(unit)\(count == 1 ? "" : "s")",
        "\(count) \(count == 1 ? unit.german.one : unit.german.other)"
      )
    case .centuries: ("centuries", "Jahrhunderten")
    }
  }
}

extension PasswordStrength.TimeToGuess.Unit {
  fileprivate var german: (one: String, other: String) {
    switch self {
    case .second: ("Sekunde", "Sekunden")
    case .minute: ("Minute", "Minuten")
    case .hour: ("Stunde", "Stunden")
    case .day: ("Tag", "Tagen")
    case .month: ("Monat", "Monaten")
    case .year: ("Jahr", "Jahren")
    }
  }
}

extension PasswordStrength.Advice {
  /// A suggestion in one line that quotes no part of the password.
  var translations: Translations {
    switch self {
    case .listed:
      (
        "Passwords on lists are guessed first. Choose another one.",
        "Passwörter aus Listen werden zuerst probiert."
      )
    case .commonWords:
      (
        "Common words are guessed first. Add unrelated ones.",
        "Häufige Wörter helfen wenig. Ergänzen Sie andere."
      )
    case .lookAlikes:
      ("Replacing a with @ helps little. Add words.", "@ statt a hilft wenig. Ergänzen Sie Wörter.")
    case .personalWords:
      ("Your own names are guessed first. Leave them out.", "Eigene Namen werden zuerst probiert.")
    case .repeats:
      (
        "Repeated text adds little. Use different words.",
        "Wiederholungen helfen wenig. Nehmen Sie andere Wörter."
      )
    case .sequences: ("Sequences such as abc or 4321 add little.", "Folgen wie abc oder 4321 helfen wenig.")
    case .adjacentKeys:
      ("Neighboring keys such as qwerty add little.", "Benachbarte Tasten wie qwertz helfen wenig.")
    case .dates: ("Dates and years are guessed early.", "Daten und Jahre werden früh probiert.")
    case .tooShort:
      (
        "Make it longer: four random words are easy to remember.",
        "Länger wird es besser: Vier zufällige Wörter sind leicht zu merken."
      )
    }
  }
}

extension StrengthError {
  var translations: Translations {
    switch self {
    case .noLibrary(let error):
      (
        "Cannot estimate the strength: \(error.reason).",
        "Die Stärke ist unbekannt: libzxcvbn fehlt oder ist eine andere Version."
      )
    }
  }
}

extension StoredPasswordProblem {
  /// Returns a sentence about the problem of a file in a directory.
  func translations(in directory: String) -> Translations {
    let predicates: Translations =
      switch self {
      case .damaged: ("damaged", "ist beschädigt")
      case .ownedByOtherUser: ("owned by another user", "gehört einem anderen Benutzer")
      case .writableByOthers: ("writable by other users", "kann von anderen Benutzern geändert werden")
      case .readableByOthers: ("readable by other users", "kann von anderen Benutzern gelesen werden")
      case .isLink: ("a link or has several hard links", "ist ein Link oder hat mehrere Hardlinks")
      case .notAFile: ("not a regular file", "ist keine normale Datei")
      }
    return (
      "The password file in \(directory) is \(predicates.english).",
      "Die Passwortdatei in \(directory) \(predicates.german)."
    )
  }
}
