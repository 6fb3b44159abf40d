import TestSupport
import Testing

@testable import Secrets

/// A string with the same edits.
private struct Model {
  var string = ""

  var graphemes: [Character] { Array(string) }

  /// Replaces graphemes and returns the first boundary at or after the end of the insertion.
  mutating func replace(_ range: Range<Int>, with inserted: String) -> Int {
    let before = String(graphemes[..<range.lowerBound]) + inserted
    string = before + String(graphemes[range.upperBound...])
    var end = 0
    var caret = 0
    while end < before.utf8.count {
      end += graphemes[caret].utf8.count
      caret += 1
    }
    return caret
  }
}

/// Strings that merge with each other in every way that UAX #29 defines.
private let pieces = [
  "a", "B", "7", "!", " ", "\u{e9}", "e\u{301}", "\u{301}", "\u{323}", "ß", "四",
  "👍", "🏽", "👩", "👧", "\u{200d}", "\u{fe0f}", "🇩", "🇪", "\u{1100}", "\u{1161}", "\u{11a8}",
  "\u{915}", "\u{94d}", "\u{937}", "\u{600}", "👨‍👩‍👧‍👦",
]

@Suite struct `Random edits of a secure text` {
  @Test(arguments: seeds(30))
  func `have the same effect as on a string`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    var text = SecureText()
    for _ in 0..<60 {
      let generation = text.generation
      let start = Int.random(in: 0...model.graphemes.count, using: &random)
      let length = Int.random(in: 0...min(3, model.graphemes.count - start), using: &random)
      let inserted = (0..<Int.random(in: 0...3, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
        .joined()
      let caret = model.replace(start..<start + length, with: inserted)
      if inserted.isEmpty {
        #expect(text.remove(graphemes: start..<start + length) == caret)
      } else {
        #expect(text.replace(start..<start + length, with: inserted) == .inserted(caret: caret))
      }
      #expect(Array(text.string.utf8) == Array(model.string.utf8))
      #expect(text.graphemes == model.graphemes.map(String.init))
      #expect((text.generation > generation) == (length > 0 || !inserted.isEmpty))
      #expect(text.slack.allSatisfy { $0 == 0 })
    }
  }
}
