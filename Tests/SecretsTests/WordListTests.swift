import CSodium
import Testing

@testable import Secrets

extension WordList {
  /// Creates a list of the words in a literal.
  init(_ text: StaticString) {
    self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  fileprivate var words: [String] {
    (0..<count).map { index in withWord(at: index) { String(decoding: $0) } }
  }
}

@Suite struct `English word list` {
  /// Returns the SHA-256 checksum of a text in hexadecimal digits.
  private func checksum(of text: String) -> String {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256(&hash, Array(text.utf8), UInt64(text.utf8.count))
    return hash.map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
  }

  @Test func `has the checksum of the original file`() {
    let words = WordList.english.words
    #expect(words.count == 6 * 6 * 6 * 6 * 6 && Set(words).count == words.count)
    // In base 6, the index has the dice values less one as its digits.
    let lines = words.enumerated().map { index, word in
      let dice = String(index, radix: 6).compactMap(\.wholeNumberValue).map { "\($0 + 1)" }.joined()
      return "\(String(repeating: "1", count: 5 - dice.count))\(dice)\t\(word)\n"
    }
    let original = "addd35536511597a02fa0a9ff1e5284677b8883b83e986e43f15a3db996b903e"
    #expect(checksum(of: lines.joined()) == original)
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
}
