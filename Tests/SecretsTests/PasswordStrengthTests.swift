import DynamicLibraries
import Glibc
import TestSupport
import Testing

@testable import Secrets

@Suite struct `A password's strength` {
  private static func strength(
    _ password: String, knowing words: PersonalWords = .none
  ) throws -> PasswordStrength {
    let estimator = try StrengthEstimator(knowing: words)
    return estimator.estimate(StrengthSubject(SecureText(password)))
  }

  @Test(arguments: [
    (0, "Very weak", "less than a second"), (13.3, "Very weak", "1 second"),
    (19.19, "Very weak", "59 seconds"), (19.2, "Weak", "1 minute"), (26.6, "Weak", "2 hours"),
    (29.68, "Weak", "23 hours"), (29.7, "Fair", "1 day"), (33.22, "Fair", "11 days"),
    (38.19, "Fair", "11 months"), (38.2, "Strong", "1 year"), (44.8, "Strong", "97 years"),
    (44.9, "Very strong", "centuries"), (2000, "Very strong", "centuries"),
  ]) func `P9 is told by the logarithm of the guesses, and in time`(
    bits: Double, words: String, time: String
  ) {
    let strength = PasswordStrength(bits: bits, advice: nil, isOfBeginning: false)
    #expect(strength.grade.words == words)
    #expect(strength.crackTime == time)
    #expect(strength.line == "\(words), \(time) to guess")
  }

  @Test func `P9 grows with the bits, never back`() {
    let all = stride(from: 0.0, to: 80, by: 0.01).map {
      PasswordStrength(bits: $0, advice: nil, isOfBeginning: false)
    }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.grade <= $1.grade })
    #expect(Set(all.map(\.grade)).count == PasswordStrength.Grade.allCases.count)
  }

  @Test(arguments: [
    ("sunshine", PasswordStrength.Advice.commonWords), ("p@ssw0rd", .lookAlikes),
    ("hallihallo", .ownWords), ("aaaaaaaaaa", .repeats), ("abcdefghij", .sequences),
    ("zxcvfdsa", .neighbouringKeys), ("24.12.1987", .dates), ("k7$x", .tooShort), ("", .tooShort),
  ]) func `has advice by what most of it is`(
    password: String, advice: PasswordStrength.Advice
  ) throws {
    let words = PersonalWords([("hallihallo", "your user name")])
    #expect(try Self.strength(password, knowing: words).advice == advice)
  }

  @Test func `has no advice for what is strong enough`() throws {
    let strength = try Self.strength("u8$Kq~2vPz!mR4w&")
    #expect(strength.grade == .veryStrong && strength.advice == nil)
  }

  @Test func `counts one's own words against it`() throws {
    let words = PersonalWords([("margarete-schmidt", "your user name")])
    let (known, unknown) = (
      try Self.strength("margarete-schmidt1", knowing: words),
      try Self.strength("margarete-schmidt1")
    )
    #expect(known.bits < unknown.bits / 2)
  }

  @Test(arguments: ["j\u{F3}zef\u{ED}na", "jo\u{301}zefi\u{301}na"])
  func `counts them in any letters`(word: String) throws {
    let words = PersonalWords([(word, "your user name")])
    let (known, unknown) = (
      try Self.strength("j\u{F3}zef\u{ED}na1", knowing: words),
      try Self.strength("j\u{F3}zef\u{ED}na1")
    )
    #expect(known.bits < unknown.bits / 2)
  }

  @Test func `counts letters of any script as one each`() throws {
    let cyrillic = try Self.strength("\u{43F}\u{430}\u{440}\u{43E}\u{43B}\u{44C}")
    #expect(cyrillic.bits > 20 && cyrillic.bits < 60)
    let (composed, decomposed) = (
      try Self.strength("\u{e9}t\u{e9}"), try Self.strength("e\u{301}te\u{301}")
    )
    #expect(composed == decomposed)
  }

  @Test func `judges no more than its first 64 characters, and says so`() throws {
    let long = String(repeating: "xK9$q", count: 200)
    let beginning = String(long.prefix(StrengthSubject.limit))
    let (whole, part) = (try Self.strength(long), try Self.strength(beginning))
    #expect(whole.bits == part.bits)
    #expect(whole.isOfBeginning && !part.isOfBeginning)
    #expect(whole.line.hasSuffix(" (by its first 64 characters)"))
  }

  /// The processor's time for judging a password.
  private static func time(_ estimator: StrengthEstimator, _ password: String) -> Duration {
    let subject = StrengthSubject(SecureText(password))
    func processorTime() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = processorTime()
    _ = estimator.estimate(subject)
    return processorTime() - start
  }

  /// The slowest that are known, neighbouring digits in turn: twice as many would take thirty times as
  /// long.
  @Test(arguments: ["", "Aa1!"])
  func `takes no longer for what is longer than 64 characters`(beginning: String) throws {
    let password = beginning + String(repeating: "78", count: 64)
    let estimator = try StrengthEstimator()
    let (short, long) = (
      Self.time(estimator, String(password.prefix(64))), Self.time(estimator, password)
    )
    #expect(long < short * 3)
  }

  /// What is looked at in the place of characters beyond ASCII, by the rule and the code charts.
  private static let standIns: [(characters: String, bytes: [UInt8])] = [
    ("a", [0x61]), ("Z", [0x5A]), ("9", [0x39]), ("~", [0x7E]),
    // In any spelling, without accents, in any width.
    ("\u{e9}", [0x65]), ("e\u{301}", [0x65]), ("Ｐ", [0x50]), ("ﬁ", [0x66, 0x69]),
    ("½", [0x31, 0xC4, 0x32]),
    // Other alphabets: U+0430, U+0416, U+05D0, and Arabic's three.
    ("а", [0x67]), ("Ж", [0x47]), ("א", [0x67]), ("٣", [0x33]),
    // U+4E2D, and U+D55C in two spellings.
    ("中", [0xAD]), ("한", [0xDC]), ("\u{1112}\u{1161}\u{11AB}", [0xDC]),
    // U+1F44D, U+1F468, and what is drawn with them.
    ("👍", [0xCD]), ("👍🏽", [0xCD]), ("👨", [0xE8]), ("👨‍👩‍👧‍👦", [0xE8]), ("👨\u{200B}", [0xE8]),
  ]

  @Test(arguments: 0..<8) func `looks at the first bytes for what a person takes for a character`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var (text, wanted): (String, [UInt8]) = ("", [])
    for _ in 0..<Int.random(in: 0...150, using: &generator) {
      let (characters, bytes) = Self.standIns[
        Int.random(in: Self.standIns.indices, using: &generator)]
      text += characters
      wanted += bytes
    }
    let subject = StrengthSubject(SecureText(text))
    let seen = subject.withCString { start in
      Array(UnsafeBufferPointer(start: start, count: 65).prefix { $0 != 0 }).map {
        UInt8(bitPattern: $0)
      }
    }
    #expect(seen == Array(wanted.prefix(64)))
    #expect(subject.isBeginning == (wanted.count > 64))
  }

  @Test(arguments: [
    ("Cäpy1!xyz", "Capy1!xyz"), ("ｐａｓｓｗｏｒｄ", "password"), ("пароль", "gqyfdt"),
  ])
  func `takes nothing for stronger since it is beyond ASCII`(password: String, plain: String) throws
  {
    let estimator = try StrengthEstimator()
    let (other, own) = (
      estimator.estimate(StrengthSubject(SecureText(plain))),
      estimator.estimate(StrengthSubject(SecureText(password)))
    )
    #expect(own.bits <= other.bits)
  }

  @Test(arguments: [
    (DynamicLibraryError.noLibrary("libnone.so.7"), "libnone.so.7 is not installed"),
    (.noFunction("ZxcvbnMatch", library: "libm.so.6"), "libm.so.6 has no function ZxcvbnMatch"),
  ]) func `cannot be told without the library, or by another one, and says so`(
    cause: DynamicLibraryError, words: String
  ) {
    let name =
      switch cause {
      case .noLibrary(let name), .noFunction(_, let name): name
      }
    let error = #expect(throws: StrengthError.noLibrary(cause)) {
      _ = try StrengthEstimator(library: name, knowing: .none)
    }
    #expect(error?.message == "How strong it is cannot be told: \(words).")
  }
}
