import Scene
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Plain text` {
  private static func isPlain(_ string: String) -> Bool { PlainText.contains(string.utf8Span) }

  private static let scalars = (0...0x10FFFF as ClosedRange<UInt32>)
    .compactMap { Unicode.Scalar($0) }.filter { isPlain(String($0)) }

  /// The letters of each script, told by their names.
  private static func letters(of script: String) -> [Unicode.Scalar] {
    scalars.filter { $0.properties.isAlphabetic && $0.properties.name?.hasPrefix(script) == true }
  }

  @Test func `is nothing that a line must be ordered, split or guessed for`() {
    for scalar in Self.scalars {
      let properties = scalar.properties
      let outsiders: [Unicode.GeneralCategory] = [
        .unassigned, .control, .format, .privateUse, .surrogate, .lineSeparator,
        .paragraphSeparator,
      ]
      let isRight =
        !outsiders.contains(properties.generalCategory) && !properties.isEmojiPresentation
        && !properties.isDefaultIgnorableCodePoint
      if !isRight { Issue.record("\(String(scalar.value, radix: 16)) is not plain") }
    }
    #expect(Self.scalars.count > 1000)
  }

  @Test(arguments: ["LATIN", "GREEK", "CYRILLIC"])
  func `is of one script at a time`(script: String) throws {
    let letters = Self.letters(of: script)
    let others = ["LATIN", "GREEK", "CYRILLIC"].filter { $0 != script }.flatMap(Self.letters)
    #expect(letters.count > 60 && others.count > 200)
    let first = try #require(letters.first)
    for letter in letters where !Self.isPlain("\(first)1 \(letter)") {
      Issue.record("\(letter) is not of the script of \(first)")
    }
    for letter in others where Self.isPlain("\(first)1 \(letter)") {
      Issue.record("\(letter) is taken for the script of \(first)")
    }
  }

  @Test(arguments: ["", "Re-enter password", "naïve “5 €” — 3 × 4", "q̃", "Πάντα", "ёлка 7"])
  func `is what people mostly write`(text: String) { #expect(Self.isPlain(text)) }

  @Test(arguments: [
    "שלום", "漢字", "a\nb", "a\tb", "👍", "a\u{200B}", "\u{202E}a", "ﬁ", "aЖ", "ёлка №",
  ])
  func `is nothing else`(text: String) { #expect(!Self.isPlain(text)) }

  @Test func `goes to Pango where its font lacks a letter`() throws {
    let renderer = try Renderer(fonts: .test)
    let style = TextStyle(family: "Inter", size: 13)
    #expect(renderer.shaper.line("a\u{2252}", style: style) is PangoLine)
    #expect(renderer.shaper.line("a=", style: style) is PlainLine)
  }
}
