/// The texts of the controls in German.
public final class GermanStrings: ControlStrings {
  /// The only instance.
  public static let shared = GermanStrings()

  private init() {}

  public func text(_ message: ControlMessage) -> StatusMessage {
    switch message {
    case .noTokens: "Keine Einträge"
    case .caret(let caret): "Cursor \(text(caret)), nichts ausgewählt"
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
    case .quotation(let text): "„\(text)“"
    case .emailAddress(.missingAt): "In der E-Mail-Adresse fehlt @"
    case .emailAddress(.invalidCharacter(" ")): "Die E-Mail-Adresse darf kein Leerzeichen enthalten"
    case .emailAddress(.invalidCharacter(let character)):
      "Die E-Mail-Adresse darf „\(DisplaySanitizer.sanitized(character))“ nicht enthalten"
    case .emailAddress(.incomplete): "Die E-Mail-Adresse ist unvollständig"
    case .problem(let problem, let token): "\(userText: token): \(problem)"
    case .tooLongToEdit: "Dieser Eintrag ist zu lang zum Bearbeiten"
    case .notEditable(let token): "\(userText: token) kann nicht als Text bearbeitet werden"
    case .notToken(let text): "\(userText: "„\(text)“") ist kein gültiger Eintrag"
    case .alreadyExists(let token): "\(userText: token) ist schon vorhanden"
    case .movedHere(let token): "Der vorhandene Eintrag \(userText: token) wurde hierher verschoben"
    case .maximumTextLength: "Der Text hat die maximale Länge"
    case .pasting: "Wird eingefügt … Esc: abbrechen"
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
    case .before(let token): "vor \(userText: token)"
    case .afterLastToken: "nach dem letzten Eintrag"
    case .atEnd: "am Ende"
    }
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
    }
  }
}
