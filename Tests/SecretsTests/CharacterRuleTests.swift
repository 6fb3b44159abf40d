import TestSupport
import Testing

@testable import Secrets

@Suite struct `Rule for a set of characters` {
  private func count(_ rule: PasswordRule, in password: String) -> Int {
    var count = 0
    SecureText(password).forEachComposedScalar { if rule.isSatisfied($0) { count += 1 } }
    return count
  }

  @Test func `counts each character in any spelling`() throws {
    // The angstrom sign is another scalar than Å, but the same in NFC.
    let rule = try #require(PasswordRule.oneOf("!?\u{212b}e\u{301}"))
    #expect(count(rule, in: "!!a?\u{e9}e\u{301}e\u{c5}A\u{30a}") == 7)
    #expect(rule.text == "At least 1 character of !?\u{212b}e\u{301}")
    #expect(rule.phrase == "a character of !?\u{212b}e\u{301}")
    #expect(rule.requiring(atLeast: 2).phrase == "2 characters of !?\u{212b}e\u{301}")
    #expect(rule != PasswordRule.oneOf("!"))
    #expect(rule == PasswordRule.oneOf("!?\u{c5}\u{e9}"))
    #expect(rule != PasswordRule("a", "character of !?\u{c5}\u{e9}", plural: "") { $0 == "!" })
  }

  @Test(arguments: ["", "\u{1F1E9}\u{1F1EA}", "a\u{1F44D}\u{1F3FD}", "q\u{303}"])
  func `is nil for characters of several scalars`(characters: String) {
    #expect(PasswordRule.oneOf(characters) == nil)
  }
}
