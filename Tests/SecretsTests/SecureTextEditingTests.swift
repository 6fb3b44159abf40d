import Testing

@testable import Secrets

@Suite struct `Editing a secure text` {
  @Test func `inserts before a grapheme and puts the caret after`() {
    var text = SecureText("ac")
    #expect(text.insert("b👍", at: 1) == .inserted(caret: 3))
    #expect(text.string == "ab👍c")
  }

  @Test func `replaces graphemes`() {
    var text = SecureText("abcd")
    #expect(text.replace(1..<3, with: "x") == .inserted(caret: 2))
    #expect(text.string == "axd")
  }

  @Test(arguments: [
    ("a", 1, "\u{301}", 1),
    ("ab", 1, "\u{301}", 1),
    ("b", 0, "\u{301}", 1),
    ("👩👧", 1, "\u{200d}", 1),
    ("🇫🇷", 0, "🇩", 1),
    ("각", 0, "\u{1100}", 1),
  ])
  func `puts the caret on a border where what was inserted merges with its neighbours`(
    string: String, index: Int, inserted: String, caret: Int
  ) {
    var text = SecureText(string)
    #expect(text.insert(inserted, at: index) == .inserted(caret: caret))
  }

  @Test func `puts the caret on a border where a removal lets its neighbours merge`() {
    var text = SecureText("\u{1100}x\u{1161}")
    #expect(text.graphemeCount == 3)
    #expect(text.remove(graphemes: 1..<2) == 1)
    #expect(text.graphemeCount == 1)
  }

  @Test func `moves the caret to the gap on removing`() {
    var text = SecureText("abcd")
    #expect(text.remove(graphemes: 1..<3) == 1)
    #expect(text.string == "ad")
  }

  @Test(
    arguments: [
      ([0x61, 0x00], .controlCharacter),
      ([0x0a], .controlCharacter),
      ([0x1b], .controlCharacter),
      ([0x7f], .controlCharacter),
      ([0xc2, 0x85], .controlCharacter),
      ([0xff], .invalidUTF8),
      ([0x61, 0xc3], .invalidUTF8),
      ([0xc0, 0x80], .invalidUTF8),
      ([0xed, 0xa0, 0x80], .invalidUTF8),
    ] as [([UInt8], SecureText.Refusal)])
  func `refuses control characters and what is not UTF-8, and changes nothing`(
    bytes: [UInt8], refusal: SecureText.Refusal
  ) {
    var text = SecureText("ab")
    let generation = text.generation
    #expect(text.replace(graphemes: 0..<1, with: bytes.span) == .refused(refusal))
    #expect(text.string == "ab")
    #expect(text.generation == generation)
  }

  @Test(arguments: ["a", "\u{e9}", "四", "😀"])
  func `holds its capacity in scalars of any length, and refuses more as a whole`(scalar: String) {
    var text = SecureText(String(repeating: scalar, count: SecureText.capacity - 1))
    #expect(text.insert(scalar + scalar, at: 3) == .refused(.tooLong))
    #expect(text.scalarCount == SecureText.capacity - 1)
    #expect(text.insert(scalar, at: 3) == .inserted(caret: 4))
    #expect(text.insert(scalar, at: 0) == .refused(.tooLong))
    #expect(text.replace(0..<2, with: "xy") == .inserted(caret: 2))
    #expect(text.scalarCount == SecureText.capacity)
  }

  @Test func `changes its generation with every change and only then`() {
    var text = SecureText()
    var generations = [text.generation]
    _ = text.insert("ab", at: 0)
    generations.append(text.generation)
    _ = text.replace(0..<1, with: "c")
    generations.append(text.generation)
    text.remove(graphemes: 0..<1)
    generations.append(text.generation)
    text.removeAll()
    generations.append(text.generation)
    #expect(Set(generations).count == generations.count)
    _ = text.insert("", at: 0)
    text.remove(graphemes: 0..<0)
    #expect(text.generation == generations.last)
  }

  @Test func `traps at a place that is not in the text`() async {
    await #expect(processExitsWith: .failure) {
      var text = SecureText("ab")
      _ = text.insert("c", at: 3)
    }
    await #expect(processExitsWith: .failure) {
      var text = SecureText("ab")
      text.remove(graphemes: -1..<1)
    }
  }
}
