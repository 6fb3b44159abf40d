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

  /// What is set by HarfBuzz alone and what Pango lays out, which a character without width brings
  /// in.
  @Test(arguments: 0..<40) func `is measured and drawn as Pango does`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let renderer = try Renderer(fonts: .test)
    let text = Self.randomText(using: &generator)
    let weights = [TextStyle.Weight.regular, .medium, .semibold, .bold]
    let style = TextStyle(
      family: "Inter", size: .random(in: 9...40, using: &generator),
      weight: weights.randomElement(using: &generator) ?? .regular)
    let plain = renderer.metrics(of: text, style: style)
    let byPango = renderer.metrics(of: text + "\u{200B}", style: style)
    #expect(renderer.shaper.line(text, style: style) is PlainLine)
    #expect(renderer.shaper.line(text + "\u{200B}", style: style) is PangoLine)
    // Pango rounds each glyph to 1/1024 of a pixel.
    #expect(abs(plain.advance - byPango.advance) < 0.002 * Double(text.count + 1))
    #expect(abs(plain.height - byPango.height) < 0.01)
    let difference = PictureDifference(
      try picture(text, style, by: renderer), try picture(text + "\u{200B}", style, by: renderer))
    // Cairo samples fifteen rows of a pixel, FreeType knows it exactly.
    #expect(difference.maxDifference <= 56)
  }

  private static func randomText(using generator: inout SeededGenerator) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,-@éÅßñ€")
    return String(
      (0..<Int.random(in: 1...24, using: &generator)).map { _ in
        letters.randomElement(using: &generator) ?? "a"
      })
  }

  private func picture(
    _ text: String, _ style: TextStyle, by renderer: Renderer
  ) throws -> ImageBuffer {
    var list = DisplayList()
    list.text(
      text, style, .black, at: Point(x: 4.5, y: 45),
      metrics: renderer.metrics(of: text, style: style), placement: .exact)
    let image = ImageBuffer(width: 700, height: 60)
    try image.withBitmap { bitmap throws(RenderingError) in try renderer.draw(list, into: bitmap) }
    return image
  }

  @Test func `goes to Pango where its font lacks a letter`() throws {
    let renderer = try Renderer(fonts: .test)
    let style = TextStyle(family: "Inter", size: 13)
    #expect(renderer.shaper.line("a\u{2252}", style: style) is PangoLine)
    #expect(renderer.shaper.line("a=", style: style) is PlainLine)
  }
}
