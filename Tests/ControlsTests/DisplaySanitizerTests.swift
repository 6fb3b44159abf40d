import Controls
import Scene
import TestSupport
import Testing

@Suite struct `Display sanitizer` {
  @Test(arguments: [
    ("\u{0}", "␀"), ("a\tb", "a␉b"), ("\r\n", "␍␊"), ("\u{1B}[2J", "␛[2J"), ("\u{7F}", "␡"),
    ("\u{85}", "[U+0085]"), ("\u{202E}abc", "[U+202E]abc"), ("\u{200F}", "[U+200F]"),
    ("\u{61C}\u{2066}x\u{2069}", "[U+061C][U+2066]x[U+2069]"), ("a\u{2028}b", "a[U+2028]b"),
    ("so\u{AD}ft", "so[U+00AD]ft"), ("\u{FEFF}x", "[U+FEFF]x"), ("a\u{200B}b", "a[U+200B]b"),
    ("a\u{200C}b", "a[U+200C]b"), ("a\u{200D}", "a[U+200D]"), ("\u{FFFF}", "[U+FFFF]"),
    ("\u{E000}", "[U+E000]"), ("\u{10FFFE}", "[U+10FFFE]"), ("x\u{E0041}", "x[U+E0041]"),
    ("\u{3164}", "[U+3164]"), ("\u{301}e", "◌\u{301}e"), ("\n🏿", "␊◌🏿"),
    ("a\u{FE0F}\u{E0100}", "a[U+FE0F][U+E0100]"), ("👍\u{E0100}", "👍[U+E0100]"),
    ("ی\u{200C}\u{200C}", "ی\u{200C}[U+200C]"), ("🏴\u{E0061}\u{E007F}", "🏴[U+E0061][U+E007F]"),
    ("\u{600}", "[U+0600]"), ("\u{FFF9}", "[U+FFF9]"), ("\u{200D}👍", "[U+200D]👍"),
    ("👍\u{200D}\u{1FAFF}", "👍[U+200D][U+1FAFF]"),
  ])
  func `replaces invisible and bidirectional control characters`(text: String, output: String) {
    #expect(DisplaySanitizer.sanitized(text) == output)
    #expect(text.map(DisplaySanitizer.sanitized).joined() == output)
  }

  @Test(arguments: [
    "", "mail@objc.io", "naïve – “5 €”", "Ελλάδα ёлка", "שָׁלוֹם", "مرحبا", "می\u{200C}خواهم",
    "क्\u{200D}ष",
    "漢字かな", "葛\u{E0100}", "한국어", "\u{1100}\u{1161}\u{11A8}", "\u{115F}\u{1161}", "สวัสดี",
    "e\u{301}\u{323}",
    "👍🏽", "👨‍👩‍👧‍👦", "❤️‍🔥", "1️⃣", "☺︎", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{600}١٢", "a\u{A0}b\u{3000}c",
  ])
  func `keeps all other text unchanged`(text: String) {
    #expect(DisplaySanitizer.sanitized(text) == text)
    #expect(text.allSatisfy { DisplaySanitizer.replacement(for: $0) == nil })
    #expect(Array(DisplaySanitizer.sanitized(text).utf8) == Array(text.utf8))
  }

  /// Scalars that need replacement or depend on their context, and some harmless ones.
  private static let scalars: [Unicode.Scalar] = {
    let values: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0xAF, 0x300...0x303, 0x34F...0x34F, 0x5B0...0x5D2, 0x600...0x606,
      0x61C...0x61C, 0x915...0x916, 0x94D...0x94D, 0xD4E...0xD4E, 0xE33...0xE33, 0x1100...0x1160,
      0x180B...0x180F, 0x2000...0x206F, 0x3042...0x3042, 0x3164...0x3164, 0xAC00...0xAC01,
      0xE000...0xE000, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFF, 0x1F1E6...0x1F1E8,
      0x1F3F4...0x1F3FF, 0x1F468...0x1F469, 0xE0061...0xE0063, 0xE007F...0xE007F,
      0xE0100...0xE0101,
    ]
    return values.joined().compactMap(Unicode.Scalar.init)
  }()

  private static func randomText(seed: Int, count: Int = 40) -> String {
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<Int.random(in: 0...count, using: &generator) {
      if let scalar = scalars.randomElement(using: &generator) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  @Test(arguments: seeds(300)) func `replaces each character independently`(seed: Int) {
    let text = Self.randomText(seed: seed)
    let output = DisplaySanitizer.sanitized(text)
    #expect(text.map(DisplaySanitizer.sanitized).joined().utf8.elementsEqual(output.utf8))
    #expect(output.count == text.reduce(0) { $0 + DisplaySanitizer.sanitized($1).count })
    #expect(DisplaySanitizer.sanitized(output).utf8.elementsEqual(output.utf8), "idempotent")
  }

  @Test(arguments: seeds(300)) func `leaves no invisible or bidirectional controls`(seed: Int) {
    let text = Self.randomText(seed: seed)
    for scalar in DisplaySanitizer.sanitized(text).unicodeScalars {
      let properties = scalar.properties
      #expect(
        ![.control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse]
          .contains(properties.generalCategory))
      #expect(!properties.isBidiControl && scalar != "\u{200B}" && scalar != "\u{FEFF}")
    }
  }

  /// Verifies that scalars which are shown without a property lookup have the required properties.
  @Test func `keeps all letters and marks unchanged`() {
    let categories: [Unicode.GeneralCategory] = [
      .control, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator, .format,
    ]
    for scalar in (0x80...0x3100 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
      let properties = scalar.properties
      let isSafe =
        !categories.contains(properties.generalCategory)
        && !properties.isDefaultIgnorableCodePoint && !properties.isGraphemeExtend
      let isShown = DisplaySanitizer.replacement(for: Character(scalar)) == nil
      let isException =
        [.spacingMark, .nonspacingMark].contains(properties.generalCategory)
        || [0xD4E, 0xE33, 0xEB3].contains(scalar.value)
      if isShown != isSafe && !isException { Issue.record("\(String(scalar.value, radix: 16))") }
    }
  }

  @Test func `limits the number of combining marks on a letter`() {
    let many = "e" + String(repeating: "\u{334}", count: 10_000)
    let output = DisplaySanitizer.sanitized(many)
    #expect(output.hasSuffix("[+9970]") && output.unicodeScalars.count == 31 + 7)
    let few = "e" + String(repeating: "\u{334}", count: 30)
    #expect(DisplaySanitizer.sanitized(few) == few)
  }
}

/// With fixed metrics a character of this style is 5 wide.
@Suite struct `Middle elision` {
  private static let style = TextStyle(family: "", size: 10)

  private static func elided(
    _ text: String, _ width: Double, _ measuring: any TextMeasuring = FixedTextMetrics()
  ) -> String {
    DisplaySanitizer.elided(text, toFit: width, style: style, measuring: measuring)
  }

  @Test func `keeps the beginning and the end`() {
    #expect(Self.elided("mail@objc.io", 60) == "mail@objc.io")
    #expect(Self.elided("mail@objc.io", 59.9) == "mail@…jc.io")
    #expect(Self.elided("mail@objc.io", 55) == "mail@…jc.io")
    #expect(Self.elided("mail@objc.io", 15) == "m…o")
    #expect(Self.elided("mail@objc.io", 10) == "m…")
    #expect(Self.elided("mail@objc.io", 5) == "…")
    #expect(Self.elided("mail@objc.io", 4) == "")
    #expect(Self.elided("", 0) == "")
  }

  @Test(arguments: [
    (Int.min, "…"), (-1, "…"), (0, "…"), (4, "he…ld"), (10, "hello…world"), (11, "hello world"),
    (.max, "hello world"),
  ])
  func `keeps a number of characters, however large`(limit: Int, expected: String) {
    #expect(DisplaySanitizer.elided("hello world", to: limit) == expected)
  }

  @Test(arguments: [Double.nan, -1, 0, -Double.infinity]) func `is empty without available width`(
    width: Double
  ) {
    #expect(Self.elided("mail", width) == "")
  }

  @Test func `sanitizes the remaining text`() {
    #expect(Self.elided("a\u{202E}b", 50) == "a[U+202E]b")
    #expect(Self.elided("a\u{202E}b\n\n\nc", 60) == "a[U+202E]…␊c")
    #expect(Self.elided(String(repeating: "\u{7}", count: 1000), 25) == "␇␇…␇␇")
  }

  @Test(arguments: seeds(300)) func `fits the width and never splits a grapheme`(
    seed: Int
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let parts = ["a", "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "한", "שׁ", "\u{202E}", "\r\n", " "]
    let text = (0..<Int.random(in: 1...60, using: &generator))
      .compactMap { _ in parts.randomElement(using: &generator) }.joined()
    let width = Double.random(in: 0...250, using: &generator)
    let elided = Self.elided(text, width)
    let output = DisplaySanitizer.sanitized(text)
    #expect(Double(elided.count) * 5 <= width)
    guard elided != output else { return }
    #expect(Double(output.count) * 5 > width)
    guard !elided.isEmpty else { return }
    let halves = elided.split(separator: "…", omittingEmptySubsequences: false)
    try #require(halves.count == 2)
    let characters = text.map(DisplaySanitizer.sanitized)
    let heads = (0...characters.count).map { characters.prefix($0).joined() }
    let tails = (0...characters.count).map { characters.suffix($0).joined() }
    let head = try #require(heads.firstIndex(of: String(halves[0])))
    let tail = try #require(tails.firstIndex(of: String(halves[1])))
    #expect(head == tail || head == tail + 1)
    #expect(head + tail < characters.count)
    // One more character would not fit.
    let more = heads[(head + tail + 2) / 2] + "…" + tails[(head + tail + 1) / 2]
    #expect(Double(more.count) * 5 > width || head + tail + 1 == characters.count)
  }

  @Test(arguments: [
    "x", "\n", "\u{202E}", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "e" + String(repeating: "\u{334}", count: 500),
  ])
  func `measures no more characters of a megabyte than of a line`(part: String) {
    let counts = [200, 1_000_000 / part.utf8.count].map { count in
      let metrics = CountingMetrics()
      let text = String(repeating: part, count: count)
      #expect(Self.elided(text, 200, metrics).contains("…"))
      return metrics.characters
    }
    #expect(counts[1] <= counts[0] && counts[1] < 20_000)
  }

  @Test(arguments: ["🇩🇪", "a🇩🇪🇫🇷", "👩‍👩‍👧", "क्षि", "e\u{301}", "한", "x"], 0..<4)
  func `ends with complete graphemes at any distance from the start`(part: String, count: Int) {
    let start = String(repeating: "🇩", count: count)
    let text = start + String(repeating: part, count: 5000)
    let elided = Self.elided(text, 60)
    #expect(elided == Array(text).prefix(6) + "…" + Array(text).suffix(5))
  }

  @Test func `has a bounded cost for any width and font size`() {
    let metrics = CountingMetrics()
    let text = String(repeating: "x", count: 100_000)
    let style = TextStyle(family: "", size: 0.001)
    let elided = DisplaySanitizer.elided(text, toFit: 1e300, style: style, measuring: metrics)
    #expect(elided.count == 4097)
    #expect(metrics.characters < 100_000)
  }
}
