import Glibc
import TestSupport
import Testing

@testable import Prompts
@testable import System

@Suite struct `Systemd question` {
  private func parse(_ bytes: [UInt8]) -> SystemdQuestion? { SystemdQuestion(parsing: bytes.span) }

  private func parse(_ text: String) -> SystemdQuestion? { parse(Array(text.utf8)) }

  /// Returns the question of a section with a socket and more lines.
  private func question(with lines: String) throws -> SystemdQuestion {
    try #require(parse("[Ask]\nSocket=/s\n\(lines)"))
  }

  @Test func `reads all values that systemd writes`() throws {
    let question = try #require(
      parse(
        """
        [Ask]
        PID=4711
        Socket=/run/systemd/ask-password/sck.1f
        AcceptCached=1
        Echo=0
        NotAfter=123456789
        Silent=1
        Message=Please enter passphrase for disk data (sda2):
        Icon=drive-harddisk
        Id=cryptsetup:/dev/sda2

        """))
    #expect(question.processID == 4711)
    #expect(question.socketPath == "/run/systemd/ask-password/sck.1f")
    #expect(!question.echoes)
    #expect(question.expiryMicroseconds == 123_456_789)
    #expect(question.message == "Please enter passphrase for disk data (sda2):")
  }

  @Test(arguments: ["", "PID=\nAcceptCached=\nEcho=\nNotAfter=\nSilent=\nMessage=\nIcon= \nId=\t\n"])
  func `has default values for missing and empty ones`(lines: String) throws {
    let question = try question(with: lines)
    #expect(question.processID == 0)
    #expect(!question.echoes)
    #expect(question.expiryMicroseconds == nil)
    #expect(question.message == SystemdQuestion.defaultMessage)
  }

  @Test(arguments: [
    ("Message= a  b \t", "a  b"), ("  Message =\ta = b = c", "a = b = c"), ("Message=a\r", "a"),
    ("Message=a\nMessage=b", "b"), ("Message=a # b ; c", "a # b ; c"), ("Message=\"a\" 'b'", "\"a\" 'b'"),
    ("Message=a\\x20b\\n\\\\%41", "a\\x20b\\n\\\\%41"), ("Message=a\\\nIcon=i", "a\\"),
    ("Message=\u{FC}\u{1F511}", "\u{FC}\u{1F511}"), ("Message=\u{1B}[31m", "\u{1B}[31m"),
    ("#Message=a\n ; Message=b\nMessage=c\n#", "c"), ("[Other]\nMessage=a\n[Ask]\nMessage=b\n[Ask ]", "b"),
    ("Message=a\n[ask]\nMessage=b\n[Ask\nMessage=c", "a"), ("message=a\nMessage.=b\nMessage", nil),
    ("Unknown=1\n=2\n===\nMessage=a", "a"),
  ])
  func `reads the last value of a key in its section`(lines: String, message: String?) throws {
    #expect(try question(with: lines).message == message ?? SystemdQuestion.defaultMessage)
  }

  @Test func `replaces invalid UTF-8 in a message`() throws {
    let bytes = Array("[Ask]\nSocket=/s\nMessage=a".utf8) + [0xFF, 0x00, 0x62]
    let question = try #require(parse(bytes))
    #expect(question.message == "a\u{FFFD}\u{0}b")
  }

  @Test func `tolerates line ends of other systems`() throws {
    let question = try #require(parse("[Ask]\r\nSocket=/s\r\nEcho=1\r\nMessage=a\r\n"))
    #expect(question.socketPath == "/s" && question.echoes && question.message == "a")
  }

  @Test(arguments: [
    "", "[Ask]", "Socket=/s", "[Ask]\nSocket=", "[Ask]\nSocket=s", "[Ask]\nSocket=@s", "[Ask]\nSocket=./s",
    "[Ask]\nSocket=/s\nSocket=", "[Ask]\nSocket=/s\nSocket=s", "[Other]\nSocket=/s", "[Ask]\nSocket=/s\0",
    "[Ask]\nSocket=/a\0/s", "\u{FEFF}", "[Ask]Socket=/s", "[Ask] x\nSocket=/s",
    "[Ask]\nSocket=/" + String(repeating: "s", count: 107),
  ])
  func `is nil without the absolute path of a socket`(text: String) {
    #expect(parse(text) == nil)
  }

  @Test func `is nil if the path of the socket is not valid UTF-8`() {
    let bytes = Array("[Ask]\nSocket=/s".utf8) + [0xFF]
    #expect(parse(bytes) == nil)
  }

  @Test func `accepts the longest path of a socket`() throws {
    let path = "/" + String(repeating: "s", count: 106)
    #expect(parse("[Ask]\nSocket=\(path)")?.socketPath == path)
  }

  @Test(arguments: ["1", "yes", "Y", "true", "T", "on", "ON"]) func `reads true`(word: String) throws {
    let question = try question(with: "Echo=\(word)")
    #expect(question.echoes)
  }

  @Test(arguments: ["0", "no", "false", "off", "2", "x", "1 1"]) func `reads false`(word: String) throws {
    let question = try question(with: "Echo=\(word)")
    #expect(!question.echoes)
  }

  @Test(
    arguments: [
      ("0", nil), ("1", 1), ("18446744073709551615", .max), ("18446744073709551616", nil), ("-1", nil),
      ("1s", nil), ("0x10", nil),
    ] as [(String, UInt64?)])
  func `reads the time of expiry`(value: String, microseconds: UInt64?) throws {
    #expect(try question(with: "NotAfter=\(value)").expiryMicroseconds == microseconds)
  }

  @Test(arguments: [("2147483647", .max), ("2147483648", 0), ("-5", -5), ("x", 0)] as [(String, Int32)])
  func `reads the process`(value: String, processID: Int32) throws {
    #expect(try question(with: "PID=\(value)").processID == processID)
  }

  @Test func `ends when it expires`() throws {
    let question = try question(with: "NotAfter=100")
    #expect(!question.hasEnded(at: 0) && !question.hasEnded(at: 99))
    #expect(question.hasEnded(at: 100) && question.hasEnded(at: .max))
    #expect(try !self.question(with: "NotAfter=0").hasEnded(at: .max))
  }

  @Test func `ends when its process has exited`() throws {
    let child = try ChildProcess(["sleep", "60"])
    let question = try question(with: "PID=\(child.id)")
    #expect(!question.hasEnded(at: 0))
    child.send(SIGKILL)
    #expect(child.end.occurs(within: .seconds(60)) && question.hasEnded(at: 0))
    #expect(child.exitStatus() != nil && question.hasEnded(at: 0))
  }

  // Process 1 belongs to root, so that a signal is not permitted to other users.
  @Test(arguments: ["0", "-1", "-2147483648", "1", "\(getpid())"])
  func `does not end without a process or while it runs`(processID: String) throws {
    #expect(try !question(with: "PID=\(processID)").hasEnded(at: 0))
  }
}

@Suite struct `Random systemd questions` {
  private static let valid = Array(
    "[Ask]\nPID=1\nSocket=/s\nAcceptCached=1\nEcho=1\nNotAfter=5\nSilent=1\nMessage=a b\nIcon=i\nId=d\n".utf8)

  @Test func `are read at any length`() {
    for count in 0...Self.valid.count {
      let question = SystemdQuestion(parsing: Self.valid.span.extracting(first: count))
      #expect((question == nil) == (count < 20))
    }
  }

  @Test func `are read after any change`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<10_000 {
      var bytes = Self.valid
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let question = SystemdQuestion(parsing: bytes.span) else { continue }
      #expect(question.socketPath.hasPrefix("/") && !question.socketPath.utf8.contains(0))
      #expect(!question.message.utf8.contains(UInt8(ascii: "\n")) && !question.message.isEmpty)
      #expect(question.expiryMicroseconds != 0)
    }
  }

  /// Uses more than the maximum size of a file. With quadratic time, the test would not end.
  @Test(.timeLimit(.minutes(5)), arguments: ["\n", " ", "=", "a=\n", "[Ask]\n", "Message=a\n", "[", "\r"])
  func `take linear time`(part: String) {
    let lines = String(repeating: part, count: (256 << 10) / part.utf8.count)
    let bytes = Array("[Ask]\nSocket=/s\n\(lines)".utf8)
    let question = SystemdQuestion(parsing: bytes.span)
    #expect(question?.socketPath == "/s")
  }
}
