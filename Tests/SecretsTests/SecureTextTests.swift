import Scene
import TestSupport
import Testing

@testable import Secrets

@Suite struct `Secure text` {
  @Test func `starts empty`() {
    let text = SecureText()
    #expect(text.isEmpty == true)
    #expect(text.byteCount == 0)
    #expect(text.graphemeCount == 0)
    #expect(text.grapheme(at: 0) == nil)
  }

  @Test(arguments: [
    ("Passw0rd!", 9, 9, 9),
    ("e\u{301}", 3, 2, 1),
    ("\u{e9}", 2, 1, 1),
    ("👨‍👩‍👧‍👦", 25, 7, 1),
    ("🇩🇪🇫🇷", 16, 4, 2),
    (" ", 1, 1, 1),
  ])
  func `counts bytes, scalars and graphemes`(
    string: String, bytes: Int, scalars: Int, graphemes: Int
  ) {
    let text = SecureText(string)
    #expect(text.byteCount == bytes)
    #expect(text.string.unicodeScalars.count == scalars)
    #expect(text.graphemeCount == graphemes)
  }

  @Test func `provides its graphemes one by one`() {
    let text = SecureText("ae\u{301}👍🏽")
    #expect(text.graphemes == ["a", "e\u{301}", "👍🏽"])
    #expect(text.grapheme(at: 1) == "e\u{301}")
    #expect(text.grapheme(at: 3) == nil)
    #expect(text.grapheme(at: -1) == nil)
  }

  @Test(arguments: 0..<50) func `has the graphemes of a string`(seed: Int) {
    let parts: [Unicode.Scalar] = [
      "a", "~", " ", "e", "\u{301}", "\u{200d}", "👩", "🏽", "🇩", "\u{600}", "क", "\u{94d}", "ᄒ", "ᅡ",
    ]
    var random = SeededGenerator(seed: seed)
    var scalars = String.UnicodeScalarView()
    for _ in 0..<40 { scalars.append(parts.randomElement(using: &random) ?? "a") }
    let string = String(scalars)
    let text = SecureText(string)
    #expect(text.graphemes == string.map { String($0) })
    #expect(text.graphemeCount == string.count)
    for (index, character) in string.enumerated() { #expect(text.grapheme(at: index) == String(character)) }
  }

  @Test func `breaks between ASCII characters as a string does`() {
    let pairs = "a\n\r\0\u{7f}".utf8.flatMap { second in (0..<0x80 as Range<UInt8>).flatMap { [$0, second] } }
    var text = SecureText()
    for byte in pairs { text.append(ascii: byte) }
    #expect(text.graphemes == String(decoding: pairs, as: UTF8.self).map { String($0) })
  }

  @Test func `provides graphemes to a renderer for any handle`() {
    func lend(_ secret: borrowing some SecretTextSource & ~Copyable, at index: Int) -> String? {
      var found: String?
      secret.withGrapheme(at: index, of: SecretHandle()) {
        found = String(decoding: $0)
      }
      return found
    }
    let text = SecureText("ab")
    #expect(lend(text, at: 1) == "b")
    #expect(lend(text, at: 2) == nil)
  }

  @Test func `copies its content to separate memory`() {
    var text = SecureText("one")
    let copy = text.copy()
    #expect(copy.generation == text.generation)
    text.removeAll()
    #expect(copy.string == "one")
    #expect(text.isEmpty == true)
  }

  @Test func `P10 wipes removed text immediately`() {
    var text = SecureText("a long secret")
    text.remove(graphemes: 1..<13)
    #expect(text.string == "a")
    #expect(text.slack.allSatisfy { $0 == 0 })
    text.removeAll()
    #expect(text.isEmpty == true)
    #expect(text.slack.count == SecureText.byteCapacity)
    #expect(text.slack.allSatisfy { $0 == 0 })
  }
}
