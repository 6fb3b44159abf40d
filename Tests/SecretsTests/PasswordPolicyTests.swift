import Testing

@testable import Secrets

extension PasswordRule {
  /// A rule that the product has not.
  fileprivate static let space = PasswordRule("a", "space") { $0 == " " }
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
    #expect(PasswordPolicy.nist.lines == ["At least 15 characters"])
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
    (.nist, "At least 15 characters."),
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
    let policy = PasswordPolicy(minimumLength: 4, rules: [.number, .space])
    #expect(policy.caption == "At least 4 characters, with a number and a space.")
    #expect(policy.unmetLines("four4") == ["At least 1 space"])
    #expect(policy.unmetLines("four 4") == [])
  }

  @Test func `traps on a length that no password has`() async {
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 0) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 1025) }
  }
}
