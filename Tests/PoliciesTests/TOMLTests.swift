import TestSupport
import Testing

@testable import Policies

@Suite struct `TOML document` {
  static let documents: [(text: String, plain: PlainValue)] = [
    ("", [:]), ("# only a comment", [:]), ("\r\n \t\n", [:]),
    ("a = 1", ["a": 1]), ("a=1 # one\nb =\t2\r\n", ["a": 1, "b": 2]),
    ("1 = 2\n-_- = 3", ["1": 2, "-_-": 3]),
    ("\"\" = 1\n'x.y' = 2\n\"\\u00e9\" = 3", ["": 1, "x.y": 2, "\u{e9}": 3]),
    ("a . 'b' . \"c\" = 1\na.d = 2", ["a": ["b": ["c": 1], "d": 2]]),
    ("a = [ ]\nb = [1, 'x' ,[true],]", ["a": [], "b": [1, "x", [true]]]),
    ("a = [ # begin\n1, # one\n# end\n]", ["a": [1]]),
    (
      "a = {}\nb = { c = 1, d.e = 2, d.f = 3 }", ["a": [:], "b": ["c": 1, "d": ["e": 2, "f": 3]]]
    ),
    ("[a]\nb = 1\n[ c . d ]\ne = 2", ["a": ["b": 1], "c": ["d": ["e": 2]]]),
    ("[a.b]\nc = 1\n[a]\nd = 2", ["a": ["b": ["c": 1], "d": 2]]),
    ("[a]\nb.c = 1\n[a.b.d]\ne = 2", ["a": ["b": ["c": 1, "d": ["e": 2]]]]),
    ("[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2", ["a": [["b": 1], ["c": ["d": 2]]]]),
    ("[[a]]\n[[a.b]]\nc = 1\n[[a.b]]\n[[a]]", ["a": [["b": [["c": 1], [:]]], [:]]]),
    ("true = true\nfalse = false\ninf = 1", ["true": true, "false": false, "inf": 1]),
  ]

  @Test(arguments: documents) func `is parsed into its values`(text: String, plain: PlainValue) throws {
    #expect(try PlainValue.reading(text) == plain)
  }

  @Test(arguments: [
    ("0", 0), ("+0", 0), ("-0", 0), ("99", 99), ("-17", -17), ("1_000", 1000),
    ("0xDEAD_beef", 0xDEAD_BEEF),
    ("0o755", 0o755), ("0b1101_0110", 0b1101_0110), ("0x00", 0), ("9223372036854775807", Int.max),
    ("-9223372036854775808", .min), ("0x7fffffffffffffff", .max),
  ]) func `may contain integers`(text: String, number: Int) throws {
    #expect(try PlainValue.reading("a = \(text)") == ["a": .integer(number)])
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\tb\\\"\n\b\f\r""#, "a\tb\\\"\n\u{8}\u{C}\r"), (#"''"#, ""),
    (#""\u00E9\U0001F98A""#, "\u{e9}\u{1F98A}"), (#"'C:\x "y"'"#, #"C:\x "y""#),
    (##""# no comment""##, "# no comment"), ("\"\"\"\"\"\"", ""), ("''''''", ""),
    ("\"\"\"\none\r\ntwo\"\"\"", "one\ntwo"), ("\"\"\"a \\\n   \n  b\"\"\"", "a b"),
    ("\"\"\"a\"\"b\"\"\"\"\"", "a\"\"b\"\""), ("'''\n\\n'' '''''", "\\n'' ''"),
    ("\"\"\"\\\n\"\"\"", ""), ("\"\"\"\"x\"\"\"", "\"x"),
  ]) func `may contain four kinds of strings`(text: String, string: String) throws {
    #expect(try PlainValue.reading("a = \(text)") == ["a": .string(string)])
  }

  static let mistakes: [(text: String, line: Int, column: Int, message: String)] = [
    ("a", 1, 2, "expected '='"), ("= 1", 1, 1, "key"), ("a = ", 1, 5, "value"),
    ("a = 1 b = 2", 1, 7, "end of line"), ("a b = 1", 1, 3, "="), ("a. = 1", 1, 4, "key"),
    ("\u{e9} = 1", 1, 1, "key"), ("\n\na = x", 3, 5, "quotation marks"),
    ("'\u{1F98A}\u{e9}' = +", 1, 8, "value"), ("a = 'x\ny'", 1, 7, "unterminated"),
    ("a = \"x", 1, 7, "unterminated"), ("a = \"\"\"x\n", 2, 1, "unterminated"),
    ("a = '''x", 1, 9, "unterminated"),
    ("a = \"\\x\"", 1, 6, "escape"), ("a = \"\\u00g0\"", 1, 6, "escape"),
    ("a = \"\\ud800\"", 1, 6, "escape"), ("a = \"\\U00110000\"", 1, 6, "escape"),
    ("a = \"\\u\u{666}000\"", 1, 6, "escape"), ("a = \"\"\"\\ x\"\"\"", 1, 8, "escape"),
    ("a = \"\u{1}\"", 1, 6, "control"), ("# \u{0}", 1, 3, "control"),
    ("a = 1\rb = 2", 1, 6, "line"),
    ("a = \"\"\"\r\"\"\"", 1, 8, "control"), ("a = '\u{7f}'", 1, 6, "control"),
    ("a = 1\na = 2", 2, 1, "in line 1"), ("a = 1\n'a' = 2", 2, 1, "in line 1"),
    ("a = 1\na.b = 2", 2, 1, "duplicate"), ("a.b = 1\na = 2", 2, 1, "duplicate"),
    ("[a]\n[a]", 2, 2, "duplicate"), ("a = 1\n[a]", 2, 2, "duplicate"),
    ("a.b = 1\n[a]", 2, 2, "duplicate"),
    ("[a]\nb.c = 1\n[a.b]", 3, 4, "duplicate"), ("[a.b]\nc = 1\n[a]\nb.d = 2", 4, 1, "duplicate"),
    ("a = {}\na.b = 1", 2, 1, "duplicate"), ("a = {}\n[a.b]", 2, 2, "duplicate"),
    ("a = []\n[[a]]", 2, 3, "duplicate"), ("[[a]]\n[a]", 2, 2, "duplicate"),
    ("[a]\n[[a]]", 2, 3, "duplicate"), ("[a.b]\n[[a]]", 2, 3, "duplicate"),
    ("a = {b = 1, b = 2}", 1, 13, "duplicate"), ("a = {b.c = 1, b = 2}", 1, 15, "duplicate"),
    ("a = {b = 1,}", 1, 12, "key"), ("a = {\nb = 1}", 1, 6, "key"),
    ("a = {b = 1\n}", 1, 11, "expected '}'"), ("a = [1 2]", 1, 8, "expected ','"),
    ("a = [1", 1, 7, "expected ','"), ("a = [,]", 1, 6, "value"), ("[]", 1, 2, "key"),
    ("[a", 1, 3, "]"), ("[[a]", 1, 5, "]"), ("[ [a]]", 1, 3, "key"), ("[a] b", 1, 5, "line"),
    ("a = 012", 1, 5, "invalid"), ("a = 1__0", 1, 5, "invalid"), ("a = _1", 1, 5, "value"),
    ("a = 1_", 1, 5, "invalid"), ("a = 0xg", 1, 5, "invalid"), ("a = +0x1", 1, 5, "integer"),
    ("a = 0b2", 1, 5, "invalid"), ("a = 0X1", 1, 5, "integer"), ("a = 1.5", 1, 5, "integer"),
    ("a = 1e9", 1, 5, "integer"), ("a = -inf", 1, 5, "integer"), ("a = nan", 1, 5, "integer"),
    ("a = 1979-05-27", 1, 5, "dates"), ("a = 07:32:00", 1, 5, "dates"),
    ("a = 1979-05-27T07:32:00Z", 1, 5, "dates"), ("a = 9223372036854775808", 1, 5, "out of range"),
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

  @Test(
    arguments: [
      { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) },
      { String(repeating: "{a=", count: $0) + "1" + String(repeating: "}", count: $0) },
    ] as [@Sendable (Int) -> String]) func `has at most 16 nesting levels`(
      nested: @Sendable (Int) -> String
    ) throws
  {
    _ = try PlainValue.reading("a = \(nested(16))")
    #expect(throws: TOMLError.self) { try PlainValue.reading("a = \(nested(17))") }
    #expect(throws: TOMLError.self) { try PlainValue.reading("a.b = \(nested(16))") }
    #expect(throws: TOMLError.self) { try PlainValue.reading("a = \(nested(20_000))") }
  }

  @Test func `has at most 16 tables in a key path`() throws {
    let path = { Array(repeating: "a", count: $0).joined(separator: ".") }
    for line in ["[\(path(16))]", "[[\(path(16))]]", "\(path(17)) = 1"] {
      _ = try PlainValue.reading(line)
      let deeper = line.replacing("a.a", with: "a.a.a", maxReplacements: 1)
      #expect(throws: TOMLError.self) { try PlainValue.reading(deeper) }
    }
  }

  @Test(arguments: 0..<400) func `is parsed correctly in all notations`(seed: Int) throws {
    var writer = RandomTOMLWriter(seed: seed)
    let table = writer.makeTable()
    writer.write(table)
    #expect(try PlainValue.reading(writer.text) == .table(table), "\(writer.text)")
  }
}
