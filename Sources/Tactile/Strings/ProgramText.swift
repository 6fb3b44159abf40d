import Controls
import Glibc
import PasswordForm
import Prompts
import Scene
import System
import Toolkit
import Windowing

/// A text in a window of the program, in addition to those of the controls. The inspector and the command line are
/// English only.
enum ProgramText: Hashable {
  /// The POSIX locale of the texts.
  case locale

  // The window.
  case recipients, dragMe
  case command(WindowCommand)
  case dark, light
  case snap(SnapMode)
  case ball, button, reduced, full, open, closed

  // The desktop button.
  case desktop(ButtonAction.Operation)
  case back, windowMenu, noWindow, notSupported, noConfiguration, noPermission, notInstalled
  /// A program is not installed.
  case missing(String)
  /// A sentence about one of these failures.
  case failed(String)
  /// The description of another error by the system.
  case systemError(String)
  /// The status with which a program has failed.
  case exitStatus(Int32)

  // Titles, labels and buttons of dialogs. An underscore precedes an access key.
  case confirm, message, notice, hostKey, newPassword, password, passphrase, tokens
  case ok, save, cancel, yes, no, close
  case fingerprint, answer, `repeat`, suggest, savePassphrase, quality
  case passphrasesMatch, passphrasesDiffer
  case requester(Requester)
  /// A label that `AskpassPrompt` has chosen.
  case prompt(String)

  // The dialogs of polkit.
  case authentication, polkitRequest, authenticationFailed, wrongAnswer, waiting, checking
  case details, detailsNotice, unreadCommand, action, vendor
  /// The user and the start time of a process.
  case facts(user: String, start: String)
  /// The number of programs that the line about who asks leaves out.
  case morePrograms(Int)
  case passwordOf(String)
  /// The name of the user with the id 0.
  case administrator(String)
  case remainingAttempts(Int)
  /// The number of further requests, and of those that Cancel refuses. The latter is `nil` if the shown one has ended.
  case waitingRequests(Int, refused: Int?)

  // Problems of tokens.
  case wrongForm, lineBreak, unfinishedText, markedTokens
  case atLeast(Int)
  case atMost(Int)

  /// Creates the reason why a program was not started, or a file not written.
  init(_ error: FileError) {
    self =
      switch error.errno {
      case ENOENT, ENOTDIR: .missing(error.path)
      case EACCES: .noPermission
      default: .systemError(error.reason)
      }
  }

  /// The text in English and in German.
  var translations: Translations {
    switch self {
    case .locale: ("en_US", "de_DE")
    case .recipients: ("Recipients", "Empfänger")
    case .dragMe: ("Drag me!", "Zieh mich!")
    case .command(.theme): ("Theme", "Design")
    case .command(.snap): ("Snap", "Andocken")
    case .command(.shape): ("Shape", "Form")
    case .command(.reduceMotion): ("Motion", "Bewegung")
    case .command(.inspector): ("Inspector", "Inspektor")
    case .command(.quit): ("Quit", "Beenden")
    case .dark: ("Dark", "Dunkel")
    case .light: ("Light", "Hell")
    case .snap(.edges): (SnapMode.edges.label, "Ränder")
    case .snap(.trailing): (SnapMode.trailing.label, "Rechts")
    case .snap(.corners): (SnapMode.corners.label, "Ecken")
    case .snap(.free): (SnapMode.free.label, "Aus")
    case .snap(.original): (SnapMode.original.label, "Original")
    case .ball: ("Ball", "Kugel")
    case .button: ("Button", "Knopf")
    case .reduced: ("Reduced", "Reduziert")
    case .full: ("Full", "Voll")
    case .open: ("Open", "Geöffnet")
    case .closed: ("Closed", "Geschlossen")
    case .desktop(.command(let words)): (words[0], words[0])
    case .desktop(.builtIn(let action)): Self.translations(of: action)
    case .back: ("Back", "Zurück")
    case .windowMenu: ("Window", "Fenster")
    case .noWindow: ("No window", "Kein Fenster")
    case .notSupported: ("Not supported", "Nicht möglich")
    case .missing(let name): ("No \(name)", "Kein \(name)")
    case .failed(let reason): ("Failed: \(reason).", "Fehlgeschlagen: \(reason).")
    case .noConfiguration: ("No file", "Keine Datei")
    case .notInstalled: ("Not installed", "Nicht installiert")
    case .noPermission: ("No permission", "Keine Rechte")
    case .systemError(let reason): (reason, reason)
    case .exitStatus(let status): ("Exit status \(status)", "Exit-Status \(status)")
    case .confirm: ("Confirm", "Bestätigen")
    case .message: ("Message", "Nachricht")
    case .notice: ("Notice", "Hinweis")
    case .hostKey: ("Host key", "Hostschlüssel")
    case .newPassword: ("New password", "Neues Passwort")
    case .password: ("Password", "Passwort")
    case .passphrase: ("Passphrase", "Passphrase")
    case .tokens: ("Tokens", "Einträge")
    case .ok: ("_OK", "_OK")
    case .save: ("_Save", "_Speichern")
    case .cancel: ("_Cancel", "_Abbrechen")
    case .yes: ("_Yes", "_Ja")
    case .no: ("_No", "_Nein")
    case .close: ("Close", "Schließen")
    case .fingerprint: ("Fingerprint (optional)", "Fingerabdruck (optional)")
    case .answer: ("Answer", "Antwort")
    case .repeat: ("Repeat", "Wiederholen")
    case .suggest: ("Suggest", "Vorschlagen")
    case .savePassphrase: ("Save in password manager", "In der Passwortverwaltung speichern")
    case .quality: ("Quality:", "Qualität:")
    case .passphrasesMatch: ("The passphrases match", "Die Passphrasen stimmen überein")
    case .passphrasesDiffer: ("The passphrases do not match", "Die Passphrasen stimmen nicht überein")
    case .requester(let requester): Self.translations(of: requester)
    case .prompt(let label): (label, Self.germanPrompts[label] ?? label)
    case .authentication: ("Authentication", "Authentifizierung")
    case .polkitRequest:
      ("A program asks for your authentication.", "Ein Programm bittet um Ihre Authentifizierung.")
    case .authenticationFailed: ("Authentication failed.", "Die Authentifizierung ist fehlgeschlagen.")
    case .wrongAnswer: ("That did not work.", "Das war nicht richtig.")
    case .waiting: ("Waiting…", "Warten…")
    case .checking: ("Checking…", "Prüfung…")
    case .details: ("_Details", "_Details")
    case .detailsNotice:
      (
        "These names and commands were chosen by the programs that are described.",
        "Diese Namen und Befehle haben die beschriebenen Programme gewählt."
      )
    case .unreadCommand: ("command not read", "Befehl nicht gelesen")
    case .facts(let user, let start):
      ("user \(user), started \(start)", "Benutzer \(user), gestartet \(start)")
    case .morePrograms(let count):
      (
        "← \(Self.programs(count)) more program\(count == 1 ? "" : "s")",
        "← \(Self.programs(count)) weitere\(count == 1 ? "s Programm" : " Programme")"
      )
    case .action: ("Action", "Aktion")
    case .vendor: ("Vendor", "Anbieter")
    case .passwordOf(let name): ("Password of \(name)", "Passwort von \(name)")
    case .administrator(let name): ("\(name) (administrator)", "\(name) (Systemverwalter)")
    case .remainingAttempts(let count):
      (
        count == 1 ? "One attempt remains." : "\(count) attempts remain.",
        count == 1 ? "Noch ein Versuch." : "Noch \(count) Versuche."
      )
    case .waitingRequests(let count, let refused):
      (
        (count == 1 ? "1 more request is waiting." : "\(count) more requests are waiting.")
          + (refused ?? 0 > 0 ? " Cancel also refuses \(refused ?? 0) of the same program." : "")
          + (refused == nil ? "" : " To refuse all, close the window."),
        (count == 1 ? "1 weitere Anfrage wartet." : "\(count) weitere Anfragen warten.")
          + (refused ?? 0 > 0 ? " Abbrechen lehnt auch \(refused ?? 0) desselben Programms ab." : "")
          + (refused == nil ? "" : " Um alle abzulehnen, schließen Sie das Fenster.")
      )
    case .lineBreak: ("Contains a line break", "Enthält einen Zeilenumbruch")
    case .wrongForm: ("Does not have the required form", "Hat nicht die verlangte Form")
    case .unfinishedText:
      ("Complete or remove the marked text.", "Vervollständigen oder entfernen Sie den markierten Text.")
    case .markedTokens: ("Correct the marked tokens.", "Korrigieren Sie die markierten Einträge.")
    case .atLeast(let count):
      ("Enter at least \(Self.tokens(count)).", "Geben Sie mindestens \(Self.entries(count)) ein.")
    case .atMost(let count):
      ("Enter at most \(Self.tokens(count)).", "Geben Sie höchstens \(Self.entries(count)) ein.")
    }
  }

  private static func translations(of action: BuiltInAction) -> Translations {
    switch action {
    case .window(.close): ("Close", "Schließen")
    case .window(.minimize): ("Minimize", "Minimieren")
    case .window(.maximize): ("Maximize", "Maximieren")
    case .window(.fullScreen): ("Full Screen", "Vollbild")
    case .window(.previousDesktop): ("Previous", "Voriger")
    case .window(.nextDesktop): ("Next", "Nächster")
    case .window(.showDesktop): ("Desktop", "Desktop")
    case .lock: ("Lock", "Sperren")
    case .screenshot: ("Screenshot", "Bildschirmfoto")
    case .keyboard: ("Keyboard", "Tastatur")
    case .move: ("Move", "Verschieben")
    case .hide: ("Hide", "Ausblenden")
    case .settings: ("Settings", "Einstellungen")
    case .quit: ("Quit", "Beenden")
    }
  }

  private static func translations(of requester: Requester) -> Translations {
    func claim(_ english: String, _ german: String) -> Translations {
      ("Not verified: asked by \(english)", "Nicht geprüft: Anfrage von \(german)")
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

  private static func programs(_ count: Int) -> String {
    count < Requester.maximumOmittedCount ? "\(count)" : "\(count)+"
  }

  private static func tokens(_ number: Int) -> String { number == 1 ? "one token" : "\(number) tokens" }

  private static func entries(_ number: Int) -> String {
    number == 1 ? "einen Eintrag" : "\(number) Einträge"
  }

  private static let germanPrompts = [
    "Answer": "Antwort", "Password": "Passwort", "New password": "Neues Passwort",
    "Current password": "Bisheriges Passwort", "New passphrase": "Neue Passphrase",
    "User name": "Benutzername", "Verification code": "Bestätigungscode",
    "Bad passphrase, try again.": "Falsche Passphrase. Versuchen Sie es noch einmal.",
    "Enter your password": "Geben Sie Ihr Passwort ein",
  ]
}

extension Requester {
  /// Returns a line for each program with its number, user, start time and command, or a text instead of an unknown command,
  /// and the number of programs that are left out. Names and commands are chosen by the programs, so the facts precede them,
  /// and do not wait for them.
  ///
  /// - Parameter limit: The maximum number of characters of a name and its command.
  func details(to limit: Int, in strings: any ControlStrings) -> [String] {
    let more = omittedCount > 0 ? [strings.text(.morePrograms(omittedCount))] : []
    return programs.enumerated().map { index, program in
      let user = program.user.isEmpty ? "\(program.process.realUser)" : program.user
      let words = program.command.joined(separator: " ").withoutImitations
      let command = program.command.isEmpty ? " (\(strings.text(.unreadCommand)))" : ": “\(words)”"
      let claim = DisplaySanitizer.elided("\(program.process.name.withoutImitations)\(command)", to: limit)
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
      switch scalar.properties.generalCategory {
      case .mathSymbol, .otherSymbol, .modifierSymbol, .openPunctuation, .closePunctuation,
        .initialPunctuation,
        .finalPunctuation, .otherPunctuation, .modifierLetter:
        guard scalar.isASCII else { continue }
      case .spaceSeparator where endsWithBlank: continue
      default: break
      }
      endsWithBlank = scalar.properties.generalCategory == .spaceSeparator
      result.append(endsWithBlank ? " " : scalar)
    }
    return String(result)
  }
}

extension Environment {
  /// Returns a text of the program in the language of the controls.
  func text(_ text: ProgramText) -> String { strings.text(text) }
}

extension ControlStrings {
  func text(_ text: ProgramText) -> String {
    self is GermanStrings ? text.translations.german : text.translations.english
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
