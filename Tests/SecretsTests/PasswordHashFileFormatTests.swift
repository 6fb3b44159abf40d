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
}
