import ScreenDriver
import TestSupport
import Testing

@testable import Secrets

extension WordList {
  fileprivate var words: [String] {
    (0..<count).map { index in withWord(at: index) { String(decoding: $0) } }
  }
}

@Suite struct `English word list` {
  @Test func `equals the file in the repository`() throws {
    let lines = try contents(ofFile: "\(repositoryRoot)/assets/words/eff_large_wordlist.txt")
    let words = lines.split(separator: "\n").map { String($0.split(separator: "\t")[1]) }
    #expect(WordList.english.words == words)
    #expect(words.count == 6 * 6 * 6 * 6 * 6 && Set(words).count == words.count)
  }

  @Test func `has only lowercase letters and four hyphens, and correct lengths`() {
    let words = WordList.english.words
    let others = words.joined().filter { !("a"..."z").contains($0) }
    #expect(others == "----")
    #expect(WordList.english.lengths == (words.map(\.count).min(), words.map(\.count).max()))
    #expect(WordList.english.lengths == (3, 9))
  }

  @Test func `has no word that equals another one up to its hyphen`() {
    let words = WordList.english.words
    let beginnings = words.compactMap { word in
      word.firstIndex(of: "-").map { String(word[..<$0]) }
    }
    #expect(beginnings.count == 4)
    #expect(Set(words).isDisjoint(with: beginnings))
  }

  @Test(
    arguments: [
      ("", []), (" \n ", []), ("a", ["a"]), ("a bc\nd", ["a", "bc", "d"]),
      (" a\n\nb ", ["a", "b"]),
    ] as [(StaticString, [String])])
  func `is split at spaces and line feeds`(text: StaticString, words: [String]) {
    #expect(WordList(text).words == words)
  }
}
