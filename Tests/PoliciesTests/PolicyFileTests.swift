import Secrets
import TestSupport
import Testing

@testable import Policies

/// Reads a policy. The only available list is "own.txt", which contains "tulip".
private func policy(_ text: String) throws -> PasswordPolicy {
  try PolicyFile.policy(in: Array(text.utf8), named: "my.toml") { name in
    name == "own.txt"
      ? .success(Blocklist(lines: "Tulip".utf8.span))
      : .failure(ConfigurationFileError(name, "No such file"))
  }
}

/// Returns whether a policy accepts a password.
private func accepts(_ policy: PasswordPolicy, _ password: String) -> Bool {
  var text = SecureText()
  _ = text.replace(graphemes: 0..<0, with: password.utf8.span)
  return policy.evaluate(text).isMet
}

@Suite struct `Policy file` {
  @Test func `P2 requires only a minimum length if it is empty`() throws {
    #expect(try policy("") == PasswordPolicy(rules: []))
    #expect(try policy("") != .default)
  }

  @Test func `P2 defines rules with counts and texts`() throws {
    let policy = try policy(
      """
      minimum_length = 12
      minimum_length_text = "Twelve, or a sentence"
      blocklist = ["common", "own.txt"]
      [[rule]]
      kind = "uppercase"
      at_least = 2
      text = "Two capitals"
      [[rule]]
      characters = "!?\u{e9}"
      """)
    #expect(policy.minimumLength == 12)
    #expect(
      policy.requirements.map(\.text) == [
        "Twelve, or a sentence", "Two capitals", "At least 1 character of !?\u{e9}",
        "Not a common or blocked password",
      ])
    #expect(accepts(policy, "ABcdefghijk!") && accepts(policy, "AB cdefghije\u{301}"))
    #expect(!accepts(policy, "Abcdefghijk!") && !accepts(policy, "ABcdefghijk."))
    #expect(!accepts(policy, "ABcdefghij!"))
  }

  @Test(arguments: [
    ("uppercase", "A", "a"), ("lowercase", "a", "A"), ("number", "7", "a"), ("symbol", "!", "a"),
    ("letter", "\u{5d0}", "7"), ("space", " ", "a"),
  ]) func `P2 supports six kinds of characters`(kind: String, good: String, bad: String) throws {
    let policy = try policy("minimum_length = 1\n[[rule]]\nkind = '\(kind)'\nat_least = 2")
    #expect(accepts(policy, good + good) && !accepts(policy, good + bad))
  }

  @Test func `P2 selects the lists of blocked passwords`() throws {
    let both = try policy("minimum_length = 1\nblocklist = ['common', 'own.txt']")
    #expect(!accepts(both, "tulip") && !accepts(both, "shadow") && accepts(both, "tulips"))
    let own = try policy("minimum_length = 1\nblocklist = ['own.txt']")
    #expect(!accepts(own, "TULIP") && accepts(own, "shadow"))
    #expect(try policy("blocklist = []\nblocklist_text = 'None'").blocklist == nil)
    let custom = try policy("blocklist = ['own.txt']\nblocklist_text = 'Nothing of ours'")
    #expect(custom.requirements.last?.text == "Nothing of ours")
  }

  static let mistakes: [(text: String, location: String, message: String)] = [
    ("minimum = 8", "1:1", "minimum_length_text, blocklist, blocklist_text, rule"),
    ("minimum_length = 0", "1:18", "1 to 1024"), ("minimum_length = 1025", "1:18", "1 to 1024"),
    ("minimum_length = '8'", "1:18", "integer"), ("minimum_length_text = 8", "1:23", "quotation"),
    ("minimum_length_text = ''", "1:23", "1 to 100"),
    ("minimum_length_text = \"a\\nb\"", "1:23", "single-line"),
    ("minimum_length_text = \"\\u001b[2J\"", "1:23", "single-line"),
    ("minimum_length_text = '\(String(repeating: "x", count: 101))'", "1:23", "1 to 100"),
    ("\"\\u001b\" = 1", "1:1", "unknown key '\\u{1B}'"),
    ("blocklist_text = ''", "1:18", "1 to 100"),
    ("blocklist = 'common'", "1:13", "array"), ("blocklist = [1]", "1:14", "string"),
    ("blocklist = [\n'common',\n'none.txt']", "3:1", "cannot read 'none.txt': No such file"),
    ("[rule]\nkind = 'space'", "1:2", "[[rule]]"), ("rule = [1]", "1:9", "[[rule]]"),
    ("[[rule]]", "1:3", "a rule needs 'kind' or 'characters'"),
    ("[[rule]]\nkind = 'space'\ncharacters = 'x'", "1:3", "either 'kind' or 'characters', not both"),
    ("[[rule]]\nkind = 'digit'", "2:8", "uppercase, lowercase, number, symbol, letter, space"),
    ("[[rule]]\nkind = 'space'\nat_least = 0", "3:12", "1 to 16"),
    ("[[rule]]\nkind = 'space'\nat_least = 17", "3:12", "1 to 16"),
    ("[[rule]]\nkind = 'space'\natleast = 2", "3:1", "kind, characters, at_least, text"),
    ("[[rule]]\ncharacters = ''", "2:14", "1 to 100"),
    ("[[rule]]\ncharacters = '\u{1F1E9}\u{1F1EA}'", "2:14", "code points"),
    (String(repeating: "[[rule]]\nkind = 'space'\n", count: 9), "17:3", "maximum 8"),
    ("minimum_length = 8\nminimum_length = 6", "2:1", "duplicate"), ("x", "1:2", "="),
    ("rule = [{ kind = 'space' }]", "1:9", "inline tables are not supported; use [name] or [[name]]"),
  ]

  @Test(arguments: mistakes) func `P2 is rejected with the location of the error`(
    text: String, location: String, message: String
  ) throws {
    let error = try #require(throws: ConfigurationFileError.self) { try policy(text) }
    let line = error.description
    #expect(line.hasPrefix("my.toml:\(location): ") && line.contains(message), "\(line)")
    #expect(!line.hasSuffix(".") && line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  private static let valid = """
    # A good one
    minimum_length = 1_2
    minimum_length_text = "Twelve, \\"or\\" a sentence"
    blocklist = ["common", # built in
      'own.txt',]

    [[rule]]
    kind = "uppercase"
    at_least = 2

    [[rule]]
    characters = '!?#'
    """

  private static let fragments =
    [
      "\"", "'", "\"\"\"", "[", "]", "[[", "{", "}", "=", ".", ",", "\n", "\\", "\\u", "#", "0x",
      "1",
      "-", "_", "rule", "kind", "text", "\u{1F98A}", "\u{301}",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC3]]

  /// Returns the valid file with some bytes removed, duplicated, changed or inserted.
  private static func mutation(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(valid.utf8)
    for _ in 0..<Int.random(in: 1..<6, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0..<8, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 2: bytes.insert(contentsOf: fragments.randomElement(using: &generator) ?? [], at: start)
      default:
        for index in start..<end { bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
      }
    }
    return bytes
  }

  @Test(arguments: seeds(20))
  func `P2 is either accepted or rejected at a location within it`(seed: Int) throws {
    var (generator, readCount) = (SeededGenerator(seed: seed), 0)
    for _ in 0..<(TestScope.isComplete ? 1000 : 250) {
      let bytes = Self.mutation(&generator)
      do throws(ConfigurationFileError) {
        let policy = try PolicyFile.policy(in: bytes, named: "x") { _ in .success(.common) }
        #expect((1...SecureText.capacity).contains(policy.minimumLength))
        readCount += 1
      } catch {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let location = try #require(error.location)
        try #require((1...lines.count).contains(location.line), "\(error)")
        let line = String(decoding: lines[location.line - 1], as: UTF8.self)
        #expect((1...line.unicodeScalars.count + 1).contains(location.column), "\(error)")
      }
    }
    #expect((1..<1000).contains(readCount), "the mutations must include valid and invalid files")
  }
}
