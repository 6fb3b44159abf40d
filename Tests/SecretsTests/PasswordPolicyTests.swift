import Testing

@testable import Secrets

extension PasswordRule {
  /// A rule that the product has not.
  fileprivate static let vowel = PasswordRule("a", "vowel") { "aeiou".unicodeScalars.contains($0) }
}

extension PasswordPolicy {
  /// The lines that a password fails.
  fileprivate func unmetLines(_ password: String) -> [String] {
    evaluate(SecureText(password)).entries.filter { !$0.isMet }.map(\.line)
  }
}

@Suite struct `A password policy` {
  @Test func `P2 has a line for its length and each of its rules, and no other`() {
    #expect(
      PasswordPolicy.default.lines == [
        "At least 8 characters", "At least 1 uppercase letter", "At least 1 lowercase letter",
        "At least 1 number", "At least 1 symbol",
      ])
    #expect(
      PasswordPolicy.seed2.lines == [
        "At least 8 characters", "At least 1 uppercase letter", "At least 1 number",
        "At least 1 symbol",
      ])
    #expect(PasswordPolicy.seed0.lines.first == "At least 6 characters")
    #expect(PasswordPolicy.seed0.rules == PasswordPolicy.default.rules)
    #expect(PasswordPolicy.nist.lines == ["At least 15 characters", "Not a common password"])
  }

  @Test(arguments: 0..<16)
  func `P2 allows any subset of the rules`(subset: Int) {
    let all: [PasswordRule] = [.uppercase, .lowercase, .number, .symbol]
    let rules = all.indices.filter { subset & (1 << $0) != 0 }.map { all[$0] }
    let policy = PasswordPolicy(minimumLength: 1, rules: rules)
    #expect(policy.lines.dropFirst() == rules.map(\.line)[...])
    #expect(policy.unmetLines("\u{301}") == rules.map(\.line))
    #expect(policy.evaluate(SecureText("aA1!")).isMet)
  }

  @Test func `P2 has each rule once, as a set has`() {
    let policy = PasswordPolicy(rules: [.number, .symbol, .number])
    #expect(policy.rules == [.number, .symbol])
  }

  @Test(arguments: [
    (PasswordPolicy.default, "P4sswor", ["At least 8 characters", "At least 1 symbol"]),
    (.default, "Passw0rd!", []),
    (.default, "passw0rd!", ["At least 1 uppercase letter"]),
    (.default, "PASSW0RD!", ["At least 1 lowercase letter"]),
    (.default, "Password!", ["At least 1 number"]),
    (.default, "Passw0rd ", ["At least 1 symbol"]),
    (.default, "", PasswordPolicy.default.lines),
    (.seed0, "Pa5s!x", []),
    (.seed2, "PASSW0RD!", []),
    (.nist, "fourteen chars", ["At least 15 characters"]),
    (.nist, "fifteen  chars.", []),
  ])
  func `P3 judges a password line by line`(
    policy: PasswordPolicy, password: String, unmet: [String]
  ) {
    #expect(policy.unmetLines(password) == unmet)
    let verdict = policy.evaluate(SecureText(password))
    #expect(verdict.entries.map(\.line) == policy.lines)
    #expect(verdict.isMet == unmet.isEmpty)
    #expect(verdict.firstUnmet?.line == unmet.first)
  }

  @Test(arguments: [("\u{e9}", 1), ("e\u{301}", 1), ("👨‍👩‍👧‍👦", 7), ("四四", 2)])
  func `P3 counts code points of the NFC form`(password: String, length: Int) {
    let enough = PasswordPolicy(minimumLength: length, rules: [])
    let tooMuch = PasswordPolicy(minimumLength: length + 1, rules: [])
    #expect(enough.evaluate(SecureText(password)).isMet)
    #expect(!tooMuch.evaluate(SecureText(password)).isMet)
  }

  @Test(arguments: [
    (
      PasswordPolicy.default,
      "At least 8 characters, with an uppercase letter, a lowercase letter, a number and a symbol."
    ),
    (.seed2, "At least 8 characters, with an uppercase letter, a number and a symbol."),
    (.nist, "At least 15 characters. It may not be a common one."),
    (
      PasswordPolicy(rules: [.number.requiring(atLeast: 2), .letter], blocklist: .common),
      "At least 8 characters, with 2 numbers and a letter. It may not be a common one."
    ),
    (PasswordPolicy(minimumLength: 1, rules: [.number]), "At least 1 character, with a number."),
    (
      PasswordPolicy(minimumLength: 9, rules: [.number, .symbol]),
      "At least 9 characters, with a number and a symbol."
    ),
  ])
  func `P1 says its rules in one sentence`(policy: PasswordPolicy, caption: String) {
    #expect(policy.caption == caption)
  }

  @Test func `P11 takes a new rule that is one value`() {
    let policy = PasswordPolicy(minimumLength: 4, rules: [.number, .vowel])
    #expect(policy.caption == "At least 4 characters, with a number and a vowel.")
    #expect(policy.unmetLines("fvr4") == ["At least 1 vowel"])
    #expect(policy.unmetLines("four4") == [])
  }

  @Test(arguments: 1...5) func `asks for so many of a kind, and no fewer`(count: Int) {
    for rule in [PasswordRule.uppercase, .lowercase, .number, .symbol, .letter, .space] {
      let sample = rule == .uppercase ? "Ä" : rule == .number ? "½" : rule == .symbol ? "€" : nil
      let character = sample ?? (rule == .space ? " " : "ß")
      let policy = PasswordPolicy(minimumLength: 1, rules: [rule.requiring(atLeast: count)])
      let few = String(repeating: character, count: count - 1)
      #expect(!policy.evaluate(SecureText(few + "\u{301}")).isMet)
      #expect(policy.evaluate(SecureText(few + "_" + character)).isMet)
    }
  }

  @Test func `says a rule and the length in words of their own`() {
    let rule = PasswordRule.symbol.requiring(atLeast: 2, line: "Two of !?#")
    let policy = PasswordPolicy(minimumLength: 9, lengthLine: "Nine or more", rules: [rule])
    #expect(policy.lines == ["Nine or more", "Two of !?#"])
    #expect(policy.caption == "At least 9 characters, with 2 symbols.")
    let strict = policy.refusing(.common)
    #expect(strict.lines == policy.lines + ["Not a common password"])
    let own = Blocklist(lines: "x".utf8.span)
    #expect(strict.refusing(own).lines == policy.lines + ["Not a common or refused password"])
    #expect(policy.refusing(own).lines == policy.lines + ["Not a refused password"])
    let told = PasswordPolicy(blocklist: .common, blocklistLine: "Nothing known").refusing(own)
    #expect(told.lines.last == "Nothing known")
    #expect(told.caption.hasSuffix(" It may not be a common or refused one."))
  }

  @Test(arguments: [
    ("Ⅷ", ["uppercase letter", "number", "letter"]), ("½", ["number"]),
    ("ß", ["lowercase letter", "letter"]), ("ǅ", ["letter"]), ("\u{301}", []),
    ("٣", ["number"]), ("👨‍👩‍👧‍👦", ["symbol"]), ("E\u{301}", ["uppercase letter", "letter"]),
    ("\u{2126}", ["uppercase letter", "letter"]), (" ", ["space"]), ("\u{A0}", []),
    ("`", ["symbol"]), ("\u{FF21}", ["uppercase letter", "letter"]),
  ]) func `P3 counts Unicode's edges as its properties have them`(text: String, kinds: [String]) {
    let rules: [PasswordRule] = [.uppercase, .lowercase, .number, .symbol, .letter, .space]
    let policy = PasswordPolicy(minimumLength: 1, rules: rules)
    let unmet = policy.unmetLines(text)
    #expect(
      unmet == rules.map(\.line).filter { line in !kinds.contains { line == "At least 1 \($0)" } })
  }

  @Test func `traps on a count that no password has`() async {
    await #expect(processExitsWith: .failure) {
      _ = PasswordRule.number.requiring(atLeast: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = PasswordRule.number.requiring(atLeast: 1025)
    }
  }

  @Test func `traps on a length that no password has`() async {
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 0) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 1025) }
  }
}
