import Testing

@testable import Secrets

extension PasswordPolicy {
  /// Returns the lines of the requirements that a password does not meet.
  fileprivate func unmetTexts(_ password: String) -> [String] {
    evaluate(SecureText(password)).entries.filter { !$0.isMet }.map(\.requirement.text)
  }
}

@Suite struct `Password policy` {
  @Test(arguments: 0..<16)
  func `P2 allows any subset of the rules`(subset: Int) {
    let all: [PasswordRule] = [.uppercase, .lowercase, .number, .symbol]
    let rules = all.indices.filter { subset & (1 << $0) != 0 }.map { all[$0] }
    let policy = PasswordPolicy(minimumLength: 1, rules: rules)
    #expect(policy.texts.dropFirst() == rules.map(\.text)[...])
    #expect(policy.unmetTexts("\u{301}") == rules.map(\.text))
    #expect(policy.evaluate(SecureText("aA1!")).isMet)
  }

  @Test func `P2 removes duplicate rules`() {
    let policy = PasswordPolicy(rules: [.number, .symbol, .number])
    #expect(policy.rules == [.number, .symbol])
  }

  @Test func `P2 keeps rules that have the same text but count other characters`() {
    let even = PasswordRule("a", "digit") { "02468".unicodeScalars.contains($0) }
    let odd = PasswordRule("a", "digit") { "13579".unicodeScalars.contains($0) }
    let policy = PasswordPolicy(minimumLength: 1, rules: [even, odd, even.requiring(atLeast: 1)])
    #expect(policy.texts.dropFirst() == [even.text, odd.text])
    #expect(policy.unmetTexts("24") == [odd.text])
    #expect(policy.unmetTexts("13") == [even.text])
    #expect(policy != PasswordPolicy(minimumLength: 1, rules: [even]))
  }

  @Test(arguments: [
    (PasswordPolicy.default, "P4sswor", ["At least 8 characters", "At least 1 symbol"]),
    (.default, "Passw0rd!", []),
    (.default, "passw0rd!", ["At least 1 uppercase letter"]),
    (.default, "PASSW0RD!", ["At least 1 lowercase letter"]),
    (.default, "Password!", ["At least 1 number"]),
    (.default, "Passw0rd ", ["At least 1 symbol"]),
    (.default, "", PasswordPolicy.default.texts),
    (.original6, "Pa5s!x", []),
    (.original8, "PASSW0RD!", []),
    (.nist, "fourteen chars", ["At least 15 characters"]),
    (.nist, "fifteen  chars.", []),
  ])
  func `P3 evaluates a password line by line`(
    policy: PasswordPolicy, password: String, unmet: [String]
  ) {
    #expect(policy.unmetTexts(password) == unmet)
    let evaluation = policy.evaluate(SecureText(password))
    #expect(evaluation.entries.map(\.requirement) == policy.requirements)
    #expect(evaluation.isMet == unmet.isEmpty)
    #expect(evaluation.firstUnmet?.requirement.text == unmet.first)
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
    (.original8, "At least 8 characters, with an uppercase letter, a number and a symbol."),
    (.nist, "At least 15 characters. It must not be a common password."),
    (
      PasswordPolicy(rules: [.number.requiring(atLeast: 2), .letter], blocklist: .common),
      "At least 8 characters, with 2 numbers and a letter. It must not be a common password."
    ),
    (PasswordPolicy(minimumLength: 1, rules: [.number]), "At least 1 character, with a number."),
    (
      PasswordPolicy(minimumLength: 9, rules: [.number, .symbol]),
      "At least 9 characters, with a number and a symbol."
    ),
  ])
  func `P1 describes its rules in one sentence`(policy: PasswordPolicy, caption: String) {
    #expect(policy.caption == caption)
  }

  @Test(arguments: 1...5) func `requires the minimum count of a kind`(count: Int) {
    for rule in [PasswordRule.uppercase, .lowercase, .number, .symbol, .letter, .space] {
      let sample = rule == .uppercase ? "Ä" : rule == .number ? "½" : rule == .symbol ? "€" : nil
      let character = sample ?? (rule == .space ? " " : "ß")
      let policy = PasswordPolicy(minimumLength: 1, rules: [rule.requiring(atLeast: count)])
      let few = String(repeating: character, count: count - 1)
      #expect(!policy.evaluate(SecureText(few + "\u{301}")).isMet)
      #expect(policy.evaluate(SecureText(few + "_" + character)).isMet)
    }
  }

  @Test func `uses custom texts for rules, length and blocklist`() {
    let rule = PasswordRule.symbol.requiring(atLeast: 2, text: "Two of !?#")
    let policy = PasswordPolicy(minimumLength: 9, lengthText: "Nine or more", rules: [rule])
    #expect(policy.texts == ["Nine or more", "Two of !?#"])
    #expect(policy.caption == "At least 9 characters, with 2 symbols.")
    let strict = policy.blocking(.common)
    #expect(strict.texts == policy.texts + ["Not a common password"])
    let custom = Blocklist(lines: "x".utf8.span)
    #expect(strict.blocking(custom).texts == policy.texts + ["Not a common or blocked password"])
    #expect(policy.blocking(custom).texts == policy.texts + ["Not a blocked password"])
    let customized = PasswordPolicy(blocklist: .common, blocklistText: "Nothing known").blocking(custom)
    #expect(customized.texts.last == "Nothing known")
    #expect(customized.caption.hasSuffix(" It must not be a common or blocked password."))
  }

  @Test(arguments: [
    ("Ⅷ", ["uppercase letter", "number", "letter"]), ("½", ["number"]),
    ("ß", ["lowercase letter", "letter"]), ("ǅ", ["letter"]), ("\u{301}", []),
    ("٣", ["number"]), ("👨‍👩‍👧‍👦", ["symbol"]), ("E\u{301}", ["uppercase letter", "letter"]),
    ("\u{2126}", ["uppercase letter", "letter"]), (" ", ["space"]), ("\u{A0}", []),
    ("`", ["symbol"]), ("\u{FF21}", ["uppercase letter", "letter"]),
  ]) func `P3 counts special characters by Unicode properties`(text: String, kinds: [String]) {
    let rules: [PasswordRule] = [.uppercase, .lowercase, .number, .symbol, .letter, .space]
    let policy = PasswordPolicy(minimumLength: 1, rules: rules)
    let unmet = policy.unmetTexts(text)
    #expect(
      unmet == rules.map(\.text).filter { line in !kinds.contains { line == "At least 1 \($0)" } })
  }

  @Test func `traps when a minimum count is out of range`() async {
    await #expect(processExitsWith: .failure) {
      _ = PasswordRule.number.requiring(atLeast: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = PasswordRule.number.requiring(atLeast: 1025)
    }
  }

  @Test func `traps when the minimum length is out of range`() async {
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 0) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 1025) }
  }
}
