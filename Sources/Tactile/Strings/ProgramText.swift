import Controls
import Glibc
import Prompts
import Scene
import System
import Toolkit

/// A text in a window of the program, in addition to those of the controls. The inspector and the command line are
/// English only.
struct ProgramText: Hashable, Sendable {
  let english, german: String

  init(_ english: String, _ german: String) { (self.english, self.german) = (english, german) }

  /// Creates a text that is the same in each language.
  init(_ text: String) { self.init(text, text) }

  /// Creates the reason why a program was not started, or a file not written.
  init(_ error: FileError) {
    self =
      switch error.errno {
      case ENOENT, ENOTDIR: .missing(error.path)
      case EACCES: .noPermission
      default: ProgramText(error.reason)
      }
  }

  /// The POSIX locale of the texts.
  static let locale = ProgramText("en_US", "de_DE")

  // The window.

  static let recipients = ProgramText("Recipients", "Empfänger")
  static let dragMe = ProgramText("Drag me!", "Zieh mich!")
  static let dark = ProgramText("Dark", "Dunkel")
  static let light = ProgramText("Light", "Hell")
  static let ball = ProgramText("Ball", "Kugel")
  static let button = ProgramText("Button", "Knopf")
  static let reduced = ProgramText("Reduced", "Reduziert")
  static let full = ProgramText("Full", "Voll")
  static let open = ProgramText("Open", "Geöffnet")
  static let closed = ProgramText("Closed", "Geschlossen")

  static func snap(_ mode: SnapMode) -> ProgramText {
    switch mode {
    case .edges: ProgramText(mode.label, "Ränder")
    case .trailing: ProgramText(mode.label, "Rechts")
    case .corners: ProgramText(mode.label, "Ecken")
    case .free: ProgramText(mode.label, "Aus")
    case .original: ProgramText(mode.label)
    }
  }

  // The desktop button.

  static let back = ProgramText("Back", "Zurück")
  static let windowMenu = ProgramText("Window", "Fenster")
  static let noWindow = ProgramText("No window", "Kein Fenster")
  static let notSupported = ProgramText("Not supported", "Nicht möglich")
  static let noConfiguration = ProgramText("No file", "Keine Datei")
  static let noPermission = ProgramText("No permission", "Keine Rechte")
  static let notInstalled = ProgramText("Not installed", "Nicht installiert")

  /// A program is not installed.
  static func missing(_ name: String) -> ProgramText { ProgramText("No \(name)", "Kein \(name)") }

  /// A sentence about one of these failures.
  static func failed(_ reason: String) -> ProgramText {
    ProgramText("Failed: \(reason).", "Fehlgeschlagen: \(reason).")
  }

  /// The status with which a program has failed.
  static func exitStatus(_ status: Int32) -> ProgramText {
    ProgramText("Exit status \(status)", "Exit-Status \(status)")
  }

  // Titles, labels and buttons of dialogs. An underscore precedes an access key.

  static let confirm = ProgramText("Confirm", "Bestätigen")
  static let message = ProgramText("Message", "Nachricht")
  static let notice = ProgramText("Notice", "Hinweis")
  static let hostKey = ProgramText("Host key", "Hostschlüssel")
  static let newPassword = ProgramText("New password", "Neues Passwort")
  static let password = ProgramText("Password", "Passwort")
  static let passphrase = ProgramText("Passphrase")
  static let tokens = ProgramText("Tokens", "Einträge")
  static let ok = ProgramText("_OK")
  static let save = ProgramText("_Save", "_Speichern")
  static let cancel = ProgramText("_Cancel", "_Abbrechen")
  static let yes = ProgramText("_Yes", "_Ja")
  static let no = ProgramText("_No", "_Nein")
  static let close = ProgramText("Close", "Schließen")
  static let fingerprint = ProgramText("Fingerprint (optional)", "Fingerabdruck (optional)")
  static let answer = ProgramText("Answer", "Antwort")
  static let `repeat` = ProgramText("Repeat", "Wiederholen")
  static let suggest = ProgramText("Suggest", "Vorschlagen")
  static let savePassphrase = ProgramText("Save in password manager", "In der Passwortverwaltung speichern")
  static let quality = ProgramText("Quality:", "Qualität:")
  static let passphrasesMatch = ProgramText("The passphrases match", "Die Passphrasen stimmen überein")
  static let passphrasesDiffer = ProgramText(
    "The passphrases do not match", "Die Passphrasen stimmen nicht überein")

  /// The line that says who asks.
  static func requester(_ requester: Requester) -> ProgramText {
    func claim(_ english: String, _ german: String) -> ProgramText {
      ProgramText("Not verified: asked by \(english)", "Nicht geprüft: Anfrage von \(german)")
    }
    switch requester.identity {
    case .known:
      let names = requester.programs.filter(\.asks).map {
        let name = $0.name.withoutImitations
        return DisplaySanitizer.elided(name.isEmpty ? "\($0.process.id)" : name, to: 24)
      }
      let chain = names.joined(separator: " ← ")
      guard requester.isAgent else { return claim(chain, chain) }
      return claim("\(chain), for an unknown program", "\(chain), für ein unbekanntes Programm")
    case .process(let id): return claim("process \(id)", "Prozess \(id)")
    case .ended: return claim("a program that has ended", "einem Programm, das beendet ist")
    case .unknown: return claim("an unknown program", "einem unbekannten Programm")
    }
  }

  /// A label that `AskpassPrompt` has chosen.
  static func prompt(_ label: String) -> ProgramText { ProgramText(label, germanPrompts[label] ?? label) }

  private static let germanPrompts = [
    "Answer": "Antwort", "Password": "Passwort", "New password": "Neues Passwort",
    "Current password": "Bisheriges Passwort", "New passphrase": "Neue Passphrase",
    "User name": "Benutzername", "Verification code": "Bestätigungscode",
    "Bad passphrase, try again.": "Falsche Passphrase. Versuchen Sie es noch einmal.",
    "Enter your password": "Geben Sie Ihr Passwort ein",
  ]

  // The dialogs of polkit.

  static let authentication = ProgramText("Authentication", "Authentifizierung")
  static let polkitRequest = ProgramText(
    "A program asks for your authentication.", "Ein Programm bittet um Ihre Authentifizierung.")
  static let authenticationFailed = ProgramText(
    "Authentication failed.", "Die Authentifizierung ist fehlgeschlagen.")
  static let user = ProgramText("User", "Benutzer")
  static let wrongAnswer = ProgramText("That did not work.", "Das war nicht richtig.")
  static let waiting = ProgramText("Waiting…", "Warten…")
  static let checking = ProgramText("Checking…", "Prüfung…")
  static let details = ProgramText("_Details")
  static let detailsNotice = ProgramText(
    "These names and commands were chosen by the programs that are described.",
    "Diese Namen und Befehle haben die beschriebenen Programme gewählt.")
  static let unreadCommand = ProgramText("command not read", "Befehl nicht gelesen")
  static let action = ProgramText("Action", "Aktion")
  static let vendor = ProgramText("Vendor", "Anbieter")

  /// The user and the start time of a process.
  static func facts(user: String, start: String) -> ProgramText {
    ProgramText("user \(user), started \(start)", "Benutzer \(user), gestartet \(start)")
  }

  /// The number of programs that the line about who asks leaves out.
  static func morePrograms(_ count: Int) -> ProgramText {
    let number = count < Requester.maximumOmittedCount ? "\(count)" : "\(count)+"
    return ProgramText(
      "← \(number) more program\(count == 1 ? "" : "s")",
      "← \(number) weitere\(count == 1 ? "s Programm" : " Programme")")
  }

  static func passwordOf(_ name: String) -> ProgramText {
    ProgramText("Password of \(name)", "Passwort von \(name)")
  }

  /// The name of the user with the id 0.
  static func administrator(_ name: String) -> ProgramText {
    ProgramText("\(name) (administrator)", "\(name) (Systemverwalter)")
  }

  static func remainingAttempts(_ count: Int) -> ProgramText {
    count == 1
      ? ProgramText("One attempt remains.", "Noch ein Versuch.")
      : ProgramText("\(count) attempts remain.", "Noch \(count) Versuche.")
  }

  /// The number of further requests, and of those that Cancel refuses. The latter is `nil` if the shown one has ended.
  static func waitingRequests(_ count: Int, refused: Int?) -> ProgramText {
    ProgramText(
      (count == 1 ? "1 more request is waiting." : "\(count) more requests are waiting.")
        + (refused ?? 0 > 0 ? " Cancel also refuses \(refused ?? 0) of the same program." : "")
        + (refused == nil ? "" : " To refuse all, close the window."),
      (count == 1 ? "1 weitere Anfrage wartet." : "\(count) weitere Anfragen warten.")
        + (refused ?? 0 > 0 ? " Abbrechen lehnt auch \(refused ?? 0) desselben Programms ab." : "")
        + (refused == nil ? "" : " Um alle abzulehnen, schließen Sie das Fenster."))
  }

  // Problems of tokens.

  static let lineBreak = ProgramText("Contains a line break", "Enthält einen Zeilenumbruch")
  static let wrongForm = ProgramText("Does not have the required form", "Hat nicht die verlangte Form")
  static let unfinishedText = ProgramText(
    "Complete or remove the marked text.", "Vervollständigen oder entfernen Sie den markierten Text.")
  static let markedTokens = ProgramText(
    "Correct the marked tokens.", "Korrigieren Sie die markierten Einträge.")

  static func atLeast(_ count: Int) -> ProgramText {
    ProgramText("Enter at least \(tokens(count)).", "Geben Sie mindestens \(entries(count)) ein.")
  }

  static func atMost(_ count: Int) -> ProgramText {
    ProgramText("Enter at most \(tokens(count)).", "Geben Sie höchstens \(entries(count)) ein.")
  }

  private static func tokens(_ number: Int) -> String { number == 1 ? "one token" : "\(number) tokens" }

  private static func entries(_ number: Int) -> String {
    number == 1 ? "einen Eintrag" : "\(number) Einträge"
  }
}

extension Requester {
  /// Returns a line for each program with its number, user, start time and command, or a text instead of an unknown command,
  /// and the number of programs that are left out. Names and commands are chosen by the programs, so the facts precede them,
  /// and do not wait for them.
  func details(in strings: any ControlStrings) -> [String] {
    let more = omittedCount > 0 ? [strings.text(.morePrograms(omittedCount))] : []
    return programs.enumerated().map { index, program in
      let user = program.user.isEmpty ? "\(program.process.realUser)" : program.user
      let words = program.process.words.joined(separator: " ").withoutImitations
      let command = program.process.words.isEmpty ? " (\(strings.text(.unreadCommand)))" : ": “\(words)”"
      let claim = DisplaySanitizer.elided("\(program.process.name.withoutImitations)\(command)", to: 600)
      let facts = strings.text(.facts(user: user, start: program.process.localStartTime))
      return "\(index > 0 ? "← " : "")\(program.process.id), \(facts); \(claim)"
    } + more
  }
}

extension String {
  /// A name or a command that a program has chosen, without what could imitate the texts around it: brackets, quotation
  /// marks, arrows and other symbols that are not in ASCII, and several blanks, which would begin a line.
  fileprivate var withoutImitations: String {
    var (result, endsWithBlank) = (String.UnicodeScalarView(), true)
    for scalar in unicodeScalars {
      let category = scalar.properties.generalCategory
      let isBlank = category == .spaceSeparator
      if isBlank && endsWithBlank || Self.imitations.contains(category) && !scalar.isASCII { continue }
      endsWithBlank = isBlank
      // A line does not end at U+00A0.
      result.append(endsWithBlank && scalar != "\u{A0}" ? " " : scalar)
    }
    return String(result)
  }

  private static let imitations: Set<Unicode.GeneralCategory> = [
    .mathSymbol, .otherSymbol, .modifierSymbol, .openPunctuation, .closePunctuation, .initialPunctuation,
    .finalPunctuation, .otherPunctuation, .modifierLetter,
  ]
}

extension Environment {
  /// Returns a text of the program in the language of the controls.
  func text(_ text: ProgramText) -> String { strings.text(text) }
}

extension ControlStrings {
  func text(_ text: ProgramText) -> String {
    self is GermanStrings ? text.german : text.english
  }
}

extension DialogSession {
  /// Returns a text of the program in the language of the user.
  func text(_ text: ProgramText) -> String { environment.text(text) }

  var ok: DialogButton { button(.ok, .accept, style: .primary) }
  var cancel: DialogButton { button(.cancel, .cancel) }

  func button(_ label: ProgramText, _ answer: DialogAnswer, style: CapsuleButton.Style = .regular)
    -> DialogButton
  {
    DialogButton(AccessKeyLabel(mnemonic: text(label)), answer, style: style)
  }
}
