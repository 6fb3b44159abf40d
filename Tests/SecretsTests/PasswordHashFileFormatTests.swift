import CSodium
import TestSupport
import Testing

@testable import Secrets

@Suite struct `Password hash file format` {
  private static let valid =
    "$argon2id$v=19$m=65536,t=2,p=1$c2l4dGVlbiBieXRlcy4uLg$"
    + "dGhpcnR5LXR3byBieXRlcyBvZiBhIGhhc2guLi4uLi4"

  private static func passwordHash(_ content: String) -> PasswordHash? {
    PasswordHashFileFormat.passwordHash(in: content.utf8.span)
  }

  @Test func `P8 reads a hash with or without a line feed at the end`() throws {
    let passwordHash = try #require(Self.passwordHash(Self.valid))
    #expect(passwordHash.text == Array(Self.valid.utf8))
    #expect(passwordHash.cost == .interactive)
    #expect(PasswordHashFileFormat.content(of: passwordHash) == Array("\(Self.valid)\n".utf8))
    #expect(Self.passwordHash("\(Self.valid)\n") == passwordHash)
    for end in ["\n\n", " ", "\r\n", "\0", "\0\n", "$", "="] {
      #expect(Self.passwordHash(Self.valid + end) == nil)
    }
  }

  /// Returns whether libsodium accepts a text, and its parameters are within the limits.
  private static func isAccepted(_ bytes: [UInt8]) -> Bool {
    let text = bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes
    let cString = text.map(CChar.init(bitPattern:)) + [0]
    // It accepts bytes beyond ASCII as Base64.
    guard text.allSatisfy({ (1..<128).contains($0) }), text.count < crypto_pwhash_strbytes(),
      crypto_pwhash_str_needs_rehash(cString, 1, 8192) >= 0
    else { return false }
    let parts = text.split(separator: UInt8(ascii: "$"))
    let numbers = String(decoding: parts[2], as: UTF8.self).split(separator: ",")
      .compactMap { Int($0.drop { $0 != "=" }.dropFirst()) }
    return text.starts(with: "$argon2id$".utf8) && (8...1 << 20).contains(numbers[0])
      && (1...4).contains(numbers[1]) && numbers[2] == 1
      // 16 and 32 bytes in Base64.
      && parts[3].count == 22 && parts[4].count == 43
  }

  private static let pieces =
    [
      "$", ",", "=", "m=", "t=", "p=", "v=19", "$argon2id", "$argon2i$", "0", "1", "9999", "-",
      "\n", "\u{e9}", String(repeating: "A", count: 64),
    ].map { Array($0.utf8) } + [[0], [0xFF]]

  /// Returns the valid file with some bytes removed, duplicated, changed or inserted.
  private static func mutation(_ numbers: inout SeededGenerator) -> [UInt8] {
    var bytes = Array((Bool.random(using: &numbers) ? valid : "\(valid)\n").utf8)
    for _ in 0..<Int.random(in: 1..<4, using: &numbers) {
      let start = Int.random(in: 0...bytes.count, using: &numbers)
      let end = min(bytes.count, start + Int.random(in: 0..<4, using: &numbers))
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 2: bytes.insert(contentsOf: pieces.randomElement(using: &numbers) ?? [], at: start)
      case 3:
        for index in start..<end {
          bytes[index] = UInt8(ascii: "0") + UInt8.random(in: 0..<10, using: &numbers)
        }
      default:
        for index in start..<end { bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &numbers) }
      }
    }
    return bytes
  }

  @Test(arguments: seeds(20))
  func `P8 accepts exactly what libsodium accepts within the limits of the cost`(
    seed: Int
  ) throws {
    var (numbers, acceptedCount) = (SeededGenerator(seed: seed), 0)
    for _ in 0..<1000 {
      let bytes = Self.mutation(&numbers)
      let passwordHash = PasswordHashFileFormat.passwordHash(in: bytes.span)
      try #require(
        (passwordHash != nil) == Self.isAccepted(bytes), "\(String(decoding: bytes, as: UTF8.self))")
      if let passwordHash {
        acceptedCount += 1
        let content = PasswordHashFileFormat.content(of: passwordHash)
        try #require(bytes == content || bytes == content.dropLast())
      }
    }
    #expect((1..<1000).contains(acceptedCount), "the mutations do not cover both results")
  }
}
