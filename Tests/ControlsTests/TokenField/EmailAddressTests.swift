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
    "a(b)@c", "a,b@c", "a;b@c", "a<b@c", "a\\b@c", " a@b", "a@b ",
    "a@b\n", "a\u{0}@b", "a@b:25", "\u{1D400}@b", "a@\u{2102}.b", "\u{3D2}@b",
    "a@\([label, label, label, label].joined(separator: ".")).b",
  ]

  @Test(arguments: invalid) func `is invalid if a browser rejects it`(text: String) {
    #expect(!EmailAddress.isValid(text))
    #expect(EmailAddress.problem(of: text) != nil)
  }

  /// Addresses of RFC 6531, also with decomposed letters.
  @Test(arguments: [
    "j\u{FC}rgen@m\u{FC}ller.example", "info@m\u{FC}ller.de", "info@mu\u{308}ller.de",
    "stra\u{DF}e@stra\u{DF}e.de",
    "\u{D6}l@\u{D6}l.example", "用户@例子.广告", "δοκιμή@παράδειγμα.δοκιμή", "квіточка@пошта.укр", "अजय@डाटा.भारत",
    "abc漢字@ハンバーガーbar.jp", "a@مثال.example", "a@xn--mller-kva.de",
  ])
  func `may have letters of other languages`(text: String) {
    #expect(EmailAddress.problem(of: text) == nil)
  }

  /// Invisible, confusable and incomplete ones, and labels of more than 63 characters.
  @Test(arguments: [
    "a@b\u{200B}c", "a\u{AD}@b", "a@\u{301}b", "\u{301}a@b", "a.\u{301}b@c", "a@b\u{202E}c", "a\u{2066}@b",
    "a\u{A0}b@c",
    "a\u{3000}@b", "a\u{FF20}b", "a@b\u{FF0E}c", "a@b\u{3002}c", "a@\u{FF42}", "a@\u{FB01}x", "a\u{3164}@b",
    "p\u{430}ypal@b",
    "a@p\u{430}ypal.com", "a@\u{3B1}b", "a@b\u{5D0}", "a@b\u{FE0F}", "a@\u{E000}", "a@\u{1F600}.b",
    "a@\u{FC}-", "a@b\u{20DD}",
    "a@\(String(repeating: "\u{FC}", count: 64))",
    "a@\u{1D41A}",
    "a@\u{FEFF}b", "a@b\u{34F}c",
  ])
  func `has no invisible or confusable characters`(text: String) {
    #expect(EmailAddress.problem(of: text) != nil)
    #expect(!EmailAddress.isValid(text))
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
    #expect(Self.problem(of: "j\u{20AC}@a.example") == "Email address cannot contain “€”")
    #expect(Self.problem(of: "a@p\u{430}ypal.com") == "Email address cannot contain “\u{430}”")
    #expect(Self.problem(of: "jo@a.example x") == "Email address cannot contain a space")
    #expect(Self.problem(of: "jo@a\u{202e}") == "Email address cannot contain “[U+202E]”")
    #expect(Self.problem(of: "Jo@ <jo>") == "Email address must contain @")
  }
}
