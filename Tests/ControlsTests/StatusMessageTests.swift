import Scene
import TestSupport
import Testing

@testable import Controls

/// With fixed metrics a character of this style is 5 wide.
@Suite struct `Status message` {
  private static let style = TextStyle(family: "", size: 10)

  private static func elided(_ message: StatusMessage, _ width: Double) -> String {
    message.elided(toFit: width, style: style, measuring: FixedTextMetrics())
  }

  @Test func `isolates right-to-left user text`() {
    let names = [
      ("abc", "abc"), ("“é”", "“é”"), ("אב", "\u{2068}אב\u{2069}"),
      ("“אב (a)”", "\u{2068}“אב (a)”\u{2069}"), ("a שלום", "\u{2068}a שלום\u{2069}"),
      ("“ب", "\u{2068}“ب\u{2069}"), ("”", "”"), ("𞤀", "\u{2068}𞤀\u{2069}"),
    ]
    for (name, isolated) in names {
      let message: StatusMessage = "It is \(userText: name), and \(2) more"
      let prefix = isolated == name ? "" : "\u{200E}"
      #expect(message.text == "\(prefix)It is \(isolated), and 2 more")
    }
  }

  @Test(arguments: ["\u{202E}", "\u{2069}", "\u{2067}", "\u{202C}\u{2066}", "\n"])
  func `prevents bidirectional controls from reordering the rest`(control: String) {
    let sanitized = DisplaySanitizer.sanitized(control)
    let message: StatusMessage = "\(control) of \(userText: "אב\(control)")"
    #expect(message.text == "\u{200E}\(sanitized) of \u{2068}אב\(sanitized)\u{2069}")
    for width in stride(from: 0.0, through: 200, by: 5) {
      let controls = Self.elided(message, width).unicodeScalars.filter(\.properties.isBidiControl)
      #expect([[], ["\u{200E}", "\u{2068}", "\u{2069}"]].contains(Array(controls)))
    }
  }

  @Test func `elides user text before literal text`() {
    let message: StatusMessage = "Caret before “\(userText: "mail@objc.io")”, nothing selected"
    #expect(Self.elided(message, 225) == message.text)
    #expect(Self.elided(message, 224) == "Caret before “mail@…jc.io”, nothing selected")
    #expect(Self.elided(message, 195) == "Caret before “mai…io”, nothing selected")
    let named: StatusMessage = "“\(userText: "mail@objc.io")”: Not a complete email address"
    #expect(Self.elided(named, 90) == "“m…o”: Not …ddress")
    let reversed: StatusMessage = "“\(userText: "אבגדה")” is there already"
    #expect(Self.elided(reversed, 130) == "\u{200E}“\u{2068}אב…ה\u{2069}” is there already")
  }

  @Test func `is elided in the middle without user text`() {
    let position: StatusMessage = "in text, after \(5) of \(5) characters"
    let message: StatusMessage = "Caret \(position), nothing selected"
    #expect(message == StatusMessage("Caret in text, after 5 of 5 characters, nothing selected"))
    #expect(Self.elided(message, 100) == "Caret in t… selected")
  }

  @Test(arguments: seeds(200)) func `is never wider than the available width`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    func text() -> String {
      let parts = ["a", "bc ", "é", "א", "\u{202E}", "👨‍👩‍👧‍👦"]
      return (0..<Int.random(in: 0...30, using: &generator))
        .compactMap { _ in parts.randomElement(using: &generator) }.joined()
    }
    let message: StatusMessage = "\(text())\(userText: text())\(text())\(userText: text())"
    let width = Double.random(in: 0...400, using: &generator)
    let elided = Self.elided(message, width)
    #expect(Double(elided.count) * 5 <= width)
    if Double(message.text.count) * 5 <= width { #expect(elided == message.text) }
  }
}
