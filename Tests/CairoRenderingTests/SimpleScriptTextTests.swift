import Scene
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Simple-script text` {
  private static func isPlain(_ string: String) -> Bool { SimpleScriptText.contains(string.utf8Span) }

  private static let scalars = (0...0x10FFFF as ClosedRange<UInt32>)
    .compactMap { Unicode.Scalar($0) }.filter { isPlain(String($0)) }

  /// Returns the letters of a script, identified by their Unicode names.
  private static func letters(of script: String) -> [Unicode.Scalar] {
    scalars.filter { $0.properties.isAlphabetic && $0.properties.name?.hasPrefix(script) == true }
  }

  @Test func `contains no characters that need layout by Pango`() {
    for scalar in Self.scalars {
      let properties = scalar.properties
      let excluded: [Unicode.GeneralCategory] = [
        .unassigned, .control, .format, .privateUse, .surrogate, .lineSeparator,
        .paragraphSeparator,
      ]
      let isAllowed =
        !excluded.contains(properties.generalCategory) && !properties.isEmojiPresentation
        && !properties.isDefaultIgnorableCodePoint
      if !isAllowed { Issue.record("\(String(scalar.value, radix: 16)) is not simple-script text") }
    }
    #expect(Self.scalars.count > 1000)
  }

  @Test(arguments: ["LATIN", "GREEK", "CYRILLIC"])
  func `contains letters of only one script`(script: String) throws {
    let letters = Self.letters(of: script)
    let others = ["LATIN", "GREEK", "CYRILLIC"].filter { $0 != script }.flatMap(Self.letters)
    #expect(letters.count > 60 && others.count > 200)
    let first = try #require(letters.first)
    for letter in letters where !Self.isPlain("\(first)1 \(letter)") {
      Issue.record("\(letter) is not of the script of \(first)")
    }
    for letter in others where Self.isPlain("\(first)1 \(letter)") {
      Issue.record("\(letter) is accepted as the script of \(first)")
    }
  }

  @Test(arguments: ["", "Re-enter password", "naïve “5 €” — 3 × 4", "q̃", "Πάντα", "ёлка 7"])
  func `includes common text`(text: String) { #expect(Self.isPlain(text)) }

  @Test(arguments: [
    "שלום", "漢字", "a\nb", "a\tb", "👍", "a\u{200B}", "\u{202E}a", "ﬁ", "aЖ", "ёлка №",
  ])
  func `excludes all other text`(text: String) { #expect(!Self.isPlain(text)) }

  @Test func `is laid out by Pango when the font lacks a letter`() throws {
    let renderer = try Renderer(fonts: .test)
    let style = TextStyle(family: "Inter", size: 13)
    #expect(renderer.shaper.line("a\u{2252}", style: style) is PangoLine)
    #expect(renderer.shaper.line("a=", style: style) is HarfBuzzLine)
  }
}
