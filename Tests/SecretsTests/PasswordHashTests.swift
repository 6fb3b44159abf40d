import CSodium
import PasswordForm
import TestSupport
import Testing

@testable import Secrets

@Suite struct `Password hash` {
  /// Returns a hash that libsodium made.
  private func reference(
    _ password: String, operations: UInt64 = 1, memory: Int = 8192
  ) throws -> [UInt8] {
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let status = crypto_pwhash_str(
      &text, password, UInt64(password.utf8.count), operations, memory)
    try #require(status == 0)
    return text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
  }

  @Test(arguments: [(1, 8192), (2, 8192), (4, 9 << 10), (1, 1 << 20)] as [(UInt64, Int)])
  func `P8 parses the text of libsodium and matches the same password`(
    operations: UInt64, memory: Int
  ) throws {
    let text = try reference("caf\u{e9}", operations: operations, memory: memory)
    let read = PasswordHash(text: text.span)
    let passwordHash = try #require(read)
    #expect(passwordHash.text == text)
    let (right, wrong) = (
      try passwordHash.matches(SecureText("cafe\u{301}")), try passwordHash.matches(SecureText("cafe"))
    )
    #expect(right && !wrong)
  }

  @Test func `P8 writes text that libsodium accepts, with a new salt each time`() throws {
    let hashes = try (0..<8).map { _ in try PasswordHash(of: SecureText("tulip"), cost: .minimal) }
    for passwordHash in hashes {
      let text = String(decoding: passwordHash.text, as: UTF8.self)
      #expect(crypto_pwhash_str_verify(text, "tulip", 5) == 0)
      #expect(crypto_pwhash_str_verify(text, "tulips", 6) == -1)
      #expect(crypto_pwhash_str_needs_rehash(text, 1, 8192) == 0)
      let again = PasswordHash(text: passwordHash.text.span)
      #expect(again == passwordHash)
    }
    let fields = hashes.map { $0.text.split(separator: UInt8(ascii: "$")) }
    #expect(Set(fields.map { $0[3] }).count == 8)
    #expect(Set(fields.map { $0[4] }).count == 8)
  }

  @Test func `P8 rejects parameters outside the limits of libsodium`() throws {
    let text = String(decoding: try reference("tulip"), as: UTF8.self)
    func cost(_ numbers: String) -> PasswordHash.Parameters? {
      let changed = text.replacing("m=8,t=1,p=1", with: numbers, maxReplacements: 1)
      return PasswordHash(text: changed.utf8.span)?.cost
    }
    #expect(cost("m=8,t=1,p=1") == .minimal)
    #expect(cost("m=65536,t=2,p=1") == .interactive)
    #expect(cost("m=262144,t=3,p=1") == .moderate)
    #expect(cost("m=1048576,t=4,p=1") == .sensitive)
    for numbers in [
      "m=1048577,t=1,p=1", "m=8,t=5,p=1", "m=4294967295,t=1,p=1", "m=8,t=4294967295,p=1",
      "m=99999999999999999999,t=1,p=1", "m=7,t=1,p=1", "m=8,t=0,p=1", "m=8,t=1,p=2", "m=08,t=1,p=1",
      "m=+8,t=1,p=1", "m=,t=1,p=1", "t=1,m=8,p=1", "m=8,t=1", "m=8,t=1,p=1,", "m=8,t=1,p=1,k=1",
    ] {
      #expect(cost(numbers) == nil, "\(numbers)")
    }
  }

  @Test(arguments: [
    ("m=8,t=1,p=1", "1 pass over 8 KiB"), ("m=65535,t=2,p=1", "2 passes over 65535 KiB"),
    ("m=65536,t=1,p=1", "1 pass over 65536 KiB"), ("m=65536,t=2,p=1", nil),
    ("m=262144,t=3,p=1", nil),
  ]) func `P8 returns a warning if the parameters are below the interactive ones`(
    numbers: String, cost: String?
  ) throws {
    let text = String(decoding: try reference("tulip"), as: UTF8.self)
      .replacing("m=8,t=1,p=1", with: numbers, maxReplacements: 1)
    let read = PasswordHash(text: text.utf8.span)
    let warning = try #require(read).cost.weakness?.message
    #expect((warning != nil) == (cost != nil))
    if let cost {
      #expect(warning?.contains(" \(cost) per guess, minimum 2 passes over 65536 KiB.") == true)
    }
  }

  @Test func `P8 uses interactive parameters of at least the minimum of OWASP`() {
    #expect(PasswordHash.Parameters.interactive.memory >= 19 << 20)
    #expect(PasswordHash.Parameters.interactive.operations >= 2)
    #expect(PasswordHash.Parameters.moderate.fallback == .interactive)
    #expect(
      PasswordHash.Parameters.interactive.fallback == nil && PasswordHash.Parameters.minimal.fallback == nil)
  }
}
