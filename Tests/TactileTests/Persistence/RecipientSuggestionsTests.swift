import Controls
import Glibc
import Motion
import Scene
import ScreenDriver
import System
import TestSupport
import Testing
import Windowing

@testable import Tactile

@Suite struct `Recipient suggestions` {
  @Test func `list entered texts first, newest first, then the completion file`() throws {
    let directory = try TemporaryDirectory()
    let list = "anna@b.example\n  \nant@b.example \r\n"
    try AtomicFile(directory: directory.path, name: "list").replace(with: Array(list.utf8).span)
    let first = RecipientSuggestions(completionsPath: directory.path + "/list", in: directory.path)
    try first.loadAll()
    #expect(first.texts(of: "an") == ["anna@b.example", "ant@b.example"])
    first.record("andy@b.example")
    first.record("anke@b.example")
    first.record("andy@b.example")
    first.save()

    let second = RecipientSuggestions(completionsPath: directory.path + "/list", in: directory.path)
    #expect(second.texts(of: "an").isEmpty, "the file is loaded on request")
    try second.loadAll()
    let texts = ["andy@b.example", "anke@b.example", "anna@b.example", "ant@b.example"]
    #expect(second.texts(of: "an") == texts)
  }

  /// Passes the actions of a field on, as the window does.
  private func record(_ actions: [TokenField<TextTokenAdapter>.Action], in suggestions: RecipientSuggestions)
  {
    for action in actions {
      switch action {
      case .changed(let change):
        change.removed.forEach(change.isUndo ? suggestions.recordUndone : suggestions.recordRemoved)
        change.inserted.forEach(suggestions.recordInserted)
      case .entered: break
      }
    }
  }

  @Test func `forget a text whose token was undone, but not one that was deleted or known before`() throws {
    let directory = try TemporaryDirectory()
    let suggestions = RecipientSuggestions(in: directory.path)
    suggestions.record("old@b.example")
    var field = TokenField([], adapter: TextTokenAdapter(), in: Environment(text: FixedTextMetrics()))
    field.layOut(at: .zero, width: 400, at: .zero)
    field.focus(0, at: .zero)
    for (keys, expected) in [
      ("new@b.example,", ["new@b.example", "old@b.example"]), ("undo", ["old@b.example"]),
      ("redo", ["new@b.example", "old@b.example"]), ("delete", ["new@b.example", "old@b.example"]),
      ("undo", ["new@b.example", "old@b.example"]), ("old@b.example,", ["old@b.example", "new@b.example"]),
      ("undo", ["old@b.example", "new@b.example"]),
    ] {
      let presses =
        switch keys {
        case "undo": [KeyPress(.character("z"), modifiers: .control)]
        case "redo": [KeyPress(.character("y"), modifiers: .control)]
        case "delete": [KeyPress(.backspace, modifiers: .control)]
        default: keys.unicodeScalars.map { KeyPress(.character($0), text: TypedText($0)) }
        }
      for press in presses { record(field.handle(.keyPressed(press), at: .zero).actions, in: suggestions) }
      #expect(suggestions.texts(of: "b.ex") == expected, "\(keys)")
    }
    suggestions.save()
    #expect(
      try LineFile.lines(at: directory.path + "/tactile/recipients") == ["old@b.example", "new@b.example"])
  }

  @Test func `forget a text whose token was deleted and returned before its creation was undone`() throws {
    let directory = try TemporaryDirectory()
    let suggestions = RecipientSuggestions(in: directory.path)
    var field = TokenField([], adapter: TextTokenAdapter(), in: Environment(text: FixedTextMetrics()))
    field.layOut(at: .zero, width: 400, at: .zero)
    field.focus(0, at: .zero)
    let typed = "new@b.example,".unicodeScalars.map { KeyPress(.character($0), text: TypedText($0)) }
    let undo = KeyPress(.character("z"), modifiers: .control)
    for press in typed + [KeyPress(.backspace, modifiers: .control), undo] {
      record(field.handle(.keyPressed(press), at: .zero).actions, in: suggestions)
    }
    #expect(suggestions.texts(of: "b.ex") == ["new@b.example"])
    record(field.handle(.keyPressed(undo), at: .zero).actions, in: suggestions)
    #expect(suggestions.texts(of: "b.ex").isEmpty)
  }

  @Test func `report once that they cannot be saved without a directory`() {
    var warnings: [String] = []
    let suggestions = RecipientSuggestions(in: nil) { warnings.append($0) }
    suggestions.save()
    #expect(warnings.isEmpty)
    suggestions.record("andy@b.example")
    suggestions.save()
    suggestions.save()
    #expect(warnings.count == 1 && warnings[0].contains("XDG_STATE_HOME and HOME"))
  }

  @Test func `merge the entered texts of all windows`() throws {
    let directory = try TemporaryDirectory()
    let windows = ["andy@b.example", "anke@b.example"].map { text in
      let suggestions = RecipientSuggestions(in: directory.path)
      return (suggestions, text)
    }
    for (suggestions, text) in windows {
      try suggestions.loadAll(hasList: false)
      suggestions.record(text)
    }
    for (suggestions, _) in windows { suggestions.save() }
    let saved = try LineFile.lines(at: directory.path + "/tactile/recipients")
    #expect(saved == ["anke@b.example", "andy@b.example"])
    windows[0].0.record("andy@b.example")
    windows[0].0.save()
    #expect(try LineFile.lines(at: directory.path + "/tactile/recipients") == saved.reversed())
  }

  @Test func `match without accents, before and after the file was loaded`() throws {
    let directory = try TemporaryDirectory()
    try AtomicFile(directory: directory.path, name: "list").replace(with: Array("ÖRJAN Ek\n".utf8).span)
    let suggestions = RecipientSuggestions(
      completionsPath: directory.path + "/list", in: directory.path)
    suggestions.record("José@b.example")
    #expect(suggestions.texts(of: "jose") == ["José@b.example"])
    try suggestions.loadAll()
    suggestions.record("Łódź@b.example")
    for (typed, found) in [
      ("jose", "José@b.example"), ("JOSE\u{301}", "José@b.example"), ("örj", "ÖRJAN Ek"),
      ("orjan", "ÖRJAN Ek"), ("łodz", "Łódź@b.example"),
    ] {
      #expect(suggestions.texts(of: typed) == [found], "\(typed)")
    }
  }

  @Test(arguments: [
    ("é", "e"), ("É", "e"), ("e\u{301}\u{323}", "e"), ("ộ", "o"), ("ß", "ss"), ("İ", "i"),
    ("Σ", "σ"),
    ("ς", "σ"), ("ά", "α"), ("й", "и"), ("שּׁ", "ש"), ("بّ", "ب"), ("l\u{335}", "l"), ("a", "a"),
    ("A", "a"),
    // These are different letters or words.
    ("ガ", "カ\u{3099}"), ("कि", "कि"), ("क़", "क\u{93C}"), ("กุ", "กุ"), ("ø", "ø"), ("ł", "ł"),
    ("한", "\u{1112}\u{1161}\u{11AB}"), ("👍🏽", "👍🏽"),
  ]) func `fold letters that differ only in case and accents`(
    character: Character, folded: String
  ) {
    #expect(Array(character.withoutMarks.unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test func `work without a state directory and a completion file`() throws {
    let suggestions = RecipientSuggestions()
    try suggestions.loadAll(hasList: false)
    suggestions.record("andy@b.example")
    suggestions.save()
    #expect(suggestions.texts(of: "an") == ["andy@b.example"])
  }

  @Test func `leave a file unchanged that cannot be read`() throws {
    let directory = try TemporaryDirectory()
    try #require(mkdir(directory.path + "/tactile", 0o700) == 0)
    try #require(mkdir(directory.path + "/tactile/recipients", 0o700) == 0)
    let suggestions = RecipientSuggestions(in: directory.path)
    try suggestions.loadAll(hasList: false)
    suggestions.record("andy@b.example")
    suggestions.save()
    #expect(suggestions.texts(of: "an") == ["andy@b.example"])
    #expect(rmdir(directory.path + "/tactile/recipients") == 0)
    #expect(rmdir(directory.path + "/tactile") == 0, "no other file was written")
  }

  @Test func `limit the number and length of texts, and ignore line breaks`() throws {
    let directory = try TemporaryDirectory()
    let suggestions = RecipientSuggestions(in: directory.path)
    for index in 0..<RecipientSuggestions.maximumEnteredCount + 5 {
      suggestions.record("u\(index)@b.example")
    }
    suggestions.record("a\nb")
    suggestions.record(String(repeating: "x", count: RecipientSuggestions.maximumTextLength + 1))
    suggestions.save()
    let saved = try LineFile.lines(at: directory.path + "/tactile/recipients")
    #expect(saved.count == RecipientSuggestions.maximumEnteredCount)
    #expect(saved.first == "u\(RecipientSuggestions.maximumEnteredCount + 4)@b.example")
    // The user may enter a text before the file is loaded.
    let next = RecipientSuggestions(in: directory.path)
    next.record("new@b.example")
    try next.loadAll(hasList: false)
    next.save()
    let texts = try LineFile.lines(at: directory.path + "/tactile/recipients")
    #expect(texts == ["new@b.example"] + saved.dropLast())
  }
}

extension `Recipient suggestions` {
  /// A window may be open for months.
  @Test func `need memory for a limited number of texts, and complete these and those of the file`() throws {
    let directory = try TemporaryDirectory()
    try AtomicFile(directory: directory.path, name: "list").replace(with: Array("u0@b.example".utf8).span)
    let suggestions = RecipientSuggestions(completionsPath: directory.path + "/list", in: directory.path)
    try suggestions.loadAll()
    let (count, limit) = (
      3 * RecipientSuggestions.maximumEnteredCount, RecipientSuggestions.maximumEnteredCount
    )
    for index in 0..<count {
      let token = TextToken(id: index, text: "u\(index)@b.example")
      suggestions.recordInserted(token)
      suggestions.recordRemoved(token)
    }
    #expect(suggestions.texts(of: "u0@") == ["u0@b.example"])
    #expect(suggestions.texts(of: "u\(count - limit - 1)@").isEmpty)
    #expect(suggestions.texts(of: "u\(count - limit)@") == ["u\(count - limit)@b.example"])
    for child in Mirror(reflecting: suggestions).children {
      guard let texts = child.value as? any Collection else { continue }
      #expect(texts.count <= limit, "\(child.label ?? "")")
    }
  }

  @Test func `are available while the file is loaded, and precede its entries`() throws {
    let directory = try TemporaryDirectory()
    let list = "anna@b.example\nant@b.example\n"
    try AtomicFile(directory: directory.path, name: "list").replace(with: Array(list.utf8).span)
    let suggestions = RecipientSuggestions(
      completionsPath: directory.path + "/list", in: directory.path)
    let wakeSource = try WakeSource()
    suggestions.load(waking: wakeSource)
    suggestions.record("ant@b.example")
    #expect(suggestions.texts(of: "an") == ["ant@b.example"])
    try wakeSource.waitForWake()
    #expect(suggestions.texts(of: "an") == ["ant@b.example"], "it is adopted on request")
    suggestions.adoptLoadedCompletions()
    #expect(suggestions.texts(of: "an") == ["ant@b.example", "anna@b.example"])
  }
}

@Suite struct `Line file` {
  private static let files: [([UInt8], [String])] = [
    ([], []), (Array("a".utf8), ["a"]), (Array("a\n\n b\t\r\nc d\n".utf8), ["a", "b", "c d"]),
    ([0x61, 0xFF, 0x0A, 0x00, 0x0A], ["a\u{FFFD}", "\0"]),
    (Array("\u{FEFF} a\n\u{FEFF}b".utf8), ["a", "\u{FEFF}b"]), (Array("\u{FEFF}".utf8), []),
  ]

  @Test(arguments: files) func `returns its lines without surrounding spaces`(
    bytes: [UInt8], lines: [String]
  ) {
    #expect(LineFile.lines(in: bytes) == lines)
  }

  @Test func `throws an error if it does not exist`() {
    #expect(throws: (any Error).self) { try LineFile.lines(at: "/nowhere/at/all") }
  }
}

extension RecipientSuggestions {
  /// Loads everything and waits for it.
  fileprivate func loadAll(hasList: Bool = true) throws {
    let wakeSource = try WakeSource()
    load(waking: wakeSource)
    guard hasList else { return }
    try wakeSource.waitForWake()
    adoptLoadedCompletions()
  }

  fileprivate func texts(of text: String) -> [String] {
    completions(of: text, limit: 10).map(\.text)
  }
}
