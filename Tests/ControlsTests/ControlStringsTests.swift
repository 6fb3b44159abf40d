import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Control strings` {
  private static let languages: [any ControlStrings] = [EnglishStrings.shared, GermanStrings.shared]

  private static let name = "\u{5D0}-name"

  private static let carets: [CaretDescription] = [
    .inText(after: 3, of: 5), .inTextBriefly, .before(token: name), .afterLastToken, .atEnd,
  ]

  private static let addressProblems: [EmailAddress.Problem] = [
    .missingAt, .invalidCharacter(" "), .invalidCharacter("ö"), .incomplete,
  ]

  /// Messages of all cases, for the counts 1 and 2 where they have one.
  private static let messages: [ControlMessage] =
    carets.map { .caret($0) }
    + [1, 2].flatMap { count -> [ControlMessage] in
      [
        .selectedTokens(count, of: 7, caret: .atEnd), .selectedText(count, of: 7, before: 0),
        .selectedText(count, of: 7, before: count), .selected(tokens: 0, characters: count, caret: .atEnd),
        .selected(tokens: count, characters: 3, caret: .atEnd), .completions(count, areMore: false),
        .completion(name, number: count, of: 2, areMore: true), .notPasted(duplicates: count, uncopyable: 0),
        .notPasted(duplicates: 0, uncopyable: count), .notPasted(duplicates: count, uncopyable: count),
        .moreCharacters(count), .tokensSelected(count, of: 7), .tokensAdded(count), .tokensDeleted(count),
      ]
    } + [
      .noTokens, .editing, .problem("Problem", token: name), .tooLongToEdit, .notEditable(name),
      .notToken(name), .alreadyExists(name), .movedHere(name), .maximumTextLength, .pasting, .pastingBriefly,
      .pastingCancelled, .nothingToPaste, .pastingTimedOut, .tooManyPastes,
      .tooLargeToPaste(limit: 16 << 20), .tooLongToPaste, .unreadableClipboard, .tokenAdded(name), .undone,
    ] + addressProblems.map { .emailAddress($0) }

  private static let labels: [ControlLabel] = [
    .edit, .undo, .redo, .cut, .copy, .copied, .paste, .delete, .selectAll, .deleteKey, .move, .moveTo,
    .moveByKeyboard, .moveByClick, .newToken, .newRecipient, .suggestions,
  ]

  @Test func `differ for each message and each label`() {
    for strings in Self.languages {
      let texts = Self.messages.map { strings.text($0).text } + Self.labels.map { strings.text($0) }
      // Delete is a command and a key.
      #expect(Set(texts).count == texts.count && !texts.contains(""))
    }
  }

  @Test(arguments: messages) func `isolate right-to-left names in each language`(message: ControlMessage) {
    let texts = Self.languages.map { $0.text(message).text }
    let hasName = texts.map { $0.contains("\u{2068}\(Self.name)\u{2069}") }
    #expect(hasName[0] == hasName[1], "\(texts)")
    if case .problem = message { return }
    #expect(texts[0] != texts[1])
  }

  @Test(arguments: [
    (
      ControlMessage.selected(tokens: 1, characters: 1, caret: .atEnd),
      "1 token and 1 character selected, caret at the end",
      "1 Eintrag und 1 Zeichen ausgewählt, Cursor am Ende"
    ),
    (
      .selected(tokens: 2, characters: 3, caret: .atEnd),
      "2 tokens and 3 characters selected, caret at the end",
      "2 Einträge und 3 Zeichen ausgewählt, Cursor am Ende"
    ),
    (
      .selectedText(1, of: 1, before: 0), "1 of 1 character selected, caret before the first character",
      "1 von 1 Zeichen ausgewählt, Cursor vor dem ersten Zeichen"
    ),
    (
      .selectedText(1, of: 1, before: 1), "1 of 1 character selected, caret after character 1",
      "1 von 1 Zeichen ausgewählt, Cursor nach Zeichen 1"
    ),
    (
      .caret(.inText(after: 1, of: 1)), "Caret in text, after 1 of 1 character, no selection",
      "Cursor im Text, nach 1 von 1 Zeichen, nichts ausgewählt"
    ),
    (.completions(1, areMore: false), "1 suggestion", "1 Vorschlag"),
    (.moreCharacters(1), "1 more character", "1 weiteres Zeichen"),
    (.moreCharacters(2), "2 more characters", "2 weitere Zeichen"),
    (
      .completion("a", number: 2, of: 100, areMore: true), "100 or more suggestions, second: a",
      "mindestens 100 Vorschläge, 2.: a"
    ),
    (
      .notPasted(duplicates: 1, uncopyable: 2), "1 token already exists, 2 tokens cannot be duplicated",
      "1 Eintrag ist schon vorhanden, 2 Einträge können nicht verdoppelt werden"
    ),
    (
      .notPasted(duplicates: 2, uncopyable: 1), "2 tokens already exist, 1 token cannot be duplicated",
      "2 Einträge sind schon vorhanden, 1 Eintrag kann nicht verdoppelt werden"
    ),
    (.moreTokens(2), "+ 2 more", "+ 2 weitere"),
  ])
  func `have the right plural forms`(message: ControlMessage, english: String, german: String) {
    #expect(EnglishStrings.shared.text(message).text == english)
    #expect(GermanStrings.shared.text(message).text == german)
  }

  @Test(arguments: [
    (["LC_MESSAGES": "de_AT.UTF-8"], true), (["LC_MESSAGES": "de"], true), (["LANG": "de_DE@euro"], true),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_US.UTF-8"], false),
    (["LANG": "en_US.UTF-8", "LC_MESSAGES": "", "LC_ALL": ""], false),
    (["LC_ALL": "de_DE.UTF-8", "LC_MESSAGES": "C"], true), (["LC_ALL": "C", "LC_MESSAGES": "de_DE"], false),
    (["LANG": "del_XX"], false), (["LANG": "fr_FR.UTF-8"], false), ([:], false),
  ])
  func `are chosen by the locale of messages`(variables: [String: String], isGerman: Bool) {
    let strings = ControlTranslations.preferred { variables[$0] }
    #expect(strings === (isGerman ? GermanStrings.shared : EnglishStrings.shared) as any ControlStrings)
  }

  @Test func `of a token field change with its environment`() {
    var field = ControlHarness(tokens: ["a"])
    field.press(.right)
    #expect(field.control.status == "Caret after the last token, no selection")
    field.environment.strings = GermanStrings.shared
    #expect(field.control.status == "Cursor nach dem letzten Eintrag, nichts ausgewählt")
    field.press(.menu)
    field.advance(by: .seconds(1))
    #expect(field.overlay.texts.contains("Einfügen") && field.overlay.texts.contains("Strg+V"))
  }

  @Test func `of a field of email addresses change with its environment`() {
    let field = TokenField(
      ["jo", "j\u{20AC}@b.example"], validation: EmailAddress.problem,
      in: Environment(text: FixedTextMetrics())
    )
    var harness = ControlHarness(field)
    harness.control.layOut(at: .zero, width: 300, at: .zero)
    harness.control.focus(0, at: .zero)
    harness.press(.right)
    #expect(harness.control.status == "“jo”: Email address must contain @")
    harness.environment.strings = GermanStrings.shared
    #expect(harness.control.status == "„jo“: In der E-Mail-Adresse fehlt @")
    harness.press(.right)
    #expect(
      harness.control.status == "„j\u{20AC}@b.example“: Die E-Mail-Adresse darf „\u{20AC}“ nicht enthalten")
  }

  @Test func `of a field that counts have its tokens and problems, and the problem at the caret`() {
    var configuration = TokenFieldConfiguration()
    configuration.status = .recipientCount
    func field(_ texts: [String]) -> ControlHarness<TokenField<TextTokenAdapter>> {
      var harness = ControlHarness(
        TokenField(
          texts, validation: EmailAddress.problem, configuration: configuration,
          in: Environment(text: FixedTextMetrics())))
      harness.control.layOut(at: .zero, width: 600, at: .zero)
      harness.control.focus(0, at: .zero)
      return harness
    }
    var harness = field(["jo", "a@b", "c@d"])
    #expect(harness.control.status == "3 recipients, 1 problem")
    harness.press(.right)
    #expect(harness.control.status == "3 recipients, 1 problem. “jo”: Email address must contain @")
    harness.press(.backspace)
    harness.press(.backspace)
    #expect(harness.control.status == "2 recipients")
    harness.environment.strings = GermanStrings.shared
    #expect(harness.control.status == "2 Empfänger")
    #expect(field([]).control.status == "No recipients")
    // The end of a long list was not laid out.
    #expect(field(Array(repeating: "x", count: 2000)).control.status.hasPrefix("2000 recipients, "))
    #expect(field(Array(repeating: "x", count: 2000)).control.status.hasSuffix(" or more problems"))
    configuration.status = .tokenCount
    #expect(field(["a@b"]).control.status == "1 token" && field([]).control.status == "No tokens")
  }

  @Test func `of a floating button change with its environment`() {
    var button = FloatingButton(in: Environment(text: FixedTextMetrics()))
    #expect(button.menu.items.first?.label == "Move")
    var environment = button.environment
    environment.strings = GermanStrings.shared
    button.update(environment, at: .zero)
    #expect(button.menu.items.first?.label == "Verschieben")
  }
}
