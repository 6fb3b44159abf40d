import System
import TestSupport
import Testing

@testable import Secrets

@Suite struct `Strength estimate` {
  private static func strength(
    _ password: String, personalWords words: PersonalWords = .none
  ) throws -> PasswordStrength {
    let estimator = try StrengthEstimator(personalWords: words)
    return estimator.estimate(StrengthInput(SecureText(password)))
  }

  @Test(arguments: [
    (0, "Very weak", "less than a second"), (13.3, "Very weak", "1 second"),
    (19.19, "Very weak", "59 seconds"), (19.2, "Weak", "1 minute"), (26.6, "Weak", "2 hours"),
    (29.68, "Weak", "23 hours"), (29.7, "Fair", "1 day"), (33.22, "Fair", "11 days"),
    (38.19, "Fair", "11 months"), (38.2, "Strong", "1 year"), (44.8, "Strong", "97 years"),
    (44.9, "Very strong", "centuries"), (2000, "Very strong", "centuries"),
  ]) func `P9 has a grade and a time for the logarithm of the guesses`(
    bits: Double, label: String, time: String
  ) {
    let strength = PasswordStrength(bits: bits, advice: nil, isPartial: false)
    #expect(strength.summary == "\(label), \(time) to guess")
  }

  @Test func `P9 never has a lower grade for more bits`() {
    let all = stride(from: 0.0, to: 80, by: 0.01).map {
      PasswordStrength(bits: $0, advice: nil, isPartial: false)
    }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.grade <= $1.grade })
    #expect(Set(all.map(\.grade)).count == PasswordStrength.Grade.allCases.count)
  }

  @Test(arguments: [
    ("sunshine", PasswordStrength.Advice.commonWords), ("p@ssw0rd", .lookAlikes),
    ("hallihallo", .personalWords), ("aaaaaaaaaa", .repeats), ("abcdefghij", .sequences),
    ("zxcvfdsa", .adjacentKeys), ("24.12.1987", .dates), ("k7$x", .tooShort), ("", .tooShort),
  ]) func `has advice about the content of most of the password`(
    password: String, advice: PasswordStrength.Advice
  ) throws {
    let words = PersonalWords([("hallihallo", "your user name")])
    #expect(try Self.strength(password, personalWords: words).advice == advice)
  }

  @Test func `has no advice for a very strong password`() throws {
    let strength = try Self.strength("u8$Kq~2vPz!mR4w&")
    #expect(strength.grade == .veryStrong && strength.advice == nil)
  }

  @Test(arguments: ["j\u{F3}zef\u{ED}na", "jo\u{301}zefi\u{301}na"])
  func `is lower for words of the user in any spelling`(word: String) throws {
    let words = PersonalWords([(word, "your user name")])
    let (known, unknown) = (
      try Self.strength("j\u{F3}zef\u{ED}na1", personalWords: words),
      try Self.strength("j\u{F3}zef\u{ED}na1")
    )
    #expect(known.bits < unknown.bits / 2)
  }

  @Test func `counts each letter of any script once`() throws {
    let cyrillic = try Self.strength("\u{43F}\u{430}\u{440}\u{43E}\u{43B}\u{44C}")
    #expect(cyrillic.bits > 15 && cyrillic.bits < 60)
    let (composed, decomposed) = (
      try Self.strength("\u{e9}t\u{e9}"), try Self.strength("e\u{301}te\u{301}")
    )
    #expect(composed == decomposed)
  }

  @Test func `covers only the first 64 characters and states it`() throws {
    let long = String(repeating: "xK9$q", count: 200)
    let beginning = String(long.prefix(StrengthInput.limit))
    let (whole, part) = (try Self.strength(long), try Self.strength(beginning))
    #expect(whole.bits == part.bits)
    #expect(whole.isPartial && !part.isPartial)
    #expect(whole.summary.hasSuffix(" (first 64 characters only)"))
  }

  /// The bytes for characters beyond ASCII, according to the rules and the code charts.
  private static let replacements: [(characters: String, bytes: [UInt8])] = [
    ("a", [0x61]), ("Z", [0x5A]), ("9", [0x39]), ("~", [0x7E]),
    // Any spelling, without accents, any width.
    ("\u{e9}", [0x65]), ("e\u{301}", [0x65]), ("Ｐ", [0x50]), ("ﬁ", [0x66, 0x69]),
    ("½", [0x31, 0xC4, 0x32]),
    // Other alphabets: U+0430, U+0416, U+05D0, and the Arabic digit three.
    ("а", [0x67]), ("Ж", [0x47]), ("א", [0x67]), ("٣", [0x33]),
    // U+4E2D, and U+D55C in two spellings.
    ("中", [0xAD]), ("한", [0xDC]), ("\u{1112}\u{1161}\u{11AB}", [0xDC]),
    // U+1F44D, U+1F468, and sequences that start with them.
    ("👍", [0xCD]), ("👍🏽", [0xCD]), ("👨", [0xE8]), ("👨‍👩‍👧‍👦", [0xE8]), ("👨\u{200B}", [0xE8]),
  ]

  @Test(arguments: 0..<8) func `uses the first 64 bytes of the converted characters`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var (text, expected): (String, [UInt8]) = ("", [])
    for _ in 0..<Int.random(in: 0...150, using: &generator) {
      let (characters, bytes) = Self.replacements[
        Int.random(in: Self.replacements.indices, using: &generator)]
      text += characters
      expected += bytes
    }
    let input = StrengthInput(SecureText(text))
    let seen = input.withCString { start in
      Array(UnsafeBufferPointer(start: start, count: 65).prefix { $0 != 0 }).map {
        UInt8(bitPattern: $0)
      }
    }
    #expect(seen == Array(expected.prefix(64)))
    #expect(input.isTruncated == (expected.count > 64))
  }

  @Test(arguments: [
    ("Cäpy1!xyz", "Capy1!xyz"), ("ｐａｓｓｗｏｒｄ", "password"), ("пароль", "gqyfdt"),
  ])
  func `is not higher for characters beyond ASCII`(password: String, plain: String) throws {
    let estimator = try StrengthEstimator()
    let (other, own) = (
      estimator.estimate(StrengthInput(SecureText(plain))),
      estimator.estimate(StrengthInput(SecureText(password)))
    )
    #expect(own.bits <= other.bits)
  }

  @Test(arguments: [
    (DynamicLibraryError.noLibrary("libnone.so.7"), "libnone.so.7 is not installed"),
    (.noFunction("ZxcvbnMatch", library: "libm.so.6"), "libm.so.6 has no function ZxcvbnMatch"),
  ]) func `fails with a message without the library or its functions`(
    cause: DynamicLibraryError, reason: String
  ) {
    let name =
      switch cause {
      case .noLibrary(let name), .notLoadable(let name), .noFunction(_, let name): name
      }
    let error = #expect(throws: StrengthError.noLibrary(cause)) {
      _ = try StrengthEstimator(library: name, personalWords: .none)
    }
    #expect(error?.message == "Cannot estimate the strength: \(reason).")
  }
}
