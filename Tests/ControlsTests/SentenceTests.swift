import Scene
import TestSupport
import Testing

@testable import Controls

/// With fixed metrics a character of this style is 5 wide.
@Suite struct `A sentence with names in it` {
  private static let style = TextStyle(family: "", size: 10)

  private static func elided(_ sentence: Sentence, _ width: Double) -> String {
    sentence.elided(toFit: width, style: style, measuring: FixedTextMetrics())
  }

  @Test func `isolates names that are read from right to left, within their quotation marks`() {
    let names = [
      ("abc", "abc"), ("“é”", "“é”"), ("אב", "\u{2068}אב\u{2069}"),
      ("“אב (a)”", "“\u{2068}אב (a)\u{2069}”"), ("a שלום", "\u{2068}a שלום\u{2069}"),
      ("“ب", "\u{2068}“ب\u{2069}"), ("”", "”"), ("𞤀", "\u{2068}𞤀\u{2069}"),
    ]
    for (name, shown) in names {
      let sentence: Sentence = "It is \(name: name), and \(2) more"
      let mark = shown == name ? "" : "\u{200E}"
      #expect(sentence.text == "\(mark)It is \(shown), and 2 more")
    }
  }

  @Test(arguments: ["\u{202E}", "\u{2069}", "\u{2067}", "\u{202C}\u{2066}", "\n"])
  func `lets nothing in a name, or in words, turn the rest`(control: String) {
    let shown = DisplayText.displayed(control)
    let sentence: Sentence = "\(control) of \(name: "אב\(control)")"
    #expect(sentence.text == "\u{200E}\(shown) of \u{2068}אב\(shown)\u{2069}")
    for width in stride(from: 0.0, through: 200, by: 5) {
      let controls = Self.elided(sentence, width).unicodeScalars.filter(\.properties.isBidiControl)
      #expect([[], ["\u{200E}", "\u{2068}", "\u{2069}"]].contains(Array(controls)))
    }
  }

  @Test func `elides names before words`() {
    let sentence: Sentence = "Caret before \(name: "“mail@objc.io”"), nothing selected"
    #expect(Self.elided(sentence, 225) == sentence.text)
    #expect(Self.elided(sentence, 224) == "Caret before “mail@…jc.io”, nothing selected")
    #expect(Self.elided(sentence, 190) == "Caret before “ma…io”, nothing selected")
    let named: Sentence = "\(name: "“mail@objc.io”"): Not a complete e-mail address"
    #expect(Self.elided(named, 90) == "“…”: Not a…address")
    let reversed: Sentence = "\(name: "“אבגדה”") is there already"
    #expect(Self.elided(reversed, 130) == "\u{200E}“\u{2068}אב…ה\u{2069}” is there already")
  }

  @Test func `without names is elided in its middle, however it was put together`() {
    let place: Sentence = "in text, after \(5) of \(5) characters"
    let sentence: Sentence = "Caret \(place), nothing selected"
    #expect(sentence == Sentence("Caret in text, after 5 of 5 characters, nothing selected"))
    #expect(Self.elided(sentence, 100) == "Caret in t… selected")
  }

  @Test(arguments: 0..<200) func `is never wider than its room`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    func text() -> String {
      let parts = ["a", "bc ", "é", "א", "\u{202E}", "👨‍👩‍👧‍👦"]
      return (0..<Int.random(in: 0...30, using: &generator))
        .compactMap { _ in parts.randomElement(using: &generator) }.joined()
    }
    let sentence: Sentence = "\(text())\(name: text())\(text())\(name: text())"
    let width = Double.random(in: 0...400, using: &generator)
    let elided = Self.elided(sentence, width)
    #expect(Double(elided.count) * 5 <= width)
    if Double(sentence.text.count) * 5 <= width { #expect(elided == sentence.text) }
  }
}
