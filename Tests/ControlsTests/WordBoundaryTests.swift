import Controls
@_spi(_Unicode) import Swift
import TestSupport
import Testing

@Suite struct `Word boundaries` {
  /// Returns the text with a bar at every boundary inside it.
  private static func divided(_ text: String) -> String {
    let words = WordBoundaries(in: text)
    return text.indices.reduce(into: "") { result, index in
      if index > text.startIndex, words.isBoundary(at: index) { result += "|" }
      result.append(text[index])
    }
  }

  /// Test cases from the end of Unicode's WordBreakTest.txt, with a bar instead of ÷. Cases with
  /// boundaries inside graphemes are omitted.
  private static let unicodeCases = [
    "\r\n|a|\n", "a\u{308}", " \u{200D}|ن", "ن\u{200D}| ", "AAA", "A:A", "A|:|:|A", "א'",
    "א\"א", "A00A", "0,0", "0|,|,|0", "\u{3031}\u{3031}", "A_0_\u{3031}_", "A__A", "🇦🇧|🇨|b",
    "a|🇦🇧|🇨|b", "a|🇦🇧\u{200D}|🇨|b", "a|🇦🇧|🇨🇩|b", "👶🏿|👶", "🛑\u{200D}🛑", "a\u{200D}🛑",
    "👶🏿\u{308}\u{200D}👶🏿", "🛑🏿", "\u{200D}🛑🏿", "a|🛑", "a\u{308}\u{200D}\u{308}b", "a|  |b", "a1|:|a",
    "a1|:|1", "a1|,|a", "a1.1", "a_1|:|a", "a_1|.|.|1", "a_a.a", "1|:|1", "1.1", "1|.|a", "a'a",
    "a|.|,|a", "1,1", "a|\u{1}", "a\u{2060}b", "a'\u{2060}b", "a\u{2060}:b", "1\u{308},\u{AD}1",
  ]

  @Test(arguments: unicodeCases) func `conform to the Unicode test cases`(example: String) {
    #expect(Self.divided(String(example.filter { $0 != "|" })) == example)
  }

  @Test func `divide text without spaces where the script changes`() {
    #expect(Self.divided("東京へ行く") == "東京|へ|行|く")
    #expect(Self.divided("これはテスト。") == "これは|テスト|。")
    #expect(Self.divided("สวัสดี ครับ") == "สวัสดี| |ครับ")
    #expect(Self.divided("v2漢字 3") == "v2|漢字| |3")
    #expect(Self.divided("안녕 하세요") == "안녕| |하세요")
  }

  // Swift separates a quotation mark from the Hebrew letter after it, contrary to WB7.
  @Test(arguments: seeds(300)) func `agree with the word breaking of Swift`(seed: Int) {
    let text = Self.randomText(seed: seed, from: "aB1.,:;\"_ \n-א”ー ア٣म\u{AD}\u{200D}é𝐀·€🛑")
    #expect(Self.divided(text) == Self.dividedBySwift(text))
  }

  /// Placed between letters, digits and connectors, a scalar reveals its class. Hangul and the
  /// cedilla are omitted because Swift's table is wrong for them, and so are letters that share a
  /// grapheme with their neighbors.
  @Test func `have the same classes as in Swift`() {
    let scalars: [ClosedRange<UInt32>] = [
      0xA0...0x10FF, 0x2000...0x206F, 0x3000...0x31FF, 0xFB1D...0xFB4F, 0xFE10...0xFFEF,
    ]
    let others: Set<UInt32> = [0xB8, 0x70F, 0xD4E, 0xE33, 0xEB3]
    var wrong: [String] = []
    for scalar in scalars.joined().compactMap(Unicode.Scalar.init)
    where !others.contains(scalar.value) {
      guard scalar.properties.generalCategory != .unassigned else { continue }
      let text = "a\(scalar)a.1\(scalar)1.א\(scalar)א.\(scalar)_"
      if Self.divided(text) != Self.dividedBySwift(text) {
        wrong.append(String(scalar.value, radix: 16))
      }
    }
    #expect(wrong.isEmpty)
  }

  private static func dividedBySwift(_ text: String) -> String {
    var (parts, start) = ([Substring](), text.startIndex)
    while start < text.endIndex {
      let end = text._wordIndex(after: start)
      parts.append(text[start..<end])
      start = end
    }
    return parts.joined(separator: "|")
  }

  // Movement.

  /// Returns the offsets at which a caret stops.
  private static func ends(in text: String) -> [Int] {
    let words = WordBoundaries(in: text)
    var (offsets, index) = ([Int](), text.startIndex)
    while index < text.endIndex {
      index = words.wordEnd(after: index)
      offsets.append(text.distance(from: text.startIndex, to: index))
    }
    return offsets
  }

  private static func starts(in text: String) -> [Int] {
    let words = WordBoundaries(in: text)
    var (offsets, index) = ([Int](), text.endIndex)
    while index > text.startIndex {
      index = words.wordStart(before: index)
      offsets.append(text.distance(from: text.startIndex, to: index))
    }
    return offsets
  }

  @Test func `stop the caret at word ends forward and at word starts backward`() {
    #expect(Self.ends(in: "one, two  (three).") == [3, 8, 16, 18])
    #expect(Self.starts(in: "one, two  (three).") == [11, 5, 0])
    #expect(Self.ends(in: "can't 3.5% a_b") == [5, 9, 14])
    #expect(Self.starts(in: "  x") == [2, 0])
    #expect(Self.ends(in: "...") == [3])
    #expect(Self.ends(in: "") == [])
    #expect(Self.ends(in: "you@example.com") == [3, 15])
    #expect(Self.ends(in: "שלום עולם") == [4, 9])
  }

  @Test func `select a word, the spaces or the punctuation around an index`() {
    let text = Array("one,  two's")
    let words = WordBoundaries(in: text)
    let ranges = (0...11).map { words.word(around: $0) }
    let expected = [0..<3, 0..<3, 0..<3, 3..<4, 4..<6, 4..<6] + Array(repeating: 6..<11, count: 6)
    #expect(ranges == expected)
    #expect(WordBoundaries(in: []).word(around: 0) == 0..<0)
  }

  @Test(arguments: seeds(200)) func `are reached from both directions`(seed: Int) {
    let text = Array(Self.randomText(seed: seed, from: "ab1.,'\" \n-א_東は\u{AD}\u{200D}é€🛑"))
    let words = WordBoundaries(in: text)
    for index in 0...text.count {
      let (end, start) = (words.wordEnd(after: index), words.wordStart(before: index))
      #expect(index == text.count ? end == index : end > index)
      #expect(index == 0 ? start == index : start < index)
      #expect(words.isBoundary(at: end) && words.isBoundary(at: start))
      // All indices in a word return the same word.
      let word = words.word(around: index)
      #expect(word.contains(index) || index == text.count)
      #expect(word.allSatisfy { words.word(around: $0) == word })
      if words.isBoundary(at: index), end < text.count {
        let back = words.wordStart(before: end)
        #expect(back >= index && words.wordEnd(after: back) == end)
      }
    }
  }

  @Test func `have a bounded cost`() {
    let text = CountedText(Array(repeating: "word, ", count: 10_000).joined())
    let words = WordBoundaries(in: text)
    _ = words.wordEnd(after: 30_000)
    _ = words.wordStart(before: 30_000)
    _ = words.word(around: 30_000)
    #expect(text.reads.count < 200)
    let hostile = CountedText("a" + String(repeating: "\u{2060}", count: 10_000) + "b, c")
    _ = WordBoundaries(in: hostile).wordEnd(after: 0)
    _ = WordBoundaries(in: hostile).wordStart(before: hostile.count)
    #expect(hostile.reads.count < 100_000)
  }

  private static func randomText(seed: Int, from characters: String) -> String {
    var generator = SeededGenerator(seed: seed)
    let scalars = Array(characters.unicodeScalars)
    let count = Int.random(in: 0...30, using: &generator)
    return (0..<count).reduce(into: "") { text, _ in
      if let scalar = scalars.randomElement(using: &generator) {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// A text that counts how often its characters are read.
private struct CountedText: RandomAccessCollection {
  final class Reads { var count = 0 }

  let reads = Reads()
  private let characters: [Character]

  init(_ text: String) { characters = Array(text) }

  var startIndex: Int { 0 }
  var endIndex: Int { characters.count }

  subscript(index: Int) -> Character {
    reads.count += 1
    return characters[index]
  }
}
