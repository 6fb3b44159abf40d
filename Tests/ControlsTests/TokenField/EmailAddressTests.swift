import Controls
import Testing

/// Compares the validation with the regular expression for email addresses in HTML.
@Suite struct `Email address` {
  private static let label = String(repeating: "a", count: 63)

  private static let valid: [String] = [
    "a@b", "jo@a.example", "jo.doe+tag@a.example", ".@a", "..@a", "a.@b", "a..b@c",
    "!#$%&'*+/=?^_`{|}~-.@a", "1@2.3", "a@b-c", "a@b--c.d", "A@B.C", "a@\(label)",
    "a@\(label).\(label)", "\(String(repeating: "a", count: 300))@b", "a@1",
  ]

  @Test(arguments: valid) func `is valid if a browser accepts it`(text: String) {
    #expect(EmailAddress.isValid(text))
    #expect(EmailAddress.problem(of: text) == nil)
    #expect(EmailAddress.problem(of: "Jo Doe <\(text)>") == nil)
  }

  private static let invalid: [String] = [
    "", "a", "@", "a@", "@a", "a@b@c", "a b@c", "a@b c", "a@.b", "a@b.", "a@b..c", "a@-b", "a@b-",
    "a@b.-c", "a@b.c-", "a@b_c", "a@\(label)a", "a@b.\(label)a", "a@[1.2.3.4]", "\"a b\"@c",
    "a(b)@c", "a,b@c", "a;b@c", "a<b@c", "a\\b@c", "\u{E4}@b", "a@\u{E4}.example", " a@b", "a@b ",
    "a@b\n", "a\u{0}@b", "a@b:25",
  ]

  @Test(arguments: invalid) func `is invalid if a browser rejects it`(text: String) {
    #expect(!EmailAddress.isValid(text))
    #expect(EmailAddress.problem(of: text) != nil)
  }

  @Test(arguments: [
    ("a@b", "a@b"), ("Jo <a@b>", "a@b"), ("<a@b>", "a@b"), ("\"<x>\" <a@b>", "a@b"),
    ("Jo <a@b", "Jo <a@b"), ("a@b>", "a@b>"), ("", ""), ("<>", ""), ("Jo <a@b> x", "Jo <a@b> x"),
  ]) func `is read from brackets at the end, or from the text`(text: String, address: String) {
    #expect(EmailAddress.address(in: text) == address)
  }

  private static func problem(of text: String) -> String? {
    EmailAddress.problem(of: text, in: EnglishStrings.shared)
  }

  @Test func `describes its problem`() {
    #expect(Self.problem(of: "jo") == "Email address must contain @")
    #expect(Self.problem(of: "jo@a.") == "Not a complete email address")
    #expect(Self.problem(of: "Jo <jo@a.example") == "Not a complete email address")
    #expect(Self.problem(of: "j\u{f6}@a.example") == "Email address cannot contain “ö”")
    #expect(Self.problem(of: "jo@a.example x") == "Email address cannot contain a space")
    #expect(Self.problem(of: "jo@a\u{202e}") == "Email address cannot contain “[U+202E]”")
    #expect(Self.problem(of: "Jo@ <jo>") == "Email address must contain @")
  }
}
