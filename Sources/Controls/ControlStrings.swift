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
  /// The commands in the menu of a token field.
  case edit, undo, redo, cut, copy, paste, delete, selectAll
  /// The keys Delete and Control, as in "Ctrl+V".
  case deleteKey, controlKey
  /// The items in the menu and in the panel of the floating button that start the modes in which the user moves it.
  case move, moveTo
  /// The explanation of the keys that move the button.
  case moveByKeyboard
  /// The explanation of a click that moves the button.
  case moveByClick
  /// The reasons why a dialog ignores keys: another program has the keyboard, or the user was typing before.
  case waitsForKeyboard, keysDropped
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

  public func text(_ message: ControlMessage) -> StatusMessage {
    switch message {
    case .noTokens: "No tokens"
    case .caret(let caret): "Caret \(text(caret)), no selection"
    case .tokens(let count, let areRecipients, let problems, let areMore):
      StatusMessage(Self.tokens(count, areRecipients ? "recipient" : "token", problems, areMore))
    case .selectedTokens(let count, let all, let caret): "\(count) of \(all) selected, caret \(text(caret))"
    case .selectedText(let count, let all, 0):
      "\(count) of \(Self.characters(all)) selected, caret before the first character"
    case .selectedText(let count, let all, let before):
      "\(count) of \(Self.characters(all)) selected, caret after character \(before)"
    case .selected(0, let characters, let caret):
      "\(Self.characters(characters)) selected, caret \(text(caret))"
    case .selected(let tokens, let characters, let caret):
      "\(Self.count(tokens, "token")) and \(Self.characters(characters)) selected, caret \(text(caret))"
    case .completions(let count, let areMore): StatusMessage(Self.suggestions(count, areMore))
    case .completion(let name, let number, let count, let areMore):
      "\(Self.suggestions(count, areMore)), \(Self.ordinal(number)): \(userText: name)"
    case .editing: "Editing. Enter: accept, Escape: cancel"
    case .moreTokens(let count): "+ \(count) more"
    case .moreCharacters(let count): "\(count) more character\(count == 1 ? "" : "s")"
    case .emailAddress(.missingAt): "Email address must contain @"
    case .emailAddress(.invalidCharacter(" ")): "Email address cannot contain a space"
    case .emailAddress(.invalidCharacter(let character)):
      "Email address cannot contain “\(DisplaySanitizer.sanitized(character))”"
    case .emailAddress(.incomplete): "Not a complete email address"
    case .problem(let problem, let token): "“\(userText: token)”: \(problem)"
    case .tooLongToEdit: "This token is too long to edit in place"
    case .notEditable(let token): "“\(userText: token)” cannot be edited as text"
    case .notToken(let text): "“\(userText: text)” is not a valid token"
    case .alreadyExists(let token): "“\(userText: token)” already exists"
    case .movedHere(let token): "Moved the existing token “\(userText: token)” here"
    case .maximumTextLength: "Maximum text length reached"
    case .pasting: "Pasting… Press Escape to cancel"
    case .pastingBriefly: "Pasting…"
    case .pastingCancelled: "Pasting cancelled"
    case .nothingToPaste: "Nothing to paste"
    case .pastingTimedOut: "Pasting timed out"
    case .tooManyPastes: "Too many pastes in progress"
    case .tooLargeToPaste(let limit): "Not pasted: larger than \(limit / 1_048_576) MB"
    case .tooLongToPaste: "Not pasted: text is too long"
    case .unreadableClipboard: "Cannot read the clipboard content. Copy it again as text."
    case .notPasted(let duplicates, 0): StatusMessage(Self.duplicates(duplicates))
    case .notPasted(0, let uncopyable): StatusMessage(Self.uncopyable(uncopyable))
    case .notPasted(let duplicates, let uncopyable):
      "\(Self.duplicates(duplicates)), \(Self.uncopyable(uncopyable))"
    }
  }

  private func text(_ caret: CaretDescription) -> StatusMessage {
    switch caret {
    case .inText(let after, let all): "in text, after \(after) of \(Self.characters(all))"
    case .inTextBriefly: "in text"
    case .before(let token): "before “\(userText: token)”"
    case .afterLastToken: "after the last token"
    case .atEnd: "at the end"
    }
  }

  private static func tokens(_ number: Int, _ noun: String, _ problems: Int, _ areMore: Bool) -> String {
    let tokens = number == 0 ? "No \(noun)s" : count(number, noun)
    if problems == 0 { return tokens }
    return "\(tokens), \(areMore ? "\(problems) or more problems" : count(problems, "problem"))"
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private static func characters(_ number: Int) -> String { count(number, "character") }

  private static func suggestions(_ number: Int, _ areMore: Bool) -> String {
    areMore ? "\(number) or more suggestions" : count(number, "suggestion")
  }

  private static func duplicates(_ number: Int) -> String {
    number == 1 ? "1 token already exists" : "\(number) tokens already exist"
  }

  private static func uncopyable(_ number: Int) -> String { "\(count(number, "token")) cannot be duplicated" }

  /// Returns the ordinal number, as a word up to ten.
  private static func ordinal(_ number: Int) -> String {
    let words = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]
    if words.indices.contains(number - 1) { return words[number - 1] }
    if (11...13).contains(number % 100) { return "\(number)th" }
    return switch number % 10 {
    case 1: "\(number)st"
    case 2: "\(number)nd"
    case 3: "\(number)rd"
    default: "\(number)th"
    }
  }

  public func text(_ label: ControlLabel) -> String {
    switch label {
    case .edit: "Edit"
    case .undo: "Undo"
    case .redo: "Redo"
    case .cut: "Cut"
    case .copy: "Copy"
    case .paste: "Paste"
    case .delete: "Delete"
    case .selectAll: "Select All"
    case .deleteKey: "Del"
    case .controlKey: "Ctrl"
    case .move: "Move"
    case .moveTo: "Move to…"
    case .moveByKeyboard: "Arrow keys: move · Click: move there · Enter: finish · Esc: cancel"
    case .moveByClick: "Click the new position · Esc: cancel"
    case .waitsForKeyboard: "Waiting until another program releases the keyboard"
    case .keysDropped: "Ignored keys that you were already typing. Pause, then type."
    }
  }
}

/// The texts of the controls in German.
public final class GermanStrings: ControlStrings {
  /// The only instance.
  public static let shared = GermanStrings()

  private init() {}

  public func text(_ message: ControlMessage) -> StatusMessage {
    switch message {
    case .noTokens: "Keine Einträge"
    case .caret(let caret): "Cursor \(text(caret)), nichts ausgewählt"
    case .tokens(let count, let areRecipients, let problems, let areMore):
      StatusMessage(Self.tokens(count, areRecipients, problems, areMore))
    case .selectedTokens(let count, let all, let caret):
      "\(count) von \(all) ausgewählt, Cursor \(text(caret))"
    case .selectedText(let count, let all, 0):
      "\(count) von \(Self.characters(all)) ausgewählt, Cursor vor dem ersten Zeichen"
    case .selectedText(let count, let all, let before):
      "\(count) von \(Self.characters(all)) ausgewählt, Cursor nach Zeichen \(before)"
    case .selected(0, let characters, let caret):
      "\(Self.characters(characters)) ausgewählt, Cursor \(text(caret))"
    case .selected(let tokens, let characters, let caret):
      "\(Self.tokens(tokens)) und \(Self.characters(characters)) ausgewählt, Cursor \(text(caret))"
    case .completions(let count, let areMore): StatusMessage(Self.suggestions(count, areMore))
    case .completion(let name, let number, let count, let areMore):
      "\(Self.suggestions(count, areMore)), \(number).: \(userText: name)"
    case .editing: "Bearbeiten. Eingabetaste: übernehmen, Esc: abbrechen"
    case .moreTokens(let count): "+ \(count) weitere"
    case .moreCharacters(let count): "\(count) weitere\(count == 1 ? "s" : "") Zeichen"
    case .emailAddress(.missingAt): "In der E-Mail-Adresse fehlt @"
    case .emailAddress(.invalidCharacter(" ")): "Die E-Mail-Adresse darf kein Leerzeichen enthalten"
    case .emailAddress(.invalidCharacter(let character)):
      "Die E-Mail-Adresse darf „\(DisplaySanitizer.sanitized(character))“ nicht enthalten"
    case .emailAddress(.incomplete): "Die E-Mail-Adresse ist unvollständig"
    case .problem(let problem, let token): "„\(userText: token)“: \(problem)"
    case .tooLongToEdit: "Dieser Eintrag ist zu lang zum Bearbeiten"
    case .notEditable(let token): "„\(userText: token)“ kann nicht als Text bearbeitet werden"
    case .notToken(let text): "„\(userText: text)“ ist kein gültiger Eintrag"
    case .alreadyExists(let token): "„\(userText: token)“ ist schon vorhanden"
    case .movedHere(let token): "Der vorhandene Eintrag „\(userText: token)“ wurde hierher verschoben"
    case .maximumTextLength: "Der Text hat die maximale Länge"
    case .pasting: "Wird eingefügt … Esc: abbrechen"
    case .pastingBriefly: "Wird eingefügt …"
    case .pastingCancelled: "Einfügen abgebrochen"
    case .nothingToPaste: "Nichts zum Einfügen"
    case .pastingTimedOut: "Zeitüberschreitung beim Einfügen"
    case .tooManyPastes: "Zu viele Einfügevorgänge"
    case .tooLargeToPaste(let limit): "Nicht eingefügt: größer als \(limit / 1_048_576) MB"
    case .tooLongToPaste: "Nicht eingefügt: Der Text ist zu lang"
    case .unreadableClipboard:
      "Der Inhalt der Zwischenablage ist nicht lesbar. Kopieren Sie ihn noch einmal als Text."
    case .notPasted(let duplicates, 0): StatusMessage(Self.duplicates(duplicates))
    case .notPasted(0, let uncopyable): StatusMessage(Self.uncopyable(uncopyable))
    case .notPasted(let duplicates, let uncopyable):
      "\(Self.duplicates(duplicates)), \(Self.uncopyable(uncopyable))"
    }
  }

  private func text(_ caret: CaretDescription) -> StatusMessage {
    switch caret {
    case .inText(let after, let all): "im Text, nach \(after) von \(Self.characters(all))"
    case .inTextBriefly: "im Text"
    case .before(let token): "vor „\(userText: token)“"
    case .afterLastToken: "nach dem letzten Eintrag"
    case .atEnd: "am Ende"
    }
  }

  private static func tokens(_ number: Int, _ areRecipients: Bool, _ problems: Int, _ areMore: Bool) -> String
  {
    let noun = areRecipients ? "Empfänger" : number == 1 ? "Eintrag" : "Einträge"
    let tokens = "\(number == 0 ? "Keine" : "\(number)") \(noun)"
    if problems == 0 { return tokens }
    return "\(tokens), \(areMore ? "mindestens " : "")\(problems) Problem\(problems == 1 ? "" : "e")"
  }

  private static func tokens(_ number: Int) -> String { number == 1 ? "1 Eintrag" : "\(number) Einträge" }

  /// The plural is equal to the singular.
  private static func characters(_ number: Int) -> String { "\(number) Zeichen" }

  private static func suggestions(_ number: Int, _ areMore: Bool) -> String {
    areMore ? "mindestens \(number) Vorschläge" : number == 1 ? "1 Vorschlag" : "\(number) Vorschläge"
  }

  private static func duplicates(_ number: Int) -> String {
    number == 1 ? "1 Eintrag ist schon vorhanden" : "\(number) Einträge sind schon vorhanden"
  }

  private static func uncopyable(_ number: Int) -> String {
    "\(tokens(number)) \(number == 1 ? "kann" : "können") nicht verdoppelt werden"
  }

  public func text(_ label: ControlLabel) -> String {
    switch label {
    case .edit: "Bearbeiten"
    case .undo: "Rückgängig"
    case .redo: "Wiederholen"
    case .cut: "Ausschneiden"
    case .copy: "Kopieren"
    case .paste: "Einfügen"
    case .delete: "Löschen"
    case .selectAll: "Alles auswählen"
    case .deleteKey: "Entf"
    case .controlKey: "Strg"
    case .move: "Verschieben"
    case .moveTo: "Verschieben nach …"
    case .moveByKeyboard: "Pfeiltasten: verschieben · Klick: dorthin · Eingabetaste: fertig · Esc: abbrechen"
    case .moveByClick: "Neue Position anklicken · Esc: abbrechen"
    case .waitsForKeyboard: "Wartet, bis ein anderes Programm die Tastatur freigibt"
    case .keysDropped: "Tasten von zuvor wurden ignoriert. Nach einer Pause weitertippen."
    }
  }
}
