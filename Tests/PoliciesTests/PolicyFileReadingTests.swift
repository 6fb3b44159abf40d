import ScreenDriver
import Secrets
import Testing

@testable import Policies

@Suite final class `P2 A policy's file on the disk` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func line(ofPolicyAt name: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    return try #require(throws: PolicyFileError.self) { try PolicyFile.policy(at: path) }
      .description.replacing(folder.path, with: "FOLDER")
  }

  @Test func `names its lists from its own folder`() throws {
    try write("tulip\n", toFile: "\(folder.path)/own.txt")
    let text = "blocklist = ['own.txt', '\(folder.path)/own.txt', './own.txt']"
    try write(text, toFile: "\(folder.path)/my.toml")
    let policy = try PolicyFile.policy(at: "\(folder.path)/my.toml")
    #expect(policy.blocklist == Blocklist(lines: "tulip".utf8.span))
  }

  @Test func `may begin with a byte order mark, as its lists may`() throws {
    try write("\u{FEFF}tulip\n", toFile: "\(folder.path)/own.txt")
    let text = "\u{FEFF}minimum_length = 9\nblocklist = ['own.txt']"
    try write(text, toFile: "\(folder.path)/my.toml")
    let policy = try PolicyFile.policy(at: "\(folder.path)/my.toml")
    #expect(policy.minimumLength == 9)
    #expect(policy.blocklist == Blocklist(lines: "tulip".utf8.span))
    try write("\u{FEFF}length = 9", toFile: "\(folder.path)/my.toml")
    #expect(try line(ofPolicyAt: "my.toml").hasPrefix("FOLDER/my.toml:1:1: "))
  }

  @Test func `says why it cannot be read`() throws {
    #expect(try line(ofPolicyAt: "my.toml") == "FOLDER/my.toml: No such file or directory.")
    #expect(try line(ofPolicyAt: "") == "FOLDER/: Is a directory.")
  }

  @Test func `says which of its lists cannot be read`() throws {
    try write("blocklist = ['common', 'own.txt']", toFile: "\(folder.path)/my.toml")
    #expect(
      try line(ofPolicyAt: "my.toml")
        == "FOLDER/my.toml:1:24: Cannot read FOLDER/own.txt: No such file or directory.")
  }

  @Test func `has a size that a policy needs`() throws {
    let full = "#" + String(repeating: "x", count: PolicyFile.limit - 1)
    try write(full, toFile: "\(folder.path)/my.toml")
    _ = try PolicyFile.policy(at: "\(folder.path)/my.toml")
    try write(full + "x", toFile: "\(folder.path)/my.toml")
    #expect(try line(ofPolicyAt: "my.toml") == "FOLDER/my.toml: It has more than 65536 bytes.")
  }
}
