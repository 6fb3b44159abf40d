import TestSupport
import Testing

@testable import Secrets

extension Blocklist {
  fileprivate func has(_ password: String) -> Bool { contains(SecureText(password)) }
}

@Suite struct `A list of passwords that nobody may have` {
  @Test(arguments: ["123456", "Password", "QWERTY", "iLoveYou", "letmein"])
  func `has the most common ones built in, in any case`(password: String) {
    #expect(Blocklist.common.has(password))
    #expect(!Blocklist.common.has(password + "\u{1F98A}"))
  }

  @Test func `has a thousand, each once`() { #expect(Blocklist.common.count == 1000) }

  @Test(arguments: [
    ("", []), ("\n\r\n\n", []), ("a", ["a"]), ("a\nb c\n", ["a", "b c"]),
    ("a\r\nÄ\r\n", ["a", "ä"]), ("Straße\nStra\u{301}", ["STRASSE", "stR\u{e1}"]),
    ("#x\n#x", ["#x"]),
    ("\u{3a3}\u{3c2}", ["\u{3c3}\u{3c3}"]), ("\u{1e9b}\u{323}", ["\u{1e9b}\u{323}"]),
  ]) func `is made of lines, folded and in NFC`(lines: String, passwords: [String]) {
    let list = Blocklist(lines: lines.utf8.span)
    #expect(list.count == passwords.count)
    for password in passwords { #expect(list.has(password)) }
    #expect(!list.has("") && !list.has("b"))
  }

  @Test func `passes over what is no UTF-8`() {
    let bytes: [UInt8] = [0xFF, 0x41, 10, 0x61, 10, 0xC3]
    let list = Blocklist(lines: bytes.span)
    #expect(list.has("A") && list.count == 1)
  }

  @Test(arguments: 0..<4) func `is a set, by any lines and any union`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let words = (0..<400).map { _ in
      String(Int.random(in: 0..<300, using: &generator), radix: 36)
    }
    let (some, others) = (words.prefix(150), words.dropFirst(150).prefix(150))
    let list = Blocklist(lines: some.joined(separator: "\n").utf8.span)
      .union(Blocklist(lines: others.joined(separator: "\n").utf8.span))
    let known = Set(some + others)
    #expect(list.count == known.count)
    for word in words { #expect(list.has(word) == known.contains(word)) }
  }

  @Test(arguments: [nil, Blocklist.common])
  func `says of which list a password is`(list: Blocklist?) {
    let own = Blocklist(lines: "Tulip\nshadow".utf8.span)
    let policy = PasswordPolicy(minimumLength: 2, rules: [], blocklist: list).refusing(own)
    for (password, reason) in [
      ("tulip", "It is on a list of refused passwords."),
      ("shadow", "It is one of the most common passwords."),
    ] {
      #expect(policy.evaluate(SecureText(password)).firstUnmet?.reason == reason)
    }
  }

  @Test func `says why it refuses, one's own words too`() {
    let words = PersonalWords([("Grete", "your user name"), ("pc", "this computer's name")])
    let policy = PasswordPolicy(minimumLength: 2, rules: [], blocklist: .common)
    func reason(_ password: String) -> String? {
      policy.evaluate(SecureText(password), knowing: words).firstUnmet?.reason
    }
    #expect(reason("gRETE") == "It is your user name.")
    #expect(reason("Shadow") == "It is one of the most common passwords.")
    #expect(reason("grete!") == nil)
    #expect(reason("pc") == nil, "so short a word is in anything")
    let free = PasswordPolicy(minimumLength: 2, rules: [])
    #expect(free.evaluate(SecureText("grete"), knowing: words).isMet, "without a list")
    #expect(
      free.known(SecureText("grete"), knowing: words) == .ownWord(meaning: "your user name"))
    #expect(free.known(SecureText("shadow"), knowing: words) == nil)
  }
}
