import Glibc
import TestSupport
import Testing

@testable import Secrets

extension PasswordGenerator {
  /// Returns how often each password was generated.
  fileprivate func tally(of draws: Int, seed: Int) -> [String: Int] {
    var (generator, counts) = (SeededGenerator(seed: seed), [String: Int]())
    var text = SecureText()
    for _ in 0..<draws {
      let isGenerated = generate(into: &text) { .random(in: 0..<$0, using: &generator) }
      counts[isGenerated ? text.string : "none", default: 0] += 1
    }
    return counts
  }
}

/// Returns the deviation of counts from a uniform distribution: χ² / its mean − 1, in standard
/// deviations. With enough of each, one in 30,000 random samples is beyond 4.
private func unevenness(_ counts: some Collection<Int>, of kinds: Int) -> Double {
  let expected = Double(counts.reduce(0, +)) / Double(kinds)
  let missing = Double(kinds - counts.count) * expected
  let distance = counts.reduce(missing) {
    $0 + (Double($1) - expected) * (Double($1) - expected) / expected
  }
  let freedom = Double(kinds - 1)
  return (distance - freedom) / (2 * freedom).squareRoot()
}

extension PasswordPolicy {
  fileprivate static func short(_ rules: PasswordRule..., blocklist: Blocklist? = nil) -> Self {
    PasswordPolicy(minimumLength: 1, rules: rules, blocklist: blocklist)
  }

  fileprivate static let strict = PasswordPolicy(
    minimumLength: 30,
    rules: [
      .uppercase.requiring(atLeast: 3), .number.requiring(atLeast: 4),
      .symbol.requiring(atLeast: 7), .letter.requiring(atLeast: 5),
    ] + [PasswordRule.oneOf("!?#"), .oneOf("aeiou")].compactMap { $0 },
    blocklist: .common)
}

@Suite struct `Password generator` {
  static let policies: [PasswordPolicy] = [
    .default, .original6, .original8, .nist, .strict, .short(), .short(.number.requiring(atLeast: 9)),
  ]

  @Test(arguments: cases(policies), [PasswordGenerator.Kind.standardCharacters, .standardWords])
  func `meets its policy`(policy: PasswordPolicy, kind: PasswordGenerator.Kind) throws {
    let generator = try #require(PasswordGenerator(kind, meeting: policy))
    for _ in 0..<40 {
      var text = SecureText()
      let isGenerated = generator.generate(into: &text)
      #expect(isGenerated && policy.evaluate(text).isMet)
    }
  }

  @Test(arguments: [PasswordGenerator.Kind.standardCharacters, .standardWords])
  func `generates a different password each time`(kind: PasswordGenerator.Kind) throws {
    let generator = try #require(PasswordGenerator(kind, meeting: .default))
    let passwords = (0..<20).map { _ in
      var text = SecureText()
      _ = generator.generate(into: &text)
      return text.string
    }
    #expect(Set(passwords).count == passwords.count)
  }

  @Test func `replaces a text and wipes its previous content`() throws {
    let generator = try #require(PasswordGenerator(.characters(8), meeting: .default))
    var text = SecureText(String(repeating: "x", count: 100))
    let generation = text.generation
    let isGenerated = generator.generate(into: &text)
    #expect(isGenerated && text.byteCount == 8 && text.generation > generation)
    #expect(text.slack.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [
    (
      PasswordPolicy.default, PasswordGenerator.Kind.characters(20),
      PasswordGenerator.Kind.characters(20)
    ),
    (.nist, .characters(8), .characters(15)), (.nist, .words(2), .words(4)),
    (.short(.number.requiring(atLeast: 9)), .characters(8), .characters(48)),
    (.default, .words(1), .words(2)), (.short(.space), .words(1), .words(2)),
    (PasswordPolicy(minimumLength: 1024, rules: []), .characters(8), .characters(1024)),
  ])
  func `uses the requested number of elements, or more if the policy requires it`(
    policy: PasswordPolicy, kind: PasswordGenerator.Kind, expected: PasswordGenerator.Kind
  ) throws {
    #expect(try #require(PasswordGenerator(kind, meeting: policy)).kind == expected)
  }

  @Test(arguments: [
    (PasswordPolicy.short(.space), PasswordGenerator.Kind.characters(20)),
    (PasswordPolicy(minimumLength: 500, rules: []), .words(6)), (.default, .words(103)),
    (.short(PasswordRule("an", "umlaut") { "äöü".unicodeScalars.contains($0) }), .words(6)),
    (.short(PasswordRule("an", "umlaut") { "äöü".unicodeScalars.contains($0) }), .characters(20)),
    (.short(.number.requiring(atLeast: 1024)), .characters(20)),
    (.short(.number.requiring(atLeast: 1024)), .words(6)),
  ])
  func `is nil if hardly any passwords meet the policy`(
    policy: PasswordPolicy, kind: PasswordGenerator.Kind
  ) {
    #expect(PasswordGenerator(kind, meeting: policy) == nil)
  }
}

@Suite struct `Password of characters` {
  @Test func `has the entropy of all passwords that the policy allows`() throws {
    // All pairs except those without a number.
    let pairs = try #require(PasswordGenerator(.characters(2), meeting: .short(.number)))
    #expect(abs(pairs.entropyBits - log2(94.0 * 94 - 84 * 84)) < 1e-12)
    // The inclusion–exclusion principle for the texts that lack kinds.
    let sizes = [26.0, 26, 10, 32]
    let good = (0..<16).reduce(0.0) { sum, lacking in
      let missing = sizes.indices.filter { lacking & (1 << $0) != 0 }
      let remaining = 94 - missing.reduce(0) { $0 + sizes[$1] }
      return sum + (missing.count % 2 == 0 ? 1 : -1) * pow(remaining, 20)
    }
    let standard = try #require(PasswordGenerator(.standardCharacters, meeting: .default))
    #expect(abs(standard.entropyBits - log2(good)) < 1e-9)
    let unrestricted = try #require(PasswordGenerator(.characters(20), meeting: .short()))
    #expect(unrestricted.entropyBits == 20 * log2(94))
  }

  @Test func `is uniformly distributed over all allowed passwords`() throws {
    let digit = try #require(PasswordGenerator(.characters(1), meeting: .short(.number)))
    let digits = digit.tally(of: 5000, seed: 1)
    #expect(Set(digits.keys) == Set("0123456789".map(String.init)))
    #expect(abs(unevenness(digits.values, of: 10)) < 4)

    // Placing a number at a random index would make passwords of two numbers twice as likely.
    let pair = try #require(PasswordGenerator(.characters(2), meeting: .short(.number)))
    let pairs = pair.tally(of: 9000, seed: 2)
    func count(_ kinds: (Bool, Bool)) -> Int {
      pairs.reduce(0) { sum, pair in
        let isNumber = pair.key.map(\.isNumber)
        return sum + ((isNumber[0], isNumber[1]) == kinds ? pair.value : 0)
      }
    }
    // 10 · 10, 10 · 84 and 84 · 10 of 1780.
    for (kinds, size) in [((true, true), 100.0), ((true, false), 840), ((false, true), 840)] {
      let share = size / 1780
      let deviation = (9000 * share * (1 - share)).squareRoot()
      #expect(abs(Double(count(kinds)) - 9000 * share) < 4 * deviation)
    }
    #expect(abs(unevenness(pairs.values, of: 1780)) < 4)
  }

  @Test func `is neither on the blocklist nor a word of the user`() throws {
    let list = Blocklist(lines: "1\n2\n3\n".utf8.span)
    let generator = try #require(
      PasswordGenerator(.characters(1), meeting: .short(.number, blocklist: list)))
    let digits = generator.tally(of: TestScope.isComplete ? 3000 : 700, seed: 3)
    #expect(Set(digits.keys) == Set("4567890".map(String.init)))
    #expect(abs(unevenness(digits.values, of: 7)) < 4)
  }

  @Test func `is not generated if the blocklist contains all passwords`() throws {
    let list = Blocklist(lines: "0\n1\n2\n3\n4\n5\n6\n7\n8\n9".utf8.span)
    let generator = try #require(
      PasswordGenerator(.characters(1), meeting: .short(.number, blocklist: list)))
    #expect(generator.tally(of: 1, seed: 4) == ["none": 1])
  }
}

@Suite struct `Password of words` {
  @Test(arguments: [
    (PasswordPolicy.nist, "[a-z-]+(-[a-z-]+){3}", 0.0),
    (.default, "[A-Z][a-z-]+(-[A-Z][a-z-]+){3}-[0-9]", log2(10)),
    (.short(.symbol.requiring(atLeast: 5)), "[a-z-]+(-[a-z-]+){3}-[!-/:-@\\[-`{-~]{2}", 10),
    (.short(.space, .uppercase), "[A-Z][a-z-]+( [A-Z][a-z-]+){3}", 0),
    (.short(.space, .number.requiring(atLeast: 2)), "[a-z-]+( [a-z-]+){3} [0-9]{2}", 2 * log2(10)),
  ])
  func `has the form and the entropy that its policy requires`(
    policy: PasswordPolicy, pattern: String, bits: Double
  ) throws {
    let generator = try #require(PasswordGenerator(.words(4), meeting: policy))
    #expect(abs(generator.entropyBits - (4 * log2(7776) + bits)) < 1e-12)
    let regex = try Regex(pattern)
    for (password, _) in generator.tally(of: 50, seed: 5) {
      #expect(password.wholeMatch(of: regex) != nil, "\(password)")
    }
  }

  @Test func `is uniformly distributed over all words`() throws {
    let list = WordList("ant\nbee\ncat")
    let generator = try #require(
      PasswordGenerator(.words(2), of: list, meeting: .short(.number), personalWords: .none))
    let counts = generator.tally(of: 9000, seed: 6)
    #expect(abs(generator.entropyBits - log2(90)) < 1e-12)
    #expect(counts.count == 90 && counts["bee-ant-7"] != nil)
    #expect(abs(unevenness(counts.values, of: 90)) < 4)
  }

  @Test func `is neither on the blocklist nor a word of the user`() throws {
    let list = Blocklist(lines: "ANT".utf8.span)
    let words = PersonalWords([("bee", "your user name")])
    let generator = try #require(
      PasswordGenerator(
        .words(1), of: WordList("ant\nbee\ncat\ndog"), meeting: .short(blocklist: list),
        personalWords: words))
    let counts = generator.tally(of: TestScope.isComplete ? 2000 : 500, seed: 7)
    #expect(Set(counts.keys) == ["cat", "dog"])
    #expect(abs(unevenness(counts.values, of: 2)) < 4)
  }
}
