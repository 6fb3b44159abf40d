import Scene

/// The texts of the controls in one language. A program can conform a type of its own, and set it in
/// `Environment.strings`.
public protocol ControlStrings: AnyObject, Sendable {
  /// Returns the text of a message. Texts of the user in it must be interpolated as `userText`, so that
  /// right-to-left text in them does not change the order of the others.
  func text(_ message: ControlMessage) -> StatusMessage

  /// Returns the text of a label.
  func text(_ label: ControlLabel) -> String
}

/// A message of a control to the user, independent of the language. `ControlStrings` returns its text.
///
/// A token in a message is the name that its adapter returns, shortened and without quotation marks.
public enum ControlMessage: Hashable, Sendable {
  // The caret and the selection of a token field.

  /// The field is empty.
  case noTokens
  /// The caret, if nothing is selected.
  case caret(CaretDescription)
  /// The numbers of tokens, which may be recipients, and of problems, and whether there may be more problems.
  case tokens(Int, areRecipients: Bool, problems: Int, areMore: Bool)
  /// A number of selected tokens out of all tokens, and the caret.
  case selectedTokens(Int, of: Int, caret: CaretDescription)
  /// A number of selected characters of a text run, and the number of characters before the caret.
  case selectedText(Int, of: Int, before: Int)
  /// Selected tokens and characters, and the caret. The number of tokens may be 0.
  case selected(tokens: Int, characters: Int, caret: CaretDescription)
  /// A number of completions, and whether there may be more.
  case completions(Int, areMore: Bool)
  /// The same with the highlighted completion and its number, counted from 1.
  case completion(String, number: Int, of: Int, areMore: Bool)
  /// A token is edited in place: the keys that end this.
  case editing
  // The announcements of changes of a token field.

  /// A number of selected tokens out of all tokens.
  case tokensSelected(Int, of: Int)
  /// The number of tokens that were inserted.
  case tokensAdded(Int)
  /// The number of tokens that were removed.
  case tokensDeleted(Int)
  /// A token was inserted.
  case tokenAdded(String)
  /// The last change was undone.
  case undone

  /// The number of characters that a tooltip omits.
  case moreCharacters(Int)
  /// The number of tokens that the preview of a drag omits.
  case moreTokens(Int)

  // Problems of tokens.

  /// The problem of an invalid token, as its adapter states it.
  case problem(String, token: String)
  /// The problem of an email address.
  case emailAddress(EmailAddress.Problem)
  /// A token has too much text to be edited in place.
  case tooLongToEdit
  /// A token has no text that the user could edit.
  case notEditable(String)
  /// A text that does not become a token.
  case notToken(String)
  /// A token is a duplicate, and was not inserted.
  case alreadyExists(String)
  /// A token was a duplicate, and the existing one was moved to its position.
  case movedHere(String)
  /// The text between tokens cannot become longer.
  case maximumTextLength

  // Pasting.

  /// A paste is in progress, and a key cancels it.
  case pasting
  case pastingBriefly
  /// The user has cancelled a paste.
  case pastingCancelled
  /// The clipboard has no text, or only spaces.
  case nothingToPaste
  /// The owner of the clipboard has not answered in time.
  case pastingTimedOut
  /// The paste was refused, because too many others wait for data.
  case tooManyPastes
  /// Data that is larger than a limit in bytes.
  case tooLargeToPaste(limit: Int)
  /// The pasted text would make the text between tokens too long.
  case tooLongToPaste
  /// The data of the clipboard is not text.
  case unreadableClipboard
  /// The numbers of pasted tokens that already exist and that cannot be duplicated. One of them is at least 1.
  case notPasted(duplicates: Int, uncopyable: Int)
}

/// The position of a caret in a token field.
public enum CaretDescription: Hashable, Sendable {
  /// In text, after a number of characters.
  case inText(after: Int, of: Int)
  /// In text, if other numbers are displayed.
  case inTextBriefly
  /// Directly before a token.
  case before(token: String)
  /// After the last token.
  case afterLastToken
  /// At the end of the content.
  case atEnd
}

/// A label of a control.
public enum ControlLabel: Hashable, Sendable {
  /// The action of a button for assistive programs.
  case press
  /// The commands in the menu of a token field.
  case edit, undo, redo, cut, copy, paste, delete, selectAll
  /// The selection was copied, for screen readers.
  case copied
  /// The names of the text in a token field and of the completions for assistive programs.
  case newToken, newRecipient, suggestions
  /// The keys Delete and Control, as in "Ctrl+V".
  case deleteKey, controlKey
  /// The items in the menu and in the panel of the floating button that start the modes in which the user moves it.
  case move, moveTo
  /// The actions of the floating button for assistive programs.
  case menu
  case moveToEdge(BoxEdge)
  /// The explanation of the keys that move the button.
  case moveByKeyboard
  /// The explanation of a click that moves the button.
  case moveByClick
  /// The reasons why a dialog ignores keys: another program has the keyboard, or the user was typing before.
  case waitsForKeyboard, keysDropped
  /// A dialog ignores text because it has no field.
  case nothingToType
}

/// The translations of the controls' texts.
public enum ControlTranslations {
  /// Returns the texts in the language of the user, or in English if there is no translation.
  ///
  /// - Parameter variable: Returns the value of an environment variable. The first one of `LC_ALL`, `LC_MESSAGES` and
  ///   `LANG` that is not empty determines the language (POSIX.1-2017, 8.2).
  public static func preferred(by variable: (String) -> String?) -> any ControlStrings {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    let language = locale?.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    return language == "de" ? GermanStrings.shared : EnglishStrings.shared
  }
}

/// The texts of the controls in English.
public final class EnglishStrings: ControlStrings {
  /// The only instance.
  public static let shared = EnglishStrings()

  private init() {}

  public func text(_ message: ControlMessage) -> StatusMessage { message.translations.english }

  public func text(_ label: ControlLabel) -> String { label.translations.english }
}

/// The texts of the controls in German.
public final class GermanStrings: ControlStrings {
  /// The only instance.
  public static let shared = GermanStrings()

  private init() {}

  public func text(_ message: ControlMessage) -> StatusMessage { message.translations.german }

  public func text(_ label: ControlLabel) -> String { label.translations.german }
}

/// A message in English and in German.
private struct Translations {
  let (english, german): (StatusMessage, StatusMessage)

  init(_ english: StatusMessage, _ german: StatusMessage) { (self.english, self.german) = (english, german) }
}

extension ControlMessage {
  fileprivate var translations: Translations {
    switch self {
    case .noTokens: .init("No tokens", "Keine Einträge")
    case .caret(let caret):
      .init(
        "Caret \(caret.translations.english), no selection",
        "Cursor \(caret.translations.german), nichts ausgewählt")
    case .tokens(let count, let areRecipients, let problems, let areMore):
      Self.tokens(count, areRecipients, problems, areMore)
    case .selectedTokens(let count, let all, let caret):
      .init(
        "\(count) of \(all) selected, caret \(caret.translations.english)",
        "\(count) von \(all) ausgewählt, Cursor \(caret.translations.german)")
    case .selectedText(let number, let all, 0):
      .init(
        "\(number) of \(count(all, "character", "characters")) selected, caret before the first character",
        "\(number) von \(all) Zeichen ausgewählt, Cursor vor dem ersten Zeichen")
    case .selectedText(let number, let all, let before):
      .init(
        "\(number) of \(count(all, "character", "characters")) selected, caret after character \(before)",
        "\(number) von \(all) Zeichen ausgewählt, Cursor nach Zeichen \(before)")
    case .selected(let tokens, let characters, let caret):
      .init(
        """
        \(tokens > 0 ? "\(count(tokens, "token", "tokens")) and " : "")\
        \(count(characters, "character", "characters")) selected, caret \(caret.translations.english)
        """,
        """
        \(tokens > 0 ? "\(count(tokens, "Eintrag", "Einträge")) und " : "")\
        \(characters) Zeichen ausgewählt, Cursor \(caret.translations.german)
        """)
    case .completions(let count, let areMore): Self.suggestions(count, areMore)
    case .completion(let name, let number, let count, let areMore):
      .init(
        "\(Self.suggestions(count, areMore).english), \(Self.ordinal(number)): \(userText: name)",
        "\(Self.suggestions(count, areMore).german), \(number).: \(userText: name)")
    case .editing:
      .init("Editing. Enter: accept, Escape: cancel", "Bearbeiten. Eingabetaste: übernehmen, Esc: abbrechen")
    case .tokensSelected(let number, let all):
      .init(
        "\(number) of \(count(all, "token", "tokens")) selected", "\(number) von \(all) Einträgen ausgewählt")
    case .tokensAdded(let number):
      .init(
        "\(count(number, "token", "tokens")) added", "\(count(number, "Eintrag", "Einträge")) hinzugefügt")
    case .tokensDeleted(let number):
      .init(
        "\(count(number, "token", "tokens")) deleted", "\(count(number, "Eintrag", "Einträge")) gelöscht")
    case .tokenAdded(let token): .init("\(userText: token) added", "\(userText: token) hinzugefügt")
    case .undone: .init("Undone", "Rückgängig gemacht")
    case .moreTokens(let count): .init("+ \(count) more", "+ \(count) weitere")
    case .moreCharacters(let count):
      .init(
        "\(count) more character\(count == 1 ? "" : "s")", "\(count) weitere\(count == 1 ? "s" : "") Zeichen")
    case .emailAddress(.missingAt): .init("Email address must contain @", "In der E-Mail-Adresse fehlt @")
    case .emailAddress(.invalidCharacter(" ")):
      .init("Email address cannot contain a space", "Die E-Mail-Adresse darf kein Leerzeichen enthalten")
    case .emailAddress(.invalidCharacter(let character)):
      .init(
        "Email address cannot contain “\(DisplaySanitizer.sanitized(character))”",
        "Die E-Mail-Adresse darf „\(DisplaySanitizer.sanitized(character))“ nicht enthalten")
    case .emailAddress(.incomplete):
      .init("Not a complete email address", "Die E-Mail-Adresse ist unvollständig")
    case .problem(let problem, let token):
      .init("“\(userText: token)”: \(problem)", "„\(userText: token)“: \(problem)")
    case .tooLongToEdit:
      .init("This token is too long to edit in place", "Dieser Eintrag ist zu lang zum Bearbeiten")
    case .notEditable(let token):
      .init(
        "“\(userText: token)” cannot be edited as text",
        "„\(userText: token)“ kann nicht als Text bearbeitet werden")
    case .notToken(let text):
      .init("“\(userText: text)” is not a valid token", "„\(userText: text)“ ist kein gültiger Eintrag")
    case .alreadyExists(let token):
      .init("“\(userText: token)” already exists", "„\(userText: token)“ ist schon vorhanden")
    case .movedHere(let token):
      .init(
        "Moved the existing token “\(userText: token)” here",
        "Der vorhandene Eintrag „\(userText: token)“ wurde hierher verschoben")
    case .maximumTextLength: .init("Maximum text length reached", "Der Text hat die maximale Länge")
    case .pasting: .init("Pasting… Press Escape to cancel", "Wird eingefügt … Esc: abbrechen")
    case .pastingBriefly: .init("Pasting…", "Wird eingefügt …")
    case .pastingCancelled: .init("Pasting cancelled", "Einfügen abgebrochen")
    case .nothingToPaste: .init("Nothing to paste", "Nichts zum Einfügen")
    case .pastingTimedOut: .init("Pasting timed out", "Zeitüberschreitung beim Einfügen")
    case .tooManyPastes: .init("Too many pastes in progress", "Zu viele Einfügevorgänge")
    case .tooLargeToPaste(let limit):
      .init("Not pasted: larger than \(limit >> 20) MB", "Nicht eingefügt: größer als \(limit >> 20) MB")
    case .tooLongToPaste: .init("Not pasted: text is too long", "Nicht eingefügt: Der Text ist zu lang")
    case .unreadableClipboard:
      .init(
        "Cannot read the clipboard content. Copy it again as text.",
        "Der Inhalt der Zwischenablage ist nicht lesbar. Kopieren Sie ihn noch einmal als Text.")
    case .notPasted(let duplicates, 0):
      .init(
        "\(count(duplicates, "token already exists", "tokens already exist"))",
        "\(count(duplicates, "Eintrag ist", "Einträge sind")) schon vorhanden")
    case .notPasted(0, let uncopyable):
      .init(
        "\(count(uncopyable, "token", "tokens")) cannot be duplicated",
        "\(count(uncopyable, "Eintrag kann", "Einträge können")) nicht verdoppelt werden")
    case .notPasted(let duplicates, let uncopyable):
      Self.joined(
        Self.notPasted(duplicates: duplicates, uncopyable: 0).translations,
        Self.notPasted(duplicates: 0, uncopyable: uncopyable).translations)
    }
  }

  private static func joined(_ first: Translations, _ second: Translations) -> Translations {
    .init("\(first.english), \(second.english)", "\(first.german), \(second.german)")
  }

  private static func tokens(
    _ number: Int, _ areRecipients: Bool, _ problems: Int, _ areMore: Bool
  ) -> Translations {
    let (noun, german) = areRecipients ? ("recipient", "Empfänger") : ("token", "Eintrag")
    let germanPlural = areRecipients ? german : "Einträge"
    let tokens: Translations =
      number == 0
      ? .init("No \(noun)s", "Keine \(germanPlural)")
      : .init("\(count(number, noun, "\(noun)s"))", "\(count(number, german, germanPlural))")
    guard problems > 0 else { return tokens }
    let germanCount = count(problems, "Problem", "Probleme")
    return joined(
      tokens,
      areMore
        ? .init("\(problems) or more problems", "mindestens \(germanCount)")
        : .init("\(count(problems, "problem", "problems"))", "\(germanCount)"))
  }

  private static func suggestions(_ number: Int, _ areMore: Bool) -> Translations {
    areMore
      ? .init("\(number) or more suggestions", "mindestens \(number) Vorschläge")
      : .init(
        "\(count(number, "suggestion", "suggestions"))", "\(count(number, "Vorschlag", "Vorschläge"))")
  }

  /// Returns the English ordinal number, as a word up to ten.
  private static func ordinal(_ number: Int) -> String {
    let words = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]
    if words.indices.contains(number - 1) { return words[number - 1] }
    let suffixes = [1: "st", 2: "nd", 3: "rd"]
    let isTeen = (11...13).contains(number % 100)
    return "\(number)\(isTeen ? "th" : suffixes[number % 10] ?? "th")"
  }
}

extension CaretDescription {
  fileprivate var translations: Translations {
    switch self {
    case .inText(let after, let all):
      .init(
        "in text, after \(after) of \(count(all, "character", "characters"))",
        "im Text, nach \(after) von \(all) Zeichen")
    case .inTextBriefly: .init("in text", "im Text")
    case .before(let token): .init("before “\(userText: token)”", "vor „\(userText: token)“")
    case .afterLastToken: .init("after the last token", "nach dem letzten Eintrag")
    case .atEnd: .init("at the end", "am Ende")
    }
  }
}

/// Returns a number and a noun.
private func count(_ number: Int, _ singular: String, _ plural: String) -> String {
  "\(number) \(number == 1 ? singular : plural)"
}

extension ControlLabel {
  fileprivate var translations: (english: String, german: String) {
    switch self {
    case .press: ("Press", "Drücken")
    case .edit: ("Edit", "Bearbeiten")
    case .undo: ("Undo", "Rückgängig")
    case .redo: ("Redo", "Wiederholen")
    case .cut: ("Cut", "Ausschneiden")
    case .copy: ("Copy", "Kopieren")
    case .copied: ("Copied", "Kopiert")
    case .newToken: ("New token", "Neuer Eintrag")
    case .newRecipient: ("New recipient", "Neuer Empfänger")
    case .suggestions: ("Suggestions", "Vorschläge")
    case .paste: ("Paste", "Einfügen")
    case .delete: ("Delete", "Löschen")
    case .selectAll: ("Select All", "Alles auswählen")
    case .deleteKey: ("Del", "Entf")
    case .controlKey: ("Ctrl", "Strg")
    case .move: ("Move", "Verschieben")
    case .menu: ("Menu", "Menü")
    case .moveToEdge(.left): ("Move to the left edge", "Zum linken Rand verschieben")
    case .moveToEdge(.right): ("Move to the right edge", "Zum rechten Rand verschieben")
    case .moveToEdge(.top): ("Move to the upper edge", "Zum oberen Rand verschieben")
    case .moveToEdge(.bottom): ("Move to the lower edge", "Zum unteren Rand verschieben")
    case .moveTo: ("Move to…", "Verschieben nach …")
    case .moveByKeyboard:
      (
        "Arrow keys: move · Click: move there · Enter: finish · Esc: cancel",
        "Pfeiltasten: verschieben · Klick: dorthin · Eingabetaste: fertig · Esc: abbrechen"
      )
    case .moveByClick: ("Click the new position · Esc: cancel", "Neue Position anklicken · Esc: abbrechen")
    case .waitsForKeyboard:
      (
        "Waiting until another program releases the keyboard",
        "Wartet, bis ein anderes Programm die Tastatur freigibt"
      )
    case .keysDropped:
      (
        "Ignored keys that you were already typing. Pause, then type.",
        "Tasten von zuvor wurden ignoriert. Nach einer Pause weitertippen."
      )
    case .nothingToType:
      ("Ignored keys: there is nothing to type.", "Tasten ignoriert: Es ist nichts einzugeben.")
    }
  }
}
