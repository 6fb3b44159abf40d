import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Access key label` {
  @Test(
    arguments: [
      ("_OK", "OK", 0), ("Save _as", "Save as", 5), ("a__b", "a_b", nil), ("__x_y", "_xy", 2), ("_", "", nil),
      ("plain", "plain", nil), ("_a_b", "ab", 0), ("_é", "é", 0),
    ] as [(String, String, Int?)])
  func `separates the access key from the text`(mnemonic: String, text: String, offset: Int?) {
    let label = AccessKeyLabel(mnemonic: mnemonic)
    #expect(label.text == text && label.keyOffset == offset)
  }

  @Test func `is activated by Alt and its key in lowercase`() {
    let label = AccessKeyLabel(mnemonic: "_OK")
    #expect(label.rank(of: KeyPress(.character("o"), modifiers: .alt)) != nil)
    for press in [
      KeyPress(.character("o")), KeyPress(.character("k"), modifiers: .alt),
      KeyPress(.character("o"), modifiers: [.alt, .control]),
      KeyPress(.character("o"), modifiers: .alt, isRepeat: true),
    ] {
      #expect(label.rank(of: press) == nil)
    }
    #expect(AccessKeyLabel("OK").rank(of: KeyPress(.character("o"), modifiers: .alt)) == nil)
  }

  /// The labels, and the characters on the pressed key without and with modifiers, in all layouts.
  @Test(
    arguments: [
      ("_Да", "lдД", true), ("_Ναι", "nνΝ", true), ("_ςα", "wςΣ", true), ("_é", "2é2", true),
      ("_e\u{301}", "2é2", true), ("_Łatwo", "lLłŁ", true), ("_Łatwo", "lL", true), ("_Água", "aA", true),
      ("_Água", "eEé", false), ("_İptal", "iİ", true), ("_Irak", "ıI", true), ("_OK", "щЩo", true),
      ("_Да", "l", false), ("_Éa", "èÈ", false),
    ] as [(String, String, Bool)])
  func `is activated by its character in any layout, and by its letter without marks`(
    mnemonic: String, typed: String, isActivated: Bool
  ) {
    let press = KeyPress(.unidentified, modifiers: .alt, characters: Array(typed.unicodeScalars))
    #expect((AccessKeyLabel(mnemonic: mnemonic).rank(of: press) != nil) == isActivated)
  }

  @Test(arguments: [("_אישור", 40.0), ("אי_שור", 20), ("OK _אב", 40), ("_OK אב", 0)])
  func `underlines the access key where it is in right-to-left and mixed text`(mnemonic: String, x: Double) {
    let label = AccessKeyLabel(mnemonic: mnemonic)
    var list = DisplayList()
    label.draw(at: .zero, TextStyle(family: "x", size: 20), .black, into: &list, Self.environment)
    let underlines = list.elements.compactMap { element in
      if case .shape(.rect(let frame), .fill, _) = element { frame.minX...frame.maxX } else { nil }
    }
    #expect(underlines == [x...x + 10])
  }

  @Test(arguments: ["ᄀ_ᅡ", "🇩_🇪", "_a🇩_🇪b", "\u{1F468}\u{200D}_\u{1F469}"])
  func `has no access key if characters join where an underscore was`(mnemonic: String) {
    let label = AccessKeyLabel(mnemonic: mnemonic)
    #expect(label.text == mnemonic.replacing("_", with: "") && label.keyOffset == nil && label.key == nil)
  }

  /// Characters that can be parts of longer ones.
  private static let parts = [
    "_", "_", "_", "_", "a", "e", "\u{301}", "\u{200D}", "👩", "\u{1F3FD}", "🇩", "🇪", "ᄀ", "ᅡ", "ᆨ", "क",
    "\u{94D}",
  ]

  @Test(arguments: seeds(50)) func `has an access key only after an underscore, for any characters`(seed: Int)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let count = Int.random(in: 2...7, using: &generator)
      let mnemonic = (0..<count).map { _ in Self.parts.randomElement(using: &generator) ?? "" }.joined()
      let label = AccessKeyLabel(mnemonic: mnemonic)
      var list = DisplayList()
      label.draw(at: .zero, TextStyle(family: "x", size: 20), .black, into: &list, Self.environment)
      #expect(list.shapeColors.count == (label.keyOffset == nil ? 0 : 1))
      guard let offset = label.keyOffset else { continue }
      let (text, characters) = (Array(label.text), Array(mnemonic))
      try #require(text.indices.contains(offset), "\(mnemonic.unicodeScalars)")
      #expect(zip(characters, characters.dropFirst()).contains { $0 == ("_", text[offset]) })
    }
  }

  private static var environment: Environment { Environment(text: FixedTextMetrics()) }

  @Test func `limits and sanitizes text from other programs`() {
    let long = AccessKeyLabel(mnemonic: String(repeating: "_x", count: 100_000))
    #expect(long.text.count <= 201 && long.keyOffset == nil)
    let deceptive = AccessKeyLabel(mnemonic: "_a\u{202E}b\n")
    #expect(deceptive.text == "a[U+202E]b␊" && deceptive.key == nil)
  }
}

@Suite struct `Label of untrusted text` {
  /// Returns the lines of a label that is 100 logical pixels wide; a character is as wide as half of its size.
  private func lines(_ text: String, limit: Int) -> [String] {
    var label = Label(
      untrusted: text, lineLimit: limit, style: { _ in TextStyle(family: "x", size: 20) },
      in: Environment(text: FixedTextMetrics()))
    label.layOut(at: .zero, width: 100, at: .zero)
    var list = DisplayList()
    label.draw(into: &list, at: .zero)
    return list.flattened.elements.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
  }

  @Test func `is laid out only after its width is set`() {
    let metrics = CountingMetrics()
    var label = Label("some text", in: Environment(text: metrics))
    label.setText("other text", at: .zero)
    label.update(Environment(text: metrics, scale: 2), at: .zero)
    #expect(metrics.characters == 0 && label.frame == .zero)
    label.layOut(at: Point(x: 1, y: 2), width: 500, at: .zero)
    #expect(label.frame.width == 75 && label.frame.height == 15)
  }

  @Test
  func `shows its details where the pointer has moved to, not where it already rests, and describes them`() {
    var label = Label("text", in: Environment(text: FixedTextMetrics()))
    label.layOut(at: .zero, width: 500, at: .zero)
    label.setOverlayBounds(Rect(x: 0, y: 0, width: 500, height: 500), at: .zero)
    func overlay(at now: Instant) -> [String] {
      _ = label.advance(to: now)
      var list = DisplayList()
      label.drawOverlay(into: &list, at: now)
      return list.flattened.elements.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
    }
    label.details = "more"
    label.pointer = Point(x: 1, y: 1)
    // Sent again after a layout, too.
    for time in 0..<2 { _ = label.handle(.pointerMoved(to: Point(x: 1, y: 1)), at: .zero + .seconds(time)) }
    #expect(overlay(at: .zero + .seconds(2)).isEmpty)
    for (details, time) in [("more", 3), ("other", 5)] {
      label.details = details
      let start = Instant.zero + .seconds(time)
      _ = label.handle(.pointerMoved(to: Point(x: Double(time), y: 1)), at: start)
      #expect(overlay(at: start + .seconds(1)) == [details])
      var tree = AccessibleTree(.outline)
      label.describe(into: &tree, at: start)
      #expect(tree.entries.map(\.node.description) == [details])
    }
    // A visible tooltip follows its details, also under a resting pointer.
    label.details = "third"
    _ = label.handle(.pointerMoved(to: Point(x: 5, y: 1)), at: .zero + .seconds(7))
    #expect(overlay(at: .zero + .seconds(8)) == ["third"])
    label.details = ""
    for time in 9...10 {
      _ = label.handle(.pointerMoved(to: Point(x: Double(time), y: 1)), at: .zero + .seconds(time))
    }
    #expect(overlay(at: .zero + .seconds(11)).isEmpty)
    label.details = "last"
    _ = label.handle(.pointerMoved(to: Point(x: 10, y: 1)), at: .zero + .seconds(12))
    #expect(overlay(at: .zero + .seconds(13)).isEmpty)
    _ = label.handle(.pointerLeft, at: .zero + .seconds(14))
    #expect(overlay(at: .zero + .seconds(15)).isEmpty)
    // It may come from outside of the window.
    _ = label.handle(.pointerMoved(to: Point(x: 10, y: 1)), at: .zero + .seconds(16))
    #expect(overlay(at: .zero + .seconds(17)) == ["last"])
  }

  @Test func `begins a line at each line feed`() {
    #expect(lines("a\nb\r\nc", limit: 5) == ["a", "b", "c"])
    var tree = AccessibleTree(.outline)
    let label = Label("a\nb\r\nc\r\u{1B}", in: Environment(text: FixedTextMetrics()))
    label.describe(into: &tree, at: .zero)
    #expect(tree.entries.map(\.node.sanitized.name) == ["a\nb\nc␍␛"])
    // The bridge finds an announcement in the description that has been read.
    let error = AccessibleNode(
      .entry, "", description: "a\nb", announcement: AccessibleAnnouncement("a\nb"), in: label.frame)
    #expect(error.sanitized.announcement?.text == error.sanitized.description)
  }

  @Test func `replaces control characters and directional characters`() {
    #expect(lines("a\u{1B}b\u{9}", limit: 2) == ["a␛b␉"])
    #expect(lines("\u{2066}a", limit: 3).joined().contains("[U+2066]"))
  }

  @Test(arguments: [
    "SHA256:+DiY3wvvV6TuJJLDA0zPMSvHdkr4UvCOqU", "https://user@example.org/a/b", "/srv/keys/.ssh/id_ed25519",
  ])
  func `shows all characters of a word that is too wide`(word: String) {
    #expect(lines(word, limit: 9).joined() == word)
  }

  @Test func `shows pictures in a fixed-width font`() {
    let text = "Key |\n+--+\n|o |\n+--+\n| or |\n+1\n█▀█\n█▄█"
    var label = Label(untrusted: text, lineLimit: 99, in: Environment(text: FixedTextMetrics()))
    label.layOut(at: .zero, width: 500, at: .zero)
    var list = DisplayList()
    label.draw(into: &list, at: .zero)
    let fixed = list.elements.compactMap { element in
      if case .text(let text) = element, text.style.family == "monospace" { text.string } else { nil }
    }
    #expect(fixed == ["+--+", "|o |", "+--+", "█▀█", "█▄█"])
  }

  @Test func `states how much of a very long text is omitted`() {
    func shortened(_ text: String) -> String {
      DisplaySanitizer.shortened(text, to: 1000, lines: 100) { "<\($0)>" }
    }
    let word = String(repeating: "x", count: 100_000)
    #expect(shortened(word) == "\(word.prefix(500))\n<99000>\n\(word.prefix(500))")
    let lines = shortened(String(repeating: "a\n", count: 100_000)).split(separator: "\n")
    #expect(lines.count <= 101 && lines.contains { $0.hasPrefix("<1998") })
    for text in ["", "a\nb", String(repeating: "a\n", count: 60), String(word.prefix(1000))] {
      #expect(shortened(text) == text)
    }
  }

  @Test func `elides the middle of a text with too many lines`() {
    #expect(lines("a\nb\nc\nd", limit: 1) == ["a …"])
    #expect(lines("a\nb\nc\nd", limit: 2) == ["a …", "d"])
    #expect(lines("a\nb\nc\nd", limit: 3) == ["a", "b …", "d"])
    #expect(lines("a\nb\nc\nd", limit: 4) == ["a", "b", "c", "d"])
    for limit in 1...4 {
      #expect(lines(String(repeating: "a b\n", count: 9999), limit: limit).count <= limit)
      let paragraph = String(repeating: "word ", count: 9999)
      #expect(lines("\(paragraph)\n\(paragraph)\nOK?", limit: limit).count == limit)
    }
    #expect(lines(String(repeating: "word ", count: 9999) + "\nOK?", limit: 3).last == "OK?")
  }
}
