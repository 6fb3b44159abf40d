import CUtf8proc
import TestSupport
import Testing

@testable import Secrets

@Suite struct `Secure text editing` {
  @Test(arguments: [
    ("a", 1, "\u{301}", 1),
    ("ab", 1, "\u{301}", 1),
    ("b", 0, "\u{301}", 1),
    ("👩👧", 1, "\u{200d}", 1),
    ("🇫🇷", 0, "🇩", 1),
    ("각", 0, "\u{1100}", 1),
  ])
  func `places the caret at a grapheme boundary if the insertion merges with its neighbors`(
    string: String, index: Int, inserted: String, caret: Int
  ) {
    var text = SecureText(string)
    #expect(text.insert(inserted, at: index) == .inserted(caret: caret))
  }

  @Test func `places the caret at a grapheme boundary if a removal merges the neighbors`() {
    var text = SecureText("\u{1100}x\u{1161}")
    #expect(text.graphemeCount == 3)
    #expect(text.remove(graphemes: 1..<2) == 1)
    #expect(text.graphemeCount == 1)
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
    ] as [([UInt8], SecureText.Rejection)])
  func `rejects control characters and invalid UTF-8 without a change`(
    bytes: [UInt8], rejection: SecureText.Rejection
  ) {
    var text = SecureText("ab")
    let generation = text.generation
    #expect(text.replace(graphemes: 0..<1, with: bytes.span) == .rejected(rejection))
    #expect(text.string == "ab")
    #expect(text.generation == generation)
  }

  @Test(arguments: ["a", "\u{e9}", "四", "😀"])
  func `accepts scalars of any length up to its capacity, not more`(scalar: String) {
    var text = SecureText(String(repeating: scalar, count: SecureText.capacity - 1))
    #expect(text.insert(scalar + scalar, at: 3) == .rejected(.tooLong))
    #expect(text.string.unicodeScalars.count == SecureText.capacity - 1)
    #expect(text.insert(scalar, at: 3) == .inserted(caret: 4))
    #expect(text.insert(scalar, at: 0) == .rejected(.tooLong))
    #expect(text.replace(0..<2, with: "xy") == .inserted(caret: 2))
    #expect(text.string.unicodeScalars.count == SecureText.capacity)
  }

  @Test(arguments: [
    "e\u{301}", "\u{2126}\u{314}\u{300}\u{345}", "\u{1112}\u{1161}\u{11ab}", "\u{1d15e}",
    "\u{fb2c}", "\u{344}",
  ]) func `P3 applies its capacity to the scalars of the NFC form`(string: String) {
    let width = SecureText(string).normalized(.composed).count
    let maximumCount = SecureText.capacity / width
    var text = SecureText()
    #expect(text.insert(String(repeating: string, count: maximumCount + 1), at: 0) == .rejected(.tooLong))
    #expect(text.isEmpty == true)
    let start = String(repeating: string, count: maximumCount - 1)
    #expect(text.insert(start, at: 0) == .inserted(caret: start.count))
    let generation = text.generation
    #expect(text.insert(string, at: 0) != .rejected(.tooLong))
    #expect(text.insert(String(repeating: "a", count: width), at: 0) == .rejected(.tooLong))
    #expect(text.string == string + start && text.generation == generation + 1)
  }

  @Test func `P3 has enough bytes for any spelling of its scalars`() {
    let options = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue)
    func width(_ part: Int32) -> Int { Unicode.Scalar(UInt32(part)).map(UTF8.width) ?? 4 }
    // The maximum number of bytes for each part that has another spelling.
    var maximumBytes: [Int32: Int] = [:]
    var decomposed: [(scalar: Unicode.Scalar, parts: [Int32])] = []
    var (parts, boundary, value) = ([Int32](repeating: 0, count: 8), CInt(0), Int32(-1))
    while value < 0x10FFFF {
      value += 1
      let count = utf8proc_decompose_char(value, &parts, parts.count, options, &boundary)
      guard count > 1 || count == 1 && parts[0] != value, let scalar = Unicode.Scalar(UInt32(value)) else {
        continue
      }
      if count == 1 {
        maximumBytes[parts[0]] = max(maximumBytes[parts[0]] ?? width(parts[0]), UTF8.width(scalar))
      } else if TestScope.isComplete || !(0xAC00...0xD7A3).contains(value) || value.isMultiple(of: 97) {
        // All syllables of Hangul decompose alike.
        decomposed.append((scalar, Array(parts[..<count])))
      }
    }
    #expect(decomposed.count > 1_000)
    for (scalar, parts) in decomposed {
      let bytes = parts.reduce(0) { $0 + (maximumBytes[$1] ?? width($1)) }
      #expect(UTF8.width(scalar) <= bytes, "\(scalar.value) is longer than its parts")
      let composed = SecureText(String(scalar)).normalized(.composed).count
      #expect(bytes <= composed * SecureText.byteCapacity / SecureText.capacity)
      #expect(composed <= UTF8.width(scalar), "more scalars than bytes")
    }
  }

  @Test func `changes its generation with every change only`() {
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

  @Test func `traps when the index is out of bounds`() async {
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
