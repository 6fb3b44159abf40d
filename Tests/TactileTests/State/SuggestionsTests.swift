import Controls
import Files
import Glibc
import ScreenDriver
import Testing
import X11Shell

@testable import Tactile

@Suite struct `What the token field suggests` {
  @Test func `is what was entered, the newest first, and then what a file lists`() throws {
    let folder = try TemporaryFolder()
    let list = "anna@b.example\n  \nant@b.example \r\n"
    try AtomicFile(folder: folder.path, name: "list").replace(with: Array(list.utf8).span)
    let first = Suggestions(listPath: folder.path + "/list", xdgStateHome: folder.path)
    try first.loadAll()
    #expect(first.texts(of: "an") == ["anna@b.example", "ant@b.example"])
    first.note("andy@b.example")
    first.note("anke@b.example")
    first.note("andy@b.example")
    first.keep()

    let second = Suggestions(listPath: folder.path + "/list", xdgStateHome: folder.path)
    #expect(second.texts(of: "an").isEmpty, "it is read when it is told to be")
    try second.loadAll()
    let texts = ["andy@b.example", "anke@b.example", "anna@b.example", "ant@b.example"]
    #expect(second.texts(of: "an") == texts)
  }

  @Test func `is what was entered in any window, the last that closes first`() throws {
    let folder = try TemporaryFolder()
    let windows = ["andy@b.example", "anke@b.example"].map { text in
      let suggestions = Suggestions(xdgStateHome: folder.path)
      return (suggestions, text)
    }
    for (suggestions, text) in windows {
      try suggestions.loadAll(hasList: false)
      suggestions.note(text)
    }
    for (suggestions, _) in windows { suggestions.keep() }
    let kept = try ListFile.lines(at: folder.path + "/tactile/recipients")
    #expect(kept == ["anke@b.example", "andy@b.example"])
    windows[0].0.note("andy@b.example")
    windows[0].0.keep()
    #expect(try ListFile.lines(at: folder.path + "/tactile/recipients") == kept.reversed())
  }

  @Test func `is found without its accents, before and after the list was read`() throws {
    let folder = try TemporaryFolder()
    try AtomicFile(folder: folder.path, name: "list").replace(with: Array("ÖRJAN Ek\n".utf8).span)
    let suggestions = Suggestions(listPath: folder.path + "/list", xdgStateHome: folder.path)
    suggestions.note("José@b.example")
    #expect(suggestions.texts(of: "jose") == ["José@b.example"])
    try suggestions.loadAll()
    suggestions.note("Łódź@b.example")
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
    // These are other letters, or other words.
    ("ガ", "カ\u{3099}"), ("कि", "कि"), ("क़", "क\u{93C}"), ("กุ", "กุ"), ("ø", "ø"), ("ł", "ł"),
    ("한", "\u{1112}\u{1161}\u{11AB}"), ("👍🏽", "👍🏽"),
  ]) func `has letters that differ in case and accents alone for the same`(
    character: Character, folded: String
  ) {
    #expect(Array(character.withoutMarks.unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test func `is nothing where there is no place to keep it, and no list`() throws {
    let suggestions = Suggestions()
    try suggestions.loadAll(hasList: false)
    suggestions.note("andy@b.example")
    suggestions.keep()
    #expect(suggestions.texts(of: "an") == ["andy@b.example"])
  }

  @Test func `leaves what cannot be read as it is`() throws {
    let folder = try TemporaryFolder()
    try #require(mkdir(folder.path + "/tactile", 0o700) == 0)
    try #require(mkdir(folder.path + "/tactile/recipients", 0o700) == 0)
    let suggestions = Suggestions(xdgStateHome: folder.path)
    try suggestions.loadAll(hasList: false)
    suggestions.note("andy@b.example")
    suggestions.keep()
    #expect(suggestions.texts(of: "an") == ["andy@b.example"])
    #expect(rmdir(folder.path + "/tactile/recipients") == 0)
    #expect(rmdir(folder.path + "/tactile") == 0, "nothing was written beside it")
  }

  @Test func `keeps no more than it may, and nothing that is no line`() throws {
    let folder = try TemporaryFolder()
    let suggestions = Suggestions(xdgStateHome: folder.path)
    for index in 0..<Suggestions.memory + 5 { suggestions.note("u\(index)@b.example") }
    suggestions.note("a\nb")
    suggestions.note(String(repeating: "x", count: Suggestions.longestText + 1))
    suggestions.keep()
    let kept = try ListFile.lines(at: folder.path + "/tactile/recipients")
    #expect(kept.count == Suggestions.memory)
    #expect(kept.first == "u\(Suggestions.memory + 4)@b.example")
  }
}

extension `What the token field suggests` {
  @Test func `is there while a list is read, and above what that has afterwards`() throws {
    let folder = try TemporaryFolder()
    let list = "anna@b.example\nant@b.example\n"
    try AtomicFile(folder: folder.path, name: "list").replace(with: Array(list.utf8).span)
    let suggestions = Suggestions(listPath: folder.path + "/list", xdgStateHome: folder.path)
    let wakeSource = try WakeSource()
    suggestions.load(waking: wakeSource)
    suggestions.note("ant@b.example")
    #expect(suggestions.texts(of: "an") == ["ant@b.example"])
    try wakeSource.waitForWake()
    #expect(suggestions.texts(of: "an") == ["ant@b.example"], "it is taken in when told to be")
    suggestions.takeIn()
    #expect(suggestions.texts(of: "an") == ["ant@b.example", "anna@b.example"])
  }
}

@Suite struct `A file of lines` {
  private static let files: [([UInt8], [String])] = [
    ([], []), (Array("a".utf8), ["a"]), (Array("a\n\n b\t\r\nc d\n".utf8), ["a", "b", "c d"]),
    ([0x61, 0xFF, 0x0A, 0x00, 0x0A], ["a\u{FFFD}", "\0"]),
  ]

  @Test(arguments: files) func `is read line by line, without the spaces around them`(
    bytes: [UInt8], lines: [String]
  ) {
    #expect(ListFile.lines(in: bytes) == lines)
  }

  @Test func `that is not there is told of`() {
    #expect(throws: (any Error).self) { try ListFile.lines(at: "/nowhere/at/all") }
  }
}

extension Suggestions {
  /// Reads all that there is, and waits for it.
  fileprivate func loadAll(hasList: Bool = true) throws {
    let wakeSource = try WakeSource()
    load(waking: wakeSource)
    guard hasList else { return }
    try wakeSource.waitForWake()
    takeIn()
  }

  fileprivate func texts(of text: String) -> [String] {
    completions(of: text, limit: 10).map(\.text)
  }
}
