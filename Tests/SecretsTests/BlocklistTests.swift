import TestSupport
import Testing

@testable import Secrets

extension Blocklist {
  fileprivate func has(_ password: String) -> Bool { contains(SecureText(password)) }
}

@Suite struct `Password blocklist` {
  @Test(arguments: ["123456", "Password", "QWERTY", "iLoveYou", "letmein"])
  func `contains the most common passwords in any case`(password: String) {
    #expect(Blocklist.common.has(password))
    #expect(!Blocklist.common.has(password + "\u{1F98A}"))
  }

  @Test func `has 1,000 built-in passwords`() { #expect(Blocklist.common.count == 1000) }

  @Test(arguments: [
    ("", []), ("\n\r\n\n", []), ("a", ["a"]), ("a\nb c\n", ["a", "b c"]),
    ("a\r\nÄ\r\n", ["a", "ä"]), ("Straße\nStra\u{301}", ["STRASSE", "stR\u{e1}"]),
    ("#x\n#x", ["#x"]),
    ("\u{3a3}\u{3c2}", ["\u{3c3}\u{3c3}"]), ("\u{1e9b}\u{323}", ["\u{1e9b}\u{323}"]),
  ]) func `reads lines with case folding and in NFC`(lines: String, passwords: [String]) {
    let list = Blocklist(lines: lines.utf8.span)
    #expect(list.count == passwords.count)
    for password in passwords { #expect(list.has(password)) }
    #expect(!list.has("") && !list.has("b"))
  }

  @Test func `skips lines that are not valid UTF-8`() {
    let bytes: [UInt8] = [0xFF, 0x41, 10, 0x61, 10, 0xC3]
    let list = Blocklist(lines: bytes.span)
    #expect(list.has("A") && list.count == 1)
  }

  @Test(arguments: 0..<4) func `contains exactly the union of all lines`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let words = (0..<400).map { _ in
      String(Int.random(in: 0..<300, using: &generator), radix: 36)
    }
    let (some, others) = (words.prefix(150), words.dropFirst(150).prefix(150))
    let list = Blocklist(lines: some.joined(separator: "\n").utf8.span)
      .union(Blocklist(lines: others.joined(separator: "\n").utf8.span))
    let expected = Set(some + others)
    #expect(list.count == expected.count)
    for word in words { #expect(list.has(word) == expected.contains(word)) }
  }

  @Test func `returns the reason a password is blocked, including words of the user`() {
    let words = PersonalWords([("Grete", "your user name"), ("pc", "this computer's name")])
    let policy = PasswordPolicy(minimumLength: 2, rules: [], blocklist: .common)
    func reason(_ password: String) -> String? {
      policy.evaluate(SecureText(password), personalWords: words).firstUnmet?.knownPassword?.message
    }
    #expect(reason("gRETE") == "Easy to guess: it is your user name.")
    #expect(reason("Shadow") == "It is one of the most common passwords.")
    #expect(reason("grete!") == nil)
    #expect(reason("pc") == nil, "words of two bytes are left out")
    let unrestricted = PasswordPolicy(minimumLength: 2, rules: [])
    #expect(unrestricted.evaluate(SecureText("grete"), personalWords: words).isMet, "without a list")
    #expect(
      unrestricted.knownPassword(SecureText("grete"), personalWords: words)
        == .personalWord(meaning: "your user name"))
    #expect(unrestricted.knownPassword(SecureText("shadow"), personalWords: words) == nil)
  }
}
