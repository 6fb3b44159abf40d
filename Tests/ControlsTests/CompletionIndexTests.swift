import Controls
import TestSupport
import Testing

@Suite struct `Completion index` {
  @Test(arguments: [
    ("Ada Lovelace", "love", 4..<8), ("ÄÖ x", "öx", 0..<0), ("Grüße Ännchen", "änn", 6..<9),
    ("İzmir mail", "mail", 6..<10), ("👩‍👩‍👧 family", "fam", 2..<5), ("banana", "nan", 2..<5),
  ]) func `returns the range of the match`(whole: String, text: String, match: Range<Int>) {
    let found = CompletionIndex([whole]).completions(of: text, limit: 1)
    #expect(found == (match.isEmpty ? [] : [CompletionItem(whole, match: match)]))
  }

  @Test func `matches with a custom case folding`() {
    let folded: [Character: String] = ["é": "e", "É": "e", "ß": "ss", "ö": "o"]
    let list = CompletionIndex(["José Ünal", "Straße 1", "Jose"]) {
      folded[$0] ?? $0.lowercased()
    }
    #expect(list.completions(of: "jose", limit: 9).map(\.text) == ["José Ünal", "Jose"])
    #expect(list.completions(of: "JOSÉ", limit: 9).map(\.text) == ["José Ünal", "Jose"])
    #expect(list.completions(of: "ünal", limit: 9) == [CompletionItem("José Ünal", match: 5..<9)])
    #expect(list.completions(of: "unal", limit: 9).isEmpty)
    #expect(list.completions(of: "strasse", limit: 9).map(\.match) == [0..<6])
    #expect(list.completions(of: "stras", limit: 9).map(\.match) == [0..<5], "half of a letter")
    #expect(list.completions(of: "se 1", limit: 9).map(\.match) == [4..<8])
    var more = list
    for _ in 0..<40 { more.add("Jösé") }
    #expect(more.completions(of: "jose", limit: 1).map(\.text) == ["Jösé"], "compacted or not")
  }

  @Test(arguments: ["a", "é"])
  func `returns no range for matches too far from the beginning`(part: String) {
    let list = CompletionIndex([String(repeating: part, count: 1000) + " x", "b" + part + " x"])
    let found = list.completions(of: "x", limit: 9)
    #expect(found.map(\.match) == [part == "a" ? 1001..<1002 : 0..<0, 3..<4])
  }

  @Test func `ignores empty and too long texts`() {
    let list = CompletionIndex(["", String(repeating: "a", count: 50_000), "ab"])
    #expect(list.count == 1)
    #expect(list.completions(of: "a", limit: 9).map(\.text) == ["ab"])
    #expect(list.completions(of: "", limit: 9).isEmpty)
  }

  /// An accent without a preceding letter can neither be searched for nor begin a word.
  @Test func `finds text next to characters that fold to nothing`() {
    let accent = "\u{301}"
    let list = CompletionIndex([accent, "xy", accent + "abc", accent]) {
      $0 == "\u{301}" ? "" : $0.lowercased()
    }
    #expect(list.completions(of: "a", limit: 9).map(\.match) == [1..<2])
    #expect(list.completions(of: "bc", limit: 9).map(\.text) == [accent + "abc"])
    #expect(list.completions(of: accent, limit: 9).isEmpty)
  }

  @Test(arguments: seeds(12)) func `returns the results of a linear search`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    func word(upTo maximum: Int) -> String {
      let letters: [Character] = ["a", "b", "A", "ß", "é", " ", "@", "<", "1"]
      return String(
        (0..<Int.random(in: 0...maximum, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "a"
        })
    }
    var plain: [String] = []
    var list = CompletionIndex()
    for _ in 0..<60 {
      let text = word(upTo: 9)
      list.add(text)
      plain.removeAll { $0 == text }
      if !text.isEmpty { plain.insert(text, at: 0) }
      if Int.random(in: 0..<4, using: &generator) == 0, let removed = plain.randomElement(using: &generator) {
        list.remove(removed)
        plain.removeAll { $0 == removed }
        #expect(!list.contains(removed))
      }
      #expect(list.count == plain.count && plain.allSatisfy(list.contains))
      let (query, limit) = (word(upTo: 3), Int.random(in: 0...6, using: &generator))
      let found = list.completions(of: query, limit: limit)
      #expect(found == Self.search(plain, for: query, limit: limit), "\(query)")
    }
  }

  @Test(.onlyInAll("large data")) func `reads a long text with many matches inside words`() {
    let texts = (0..<300).map { "x\(String(repeating: "ab", count: 1 + $0 % 40))\($0)" }
    let list = CompletionIndex(texts)
    for query in ["a", "ab", "bab", "ababababababababab", "b1", "x", "xab", "1"] {
      for limit in [1, 7, 400] {
        #expect(
          list.completions(of: query, limit: limit) == Self.search(texts, for: query, limit: limit),
          "\(query)")
      }
    }
  }

  /// Returns the results by comparing the folded characters at each index of each text.
  private static func search(_ texts: [String], for query: String, limit: Int) -> [CompletionItem] {
    guard !query.isEmpty else { return [] }
    let query = Array(query.lowercased())
    func firstMatch(in text: String, where isMatch: (Int, [Character]) -> Bool) -> CompletionItem? {
      let characters = Array(text)
      let first = characters.indices.first { index in
        String(characters[index...]).lowercased().starts(with: query) && isMatch(index, characters)
      }
      return first.map { CompletionItem(text, match: $0..<$0 + query.count) }
    }
    func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    let words = texts.map { text in
      firstMatch(in: text) { $0 == 0 || isInWord($1[$0]) && !isInWord($1[$0 - 1]) }
    }
    let others = texts.indices.compactMap { index in
      words[index] == nil ? firstMatch(in: texts[index]) { _, _ in true } : nil
    }
    return Array((words.compactMap { $0 } + others).prefix(limit))
  }
}
