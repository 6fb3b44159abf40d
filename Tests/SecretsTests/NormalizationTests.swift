import Foundation
import TestSupport
import Testing

@testable import Secrets

extension SecureText {
  fileprivate var bytesNFC: [UInt8] {
    normalized(.composed).withUnsafeUTF8 { start, count in
      UnsafeRawBufferPointer(start: start, count: count).map { $0 }
    }
  }
}

/// Letters, marks of several combining classes, Hangul, and characters that never compose. U+AC00
/// and U+0F73 are left out: after them, Foundation composes and sorts less than UAX #15 requires.
private let pieces: [Unicode.Scalar] = [
  "a", "e", "o", "\u{e9}", "\u{301}", "\u{300}", "\u{323}", "\u{327}", "\u{308}", "\u{304}",
  "\u{345}", "\u{1100}", "\u{1161}", "\u{11a8}", "\u{212b}", "\u{2126}", "\u{1e9b}",
  "\u{958}", "\u{fb1d}", "\u{2adc}", "\u{344}", "\u{f71}", "\u{f72}", "\u{1f82}", "\u{1d15e}",
  "\u{fb01}",
]

@Suite struct `Secure text comparison` {
  @Test(arguments: [
    ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("a", "", false),
    ("a", "A", false), ("caf\u{e9}", "cafe\u{301}", true), ("\u{212b}", "\u{c5}", true),
    ("\u{212a}", "K", true), ("K", "k", false),
    ("\u{1100}\u{1161}", "\u{ac00}", true), ("\u{ac00}\u{11a8}", "\u{ac01}", true),
    ("a\u{f73}\u{300}", "\u{e0}\u{f71}\u{f72}", true), ("ﬁ", "fi", false), ("１", "1", false),
    ("o\u{301}\u{323}", "o\u{323}\u{301}", true),
  ])
  func `P5 treats two spellings of é as equal`(a: String, b: String, areEqual: Bool) {
    let first = SecureText(a)
    let second = SecureText(b)
    #expect(first.isEqual(to: second) == areEqual)
    #expect(second.isEqual(to: first) == areEqual)
  }

  @Test(arguments: [
    ("", "abc", true), ("ab", "abc", true), ("abc", "abc", true), ("abcd", "abc", false),
    ("b", "abc", false), ("e", "\u{e9}", true), ("e\u{301}", "\u{e9}t", true),
    ("\u{e8}", "\u{e9}", false), ("\u{212a}", "Ki", true), ("K", "\u{212a}i", true),
  ])
  func `P5 recognizes a correct beginning`(typed: String, whole: String, isBeginning: Bool) {
    let first = SecureText(typed)
    let second = SecureText(whole)
    #expect(first.isBeginning(of: second) == isBeginning)
  }

  @Test(arguments: seeds(200))
  func `P5 composes random scalars like Foundation`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      scalars.append(pieces[Int.random(in: 0..<pieces.count, using: &random)])
    }
    let string = String(scalars)
    let expected = string.precomposedStringWithCanonicalMapping
    #expect(SecureText(string).bytesNFC == Array(expected.utf8))
  }

  @Test(.onlyInAll("large data")) func `P5 composes every character of Unicode 14 like Foundation`() {
    let assigned = (0...0x10_FFFF).compactMap(Unicode.Scalar.init).filter {
      guard let age = $0.properties.age else { return false }
      return age.major <= 14 && $0.properties.generalCategory != .control
    }
    // One scalar can become three in NFC.
    let count = SecureText.capacity / 4
    for start in stride(from: 0, to: assigned.count, by: count) {
      // A letter separates the scalars, because another test covers the interaction of marks.
      let string = assigned[start...].prefix(count).map { "\($0)x" }.joined()
      let expected = Array(string.precomposedStringWithCanonicalMapping.utf8)
      #expect(SecureText(string).bytesNFC == expected, "from \(assigned[start])")
    }
  }
}
