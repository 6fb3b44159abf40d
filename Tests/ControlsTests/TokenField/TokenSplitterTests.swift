import Testing

@testable import Controls

@Suite struct `Token list text` {
  private static let lists: [(String, [String])] = [
    ("", []), ("a", ["a"]), ("a, b; c\nd\te", ["a", "b", "c", "d", "e"]),
    ("a\r\nb\rc", ["a", "b", "c"]), ("a\u{85}b\u{2028}c\u{2029}d", ["a", "b", "c", "d"]),
    (" ,;\n\t ,", []), ("  a b  ,\u{A0}c\u{3000}", ["a b", "c"]),
    ("\"a, b\", c", ["\"a, b\"", "c"]), ("x \"a, b\", c", ["x \"a, b\"", "c"]),
    ("x\"a, b\", c", ["x\"a", "b\"", "c"]), ("\"a \\\", b\", c", ["\"a \\\", b\"", "c"]),
    ("\"a \\\\\", b", ["\"a \\\\\"", "b"]), ("Jo <a, b>, c", ["Jo <a, b>", "c"]),
    ("\"Doe, Jo\" <jo@a.example>; x", ["\"Doe, Jo\" <jo@a.example>", "x"]),
    ("\"a, b", ["\"a", "b"]), ("Jo <a, b", ["Jo <a", "b"]), ("a, \"b, c", ["a", "\"b", "c"]),
    ("\"a, b\" \"c, d", ["\"a, b\" \"c", "d"]), ("a\\, b", ["a\\", "b"]),
    ("a>, b", ["a>", "b"]), ("<a\n>, b", ["<a\n>", "b"]), ("5\", 6\"", ["5\"", "6\""]),
    ("a\u{B}b", ["a\u{B}b"]), ("a,\u{301}b", ["a,\u{301}b"]), ("<\u{301}a, b", ["<\u{301}a", "b"]),
    ("\u{5D0}, \u{5D1}", ["\u{5D0}", "\u{5D1}"]),
  ]

  @Test(arguments: lists) func `is split at separators outside quotations and brackets`(
    text: String, parts: [String]
  ) {
    var actual: [String] = []
    let bytes = Array(text.utf8)
    ListReader.forEachPart(of: bytes.span) { actual.append(String(String(decoding: $0).trimmed)) }
    #expect(actual.filter { !$0.isEmpty } == parts)
  }

  private static let open: [(String, Bool)] = [
    ("", false), ("a", false), ("\"a", true), ("\"a\"", false), ("\"a\\\"", true), ("a\"", false),
    ("<a", true), ("<a>", false), ("Jo \"D\" <j", true), ("\"<\"", false), ("a \"", true),
    ("a,\"", true), (">", false), ("\\\"a", false),
  ]

  @Test(arguments: open) func `reports whether a quotation or an address is open`(
    text: String, isOpen: Bool
  ) {
    for index in text.indices + [text.endIndex] {
      var reader = EnclosureReader(String(text[..<index]), separators: [UInt8(ascii: ",")])
      _ = reader.isOpen()
      reader.append(text[index...])
      #expect(reader.isOpen() == isOpen)
    }
  }
}
