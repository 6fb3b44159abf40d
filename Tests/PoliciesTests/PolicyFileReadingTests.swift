import ScreenDriver
import Secrets
import Testing

@testable import Policies

@Suite final class `Policy file on disk` {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func line(ofPolicyAt name: String) throws -> String {
    let path = "\(directory.path)/\(name)"
    return try #require(throws: ConfigurationFileError.self) { try PolicyFile.policy(at: path) }
      .description.replacing(directory.path, with: "FOLDER")
  }

  @Test func `P2 resolves list paths relative to its directory`() throws {
    try write("tulip\n", toFile: "\(directory.path)/own.txt")
    let text = "blocklist = ['own.txt', '\(directory.path)/own.txt', './own.txt']"
    try write(text, toFile: "\(directory.path)/my.toml")
    let policy = try PolicyFile.policy(at: "\(directory.path)/my.toml")
    #expect(policy.blocklist == Blocklist(lines: "tulip".utf8.span))
  }

  @Test func `P2 may start with a byte order mark, like its lists`() throws {
    try write("\u{FEFF}tulip\n", toFile: "\(directory.path)/own.txt")
    let text = "\u{FEFF}minimum_length = 9\nblocklist = ['own.txt']"
    try write(text, toFile: "\(directory.path)/my.toml")
    let policy = try PolicyFile.policy(at: "\(directory.path)/my.toml")
    #expect(policy.minimumLength == 9)
    #expect(policy.blocklist == Blocklist(lines: "tulip".utf8.span))
    try write("\u{FEFF}length = 9", toFile: "\(directory.path)/my.toml")
    #expect(try line(ofPolicyAt: "my.toml").hasPrefix("FOLDER/my.toml:1:1: "))
  }

  @Test func `P2 reports why it cannot be read`() throws {
    #expect(try line(ofPolicyAt: "my.toml") == "FOLDER/my.toml: No such file or directory")
    #expect(try line(ofPolicyAt: "") == "FOLDER/: Is a directory")
  }

  @Test func `P2 reports which of its lists cannot be read`() throws {
    try write("blocklist = ['common', 'own.txt']", toFile: "\(directory.path)/my.toml")
    #expect(
      try line(ofPolicyAt: "my.toml")
        == "FOLDER/my.toml:1:24: cannot read 'FOLDER/own.txt': No such file or directory")
  }

  @Test(arguments: ["a\tb", "a\\nb", "a\\u001Bb"])
  func `P2 reports in one line that a list with a control character in its name cannot be read`(name: String)
    throws
  {
    try write("blocklist = [\"\(name)\"]", toFile: "\(directory.path)/my.toml")
    let line = try line(ofPolicyAt: "my.toml")
    #expect(line.contains("cannot read"))
    #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test func `P2 distinguishes a missing file from one that must not be read`() throws {
    let missing = try #require(throws: ConfigurationFileError.self) {
      try PolicyFile.policy(at: "\(directory.path)/my.toml")
    }
    #expect(missing.isNotFound && missing.concernsWholeFile)
    let device = try #require(throws: ConfigurationFileError.self) { try PolicyFile.policy(at: "/dev/null") }
    #expect(!device.isNotFound && device.concernsWholeFile)
    #expect(device.message == "A regular file is required, not a pipe or device")
  }

  @Test func `P2 has a maximum size`() throws {
    let full = "#" + String(repeating: "x", count: PolicyFile.limit - 1)
    try write(full, toFile: "\(directory.path)/my.toml")
    _ = try PolicyFile.policy(at: "\(directory.path)/my.toml")
    try write(full + "x", toFile: "\(directory.path)/my.toml")
    #expect(try line(ofPolicyAt: "my.toml") == "FOLDER/my.toml: file is larger than 65536 bytes")
  }
}
