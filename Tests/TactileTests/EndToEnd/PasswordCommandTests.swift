import Glibc
import ScreenDriver
import Secrets
import TestSupport
import Testing

@testable import Tactile

extension Run {
  /// Runs a command on a password without a final line break.
  fileprivate init(
    _ arguments: [String], on password: String, by launcher: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    try self.init(
      arguments, by: launcher, environment: environment, input: Array(password.utf8))
  }

  /// The launcher of a program that cannot lock memory. With CAP_IPC_LOCK, the limit does not apply
  /// to root.
  fileprivate static var withoutLocks: [String] {
    let limit = ["prlimit", "--memlock=0:0"]
    return geteuid() == 0 ? ["setpriv", "--bounding-set=-ipc_lock"] + limit : limit
  }

  fileprivate var lines: [Substring] { output.split(separator: "\n") }
}

/// Invalid input, and the error message about it.
private struct BadInput: Sendable, CustomTestStringConvertible {
  /// The bytes that the input repeats.
  let chunk: [UInt8]
  var count = 1
  let line: String

  var input: [UInt8] { Array(repeatElement(chunk, count: count).joined()) }

  /// A short description, without all the bytes.
  var testDescription: String { "\(count) × \(chunk)" }

  static let all = [
    BadInput(chunk: [97], count: 1025, line: "Text too long: maximum 1024 characters."),
    BadInput(chunk: [97], count: 1_000_000, line: "Text too long: maximum 1024 characters."),
    BadInput(
      chunk: Array("a\nb\n".utf8),
      line: "Text must not contain line breaks or control characters."),
    BadInput(
      chunk: [97, 0], line: "Text must not contain line breaks or control characters."),
    BadInput(chunk: [0xFF], line: "Text is not valid UTF-8."),
  ]
}

extension `Tactile program` {
  @Suite struct `Check command` {
    @Test(arguments: ["", "\n"]) func `P2 prints the requirements of the form`(end: String) throws {
      let run = try Run(["check"], on: "Tactile5" + end)
      #expect(run.termination == .exited(1))
      #expect(
        run.lines.prefix(5) == [
          "✓ At least 8 characters", "✓ At least 1 uppercase letter",
          "✓ At least 1 lowercase letter", "✓ At least 1 number", "✗ At least 1 symbol",
        ])
      #expect(run.errorOutput.isEmpty)
    }

    @Test func `P2 accepts a password that meets all requirements`() throws {
      let run = try Run(["check"], on: "tR0ub4dor&3 tulips\u{e9}\n")
      #expect(run.termination == .exited(0))
      #expect(run.lines.prefix(5).allSatisfy { $0.hasPrefix("✓ ") })
      let warning: Substring =
        "The password contains characters that other keyboard layouts may not have."
      #expect(run.lines.last == warning)
      #expect(!(try Run(["check"], on: "tR0ub4dor&3 tulips")).lines.contains(warning))
    }

    @Test func `P9 prints the strength and advice`() throws {
      let run = try Run(["check", "--policy", "original-6"], on: "password1!")
      #expect(run.lines.dropFirst(5).first?.contains(/^Very weak, .* to guess$/) == true)
      #expect(run.lines.count == 7)
      #expect(try Run(["check"], on: "").lines.count == 5)
    }

    @Test func `P2 uses a policy file and a blocklist`() throws {
      let directory = try TemporaryDirectory()
      let (policy, list) = ("\(directory.path)/my.toml", "\(directory.path)/own.txt")
      try write("tulips and roses\n", toFile: list)
      try write("minimum_length = 4\n[[rule]]\nkind = 'space'\nat_least = 2", toFile: policy)
      let good = try Run(["check", "--policy", policy], on: "Tulips and Roses")
      #expect(good.termination == .exited(0))
      #expect(good.lines.prefix(2) == ["✓ At least 4 characters", "✓ At least 2 spaces"])
      let blocked = try Run(
        ["check", "--policy", policy, "--blocklist", list], on: "Tulips and Roses")
      #expect(blocked.termination == .exited(1))
      let reason = "It is on a list of blocked passwords."
      #expect(blocked.lines.dropFirst(2).first == "✗ Not a blocked password. \(reason)")
      #expect(
        blocked.lines.dropFirst(3) == [
          "Very weak: on the blocklist", "Passwords on lists are guessed first. Choose another one.",
        ])
    }

    @Test func `P2 escapes control and bidirectional characters in its output`() throws {
      let directory = try TemporaryDirectory()
      let policy = "\(directory.path)/my.toml"
      try write("minimum_length_text = \"a\u{202E}b\"", toFile: policy)
      #expect(try Run(["check", "--policy", policy], on: "x").lines.first == "✗ a[U+202E]b")
      let missing = try Run(["check", "--policy", "\u{1B}[31m\u{202E}"], on: "x")
      #expect(missing.termination == .exited(2))
      #expect(missing.errorOutput.contains("\u{241B}[31m[U+202E]"))
      #expect(!missing.errorOutput.contains { "\u{1B}\u{202E}".contains($0) })
    }

    @Test func `P8 reports that memory cannot be locked`() throws {
      let run = try Run(["check"], on: "tR0ub4dor&3 tulips", by: Run.withoutLocks)
      #expect(run.termination == .exited(0))
      #expect(run.lines.prefix(5).allSatisfy { $0.hasPrefix("✓ ") })
      let line =
        "Cannot lock the password in memory; it may be written to swap. "
        + "Raise the locked-memory limit (ulimit -l)."
      #expect(run.errorOutput == "tactile: \(line)\n")
    }

    @Test func `P2 rejects the user name`() throws {
      let run = try Run(
        ["check", "--policy", "nist"], on: "grete-of-the-hills",
        environment: ["USER": "Grete-of-the-Hills"])
      #expect(run.lines.contains("✗ Not a common password. Easy to guess: it is your user name."))
    }

    @Test(arguments: [[:], ["USER": "", "LOGNAME": ""]])
    func `P2 rejects the system's user name if the environment has none`(
      environment: [String: String]
    ) throws {
      let name = try #require(getpwuid(geteuid())?.pointee.pw_name)
      let run = try Run(
        ["check", "--policy", "nist"], on: String(cString: name), environment: environment)
      #expect(run.lines.contains("✗ Not a common password. Easy to guess: it is your user name."))
    }

    @Test(arguments: [["check"], []]) func `P2 reports an invalid policy file`(
      command: [String]
    ) throws {
      let directory = try TemporaryDirectory()
      let policy = "\(directory.path)/my.toml"
      try write("# mine\n\nminimum_length = 'x'", toFile: policy)
      // There is no display: the error is reported before a window would open.
      let run = try Run(command + ["--policy", policy], on: "secret")
      #expect(run.termination == .exited(2) && run.output.isEmpty && run.readCount == 0)
      #expect(
        run.errorOutput
          == "tactile: \(policy):3:18: 'minimum_length' must be an integer from 1 to 1024\n")
    }

    @Test(arguments: BadInput.all, ["check", "verify"])
    fileprivate func `rejects invalid input with one line`(
      refusal invalid: BadInput, command: String
    ) throws {
      let run = try Run([command], input: invalid.input)
      #expect(run.termination == .exited(1) && run.output.isEmpty)
      #expect(run.errorOutput == "tactile: \(invalid.line)\n")
      let size = invalid.chunk.count * invalid.count
      #expect(run.readCount == min(size, SecureText.maximumLineSize))
    }
  }

  @Suite struct `Verify command` {
    /// Runs `verify` with a data directory.
    private func run(_ password: String, in directory: borrowing TemporaryDirectory) throws -> Run {
      try Run(["verify"], on: password, environment: ["XDG_DATA_HOME": directory.path])
    }

    @Test func `P8 compares with the stored password and prints nothing`() throws {
      let directory = try TemporaryDirectory()
      let hashStore = FilePasswordHashStore(directoryPath: "\(directory.path)/tactile", cost: .interactive)
      try hashStore.store(secret("caf\u{e9} au lait"))
      for (password, status) in [
        ("caf\u{e9} au lait", 0), ("cafe\u{301} au lait\n", 0), ("cafe au lait", 1), ("", 1),
      ] as [(String, Int32)] {
        let run = try run(password, in: directory)
        #expect(run.termination == .exited(status))
        #expect(run.output.isEmpty && run.errorOutput.isEmpty)
      }
    }

    @Test func `P8 reports that memory cannot be locked`() throws {
      let directory = try TemporaryDirectory()
      let hashStore = FilePasswordHashStore(directoryPath: "\(directory.path)/tactile", cost: .interactive)
      try hashStore.store(secret("Passw0rd!"))
      let run = try Run(
        ["verify"], on: "Passw0rd!", by: Run.withoutLocks,
        environment: ["XDG_DATA_HOME": directory.path])
      #expect(run.termination == .exited(0))
      let line =
        "Cannot lock the password in memory; it may be written to swap. "
        + "Raise the locked-memory limit (ulimit -l)."
      #expect(run.errorOutput == "tactile: \(line)\n")
    }

    @Test(arguments: [("secret", 0), ("Secret", 1)] as [(String, Int32)])
    func `P8 reports a weak hash and a readable file`(
      password: String, status: Int32
    ) throws {
      let directory = try TemporaryDirectory()
      let hashStore = FilePasswordHashStore(directoryPath: "\(directory.path)/tactile", cost: .minimal)
      try hashStore.store(secret("secret"))
      let path = "\(hashStore.directoryPath)/\(FilePasswordHashStore.fileName)"
      chmod(path, 0o644)
      let run = try run(password, in: directory)
      #expect(run.termination == .exited(status) && run.output.isEmpty)
      #expect(
        run.errorOutput == """
          tactile: The password file in \(hashStore.directoryPath) is readable by other users. Run: \
          chmod 600 '\(path)'
          tactile: The stored password hash is weak: 1 pass over 8 KiB per guess, minimum 2 passes \
          over 65536 KiB. Save the password again.

          """)
    }

    @Test func `P8 reports a missing or damaged password file`() throws {
      let directory = try TemporaryDirectory()
      let path = "\(directory.path)/tactile/password.argon2id"
      for (content, text) in [(nil, "No password is stored"), ("nonsense", "is damaged")] {
        if let content {
          mkdir("\(directory.path)/tactile", 0o700)
          try write(content, toFile: path)
          chmod(path, 0o600)
        }
        let run = try run("secret", in: directory)
        #expect(run.termination == .exited(1) && run.output.isEmpty)
        #expect(run.errorOutput.contains(text) && run.errorOutput.count { $0 == "\n" } == 1)
      }
    }

    @Test(.onlyInAll("rare condition"), arguments: [("secret", 0), ("Secret", 1)] as [(String, Int32)])
    func `P8 reports a file readable by others, and rejects one writable by others`(
      password: String, status: Int32
    ) throws {
      let directory = try TemporaryDirectory()
      let hashStore = FilePasswordHashStore(directoryPath: "\(directory.path)/tactile", cost: .interactive)
      try hashStore.store(secret("secret"))
      let path = "\(hashStore.directoryPath)/\(FilePasswordHashStore.fileName)"
      chmod(path, 0o644)
      let readable = try run(password, in: directory)
      #expect(readable.termination == .exited(status))
      let line = "The password file in \(hashStore.directoryPath) is readable by other users."
      #expect(readable.errorOutput == "tactile: \(line) Run: chmod 600 '\(path)'\n")
      chmod(path, 0o666)
      let writable = try run(password, in: directory)
      #expect(writable.termination == .exited(1))
      #expect(writable.errorOutput.contains("is writable by other users."))
    }

    @Test func `P8 reports that the data directory is unknown`() throws {
      let run = try Run(
        ["verify"], on: "secret", environment: ["HOME": "", "XDG_DATA_HOME": ""])
      #expect(run.termination == .exited(1))
      #expect(run.errorOutput.contains("Set XDG_DATA_HOME or HOME"))
    }
  }
}
