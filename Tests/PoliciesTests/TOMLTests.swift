import TestSupport
import Testing

@testable import Policies

@Suite struct `TOML document` {
  @Test(arguments: [
    ("0", 0), ("+0", 0), ("-0", 0), ("99", 99), ("-17", -17), ("1_000", 1000),
    ("9223372036854775807", Int.max), ("-9223372036854775808", .min),
  ]) func `may contain integers`(text: String, number: Int) throws {
    #expect(try PlainValue.reading("a = \(text)") == ["a": .integer(number)])
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\tb\\\"\n\b\f\r""#, "a\tb\\\"\n\u{8}\u{C}\r"), (#"''"#, ""),
    (#""\u00E9\U0001F98A""#, "\u{e9}\u{1F98A}"), (#"'C:\x "y"'"#, #"C:\x "y""#),
    (##""# no comment""##, "# no comment"), (#"'""" '"#, #"""" "#), (#""'''""#, "'''"),
  ]) func `may contain two kinds of strings`(text: String, string: String) throws {
    #expect(try PlainValue.reading("a = \(text)") == ["a": .string(string)])
  }

  static let mistakes: [(text: String, line: Int, column: Int, message: String)] = [
    ("a", 1, 2, "expected '='"), ("= 1", 1, 1, "key"), ("a = ", 1, 5, "value"),
    ("a = 1 b = 2", 1, 7, "end of line"), ("a b = 1", 1, 3, "="), (". = 1", 1, 1, "key"),
    ("\u{e9} = 1", 1, 1, "key"), ("\n\na = x", 3, 5, "quotation marks"),
    ("'\u{1F98A}\u{e9}' = +", 1, 8, "value"), ("a = 'x\ny'", 1, 7, "unterminated"),
    ("a = \"x", 1, 7, "unterminated"), ("'a", 1, 3, "unterminated"),
    ("a = \"\\x\"", 1, 6, "escape"), ("a = \"\\u00g0\"", 1, 6, "escape"),
    ("a = \"\\ud800\"", 1, 6, "escape"), ("a = \"\\U00110000\"", 1, 6, "escape"),
    ("a = \"\\u\u{666}000\"", 1, 6, "escape"), ("a = \"x\\ y\"", 1, 7, "escape"),
    ("a = \"x\\\ny\"", 1, 7, "escape"), ("a = \"\\", 1, 6, "escape"),
    ("a = \"\u{1}\"", 1, 6, "control"), ("# \u{0}", 1, 3, "control"),
    ("a = 1\rb = 2", 1, 6, "line"),
    ("a = \"\r\"", 1, 6, "control"), ("a = '\u{7f}'", 1, 6, "control"),
    ("a = 1\na = 2", 2, 1, "in line 1"), ("a = 1\n'a' = 2", 2, 1, "in line 1"),
    ("[a]\nb = 1\nb = 2", 3, 1, "in line 2"), ("[[a]]\n[[a]]\nb = 1\n\"b\" = 2", 4, 1, "in line 3"),
    ("[a]\n[a]", 2, 2, "duplicate"), ("a = 1\n[a]", 2, 2, "duplicate"),
    ("[a]\n[b]\n['a'] x", 3, 2, "in line 1"), ("a = 1\n[[a]]", 2, 3, "duplicate"),
    ("a = []\n[[a]]", 2, 3, "duplicate"), ("[[a]]\n[a]", 2, 2, "duplicate"),
    ("[a]\n[[a]]", 2, 3, "duplicate"), ("[[a]]\n[[a]]\n[a]", 3, 2, "in line 1"),
    ("a = [1 2]", 1, 8, "expected ','"),
    ("a = [1", 1, 7, "expected ','"), ("a = [,]", 1, 6, "value"), ("[]", 1, 2, "key"),
    ("[a", 1, 3, "]"), ("[[a]", 1, 5, "]"), ("[ [a]]", 1, 3, "key"), ("[a] b", 1, 5, "line"),
    ("a = 012", 1, 5, "invalid"), ("a = 1__0", 1, 5, "invalid"), ("a = _1", 1, 5, "value"),
    ("a = 1_", 1, 5, "invalid"), ("a = 1x", 1, 5, "invalid"), ("a = +-1", 1, 5, "value"),
    ("a = 9223372036854775808", 1, 5, "out of range"),
    ("a = True", 1, 5, "value"), ("a = 1 = 2", 1, 7, "line"),
  ]

  @Test(arguments: mistakes) func `is rejected at the location of the error`(
    text: String, line: Int, column: Int, message: String
  ) throws {
    let error = try #require(throws: TOMLError.self) { try PlainValue.reading(text) }
    #expect(error.location == TOMLLocation(line: line, column: column))
    #expect(error.message.contains(message), "\(error.message)")
    #expect(!error.message.hasSuffix(".") && !error.message.contains("\n"))
  }

  /// The constructs of TOML 1.0 that are not supported, by the message about them.
  static let unsupported: [(message: String, examples: [(text: String, line: Int, column: Int)])] = [
    (
      "dotted keys are not supported; use a [table]",
      [
        ("a.b = 1", 1, 2), ("x = 1\na . 'b' = 1", 2, 3), ("'a'.b = 1", 1, 4), ("3.14 = 1", 1, 2),
        ("[a]\n\"b.c\" . d = 1", 2, 7), ("a.", 1, 2),
      ]
    ),
    (
      "nested tables are not supported; use a name without dots",
      [("[a]\n[a.b]", 2, 3), ("[[a]]\n[[a . \"b\"]]", 2, 5), ("[[a]]\n['a'.b]", 2, 5)]
    ),
    (
      "inline tables are not supported; use [name] or [[name]]",
      [
        ("a = {}", 1, 5), ("a = { b = 1 }", 1, 5), ("a = [\n1,\n {b = 1}]", 3, 2),
        ("[[a]]\nb = {\n}", 2, 5),
      ]
    ),
    (
      "multi-line strings are not supported; write the text on one line",
      [
        ("a = \"\"\"x\"\"\"", 1, 5), ("a = \"\"\"\nx\\\n  y\n\"\"\"", 1, 5), ("a = '''x'''", 1, 5),
        ("a = ['x', '''\n''']", 1, 11), ("a = \"\"\"\"\"\"", 1, 5), ("a = ''''''", 1, 5),
        ("a = '''", 1, 5), ("'''a''' = 1", 1, 1),
      ]
    ),
    (
      "hexadecimal, octal and binary integers are not supported; write the number in decimal",
      [
        ("a = 0xDEAD_beef", 1, 5), ("a = 0x1e9", 1, 5), ("a = 0o755", 1, 5), ("a = 0b1101_0110", 1, 5),
        ("a = [1, 0xg]", 1, 9), ("a = +0x1", 1, 5), ("a = 0b2", 1, 5), ("a = 0X1", 1, 5),
      ]
    ),
    (
      "fractions, exponents, inf and nan are not supported; use an integer",
      [
        ("a = 1.5", 1, 5), ("a = -0.25", 1, 5), ("a = 1_000.5", 1, 5), ("a = 1e9", 1, 5),
        ("a = 5E+22", 1, 5), ("a = 1.5e-3", 1, 5), ("a = inf", 1, 5), ("a = -inf", 1, 5),
        ("a = nan", 1, 5), ("a = [+nan]", 1, 6),
      ]
    ),
    (
      "dates and times are not supported; use a string",
      [
        ("a = 1979-05-27", 1, 5), ("a = 07:32:00", 1, 5), ("a = 07:32:00.5", 1, 5),
        ("a = 1979-05-27T07:32:00Z", 1, 5), ("a = [1979-05-27 07:32:00.5-07:00]", 1, 6),
      ]
    ),
  ]

  @Test(arguments: unsupported)
  func `is rejected with the name and location of an unsupported construct and a replacement`(
    message: String, examples: [(text: String, line: Int, column: Int)]
  ) throws {
    for (text, line, column) in examples {
      let error = try #require(throws: TOMLError.self, "\(text)") { try PlainValue.reading(text) }
      let location = TOMLLocation(line: line, column: column)
      #expect(error == TOMLError(location: location, message: message), "\(text)")
    }
  }

  @Test func `distinguishes canonically equivalent keys`() throws {
    let table = try TOMLParser.parse(Array("'e\u{301}' = 1\n'\u{e9}' = 2".utf8))
    #expect(table.ordered.map { PlainValue($0.value) } == [1, 2])
    #expect(table["\u{e9}"].map { PlainValue($0) } == 2)
  }

  @Test func `must be valid UTF-8`() throws {
    let bytes = Array("a = 1 # \u{e9}\n'".utf8) + [0xFF]
    let error = try #require(throws: TOMLError.self) { try TOMLParser.parse(bytes) }
    #expect(error.location == TOMLLocation(line: 2, column: 2) && error.message.contains("UTF-8"))
  }

  @Test(arguments: [("", 16), ("[t]\n", 15), ("[[t]]\n", 15)])
  func `has at most 16 nesting levels`(header: String, maximum: Int) throws {
    let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    _ = try PlainValue.reading("\(header)a = \(nested(maximum))")
    for count in [maximum + 1, 20_000] {
      let error = try #require(throws: TOMLError.self) {
        try PlainValue.reading("\(header)a = \(nested(count))")
      }
      #expect(error.location.column == 5 + maximum && error.message == "nesting too deep; maximum 16")
    }
  }

  @Test(arguments: seeds(400)) func `is parsed correctly in all notations`(seed: Int) throws {
    var writer = RandomTOMLWriter(seed: seed)
    let document = writer.makeDocument()
    writer.write(document)
    #expect(try PlainValue.reading(writer.text) == .table(document), "\(writer.text)")
  }
}
