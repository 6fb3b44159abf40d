import Glibc
import ScreenDriver
import Secrets
import Testing

@testable import Tactile

extension Run {
  /// Runs a command on a password, with nothing behind it.
  fileprivate init(
    _ arguments: [String], on password: String, by launcher: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    try self.init(
      arguments, by: launcher, environment: environment, input: Array(password.utf8))
  }

  /// What starts a program so that it can lock no memory; root is bound by no limit while it has
  /// the capability to lock.
  fileprivate static var withoutLocks: [String] {
    let limit = ["prlimit", "--memlock=0:0"]
    return geteuid() == 0 ? ["setpriv", "--bounding-set=-ipc_lock"] + limit : limit
  }

  fileprivate var lines: [Substring] { output.split(separator: "\n") }
}

/// What no command takes for a password, and what it says of that.
private struct Refusal: Sendable, CustomTestStringConvertible {
  /// What comes again and again.
  let piece: [UInt8]
  var count = 1
  let line: String

  var input: [UInt8] { Array(repeatElement(piece, count: count).joined()) }

  /// Without a million bytes.
  var testDescription: String { "\(count) × \(piece)" }

  static let all = [
    Refusal(piece: [97], count: 1025, line: "A password has at most 1024 characters."),
    Refusal(piece: [97], count: 1_000_000, line: "A password has at most 1024 characters."),
    Refusal(
      piece: Array("a\nb\n".utf8),
      line: "A password has no line breaks or other control characters."),
    Refusal(
      piece: [97, 0], line: "A password has no line breaks or other control characters."),
    Refusal(piece: [0xFF], line: "The password is no UTF-8."),
  ]
}

extension `The program` {
  @Suite struct `judges a password` {
    @Test(arguments: ["", "\n"]) func `P2 by the same lines as the form`(end: String) throws {
      let run = try Run(["check"], on: "Tactile5" + end)
      #expect(run.ending == .exited(1))
      #expect(
        run.lines.prefix(5) == [
          "✓ At least 8 characters", "✓ At least 1 uppercase letter",
          "✓ At least 1 lowercase letter", "✓ At least 1 number", "✗ At least 1 symbol",
        ])
      #expect(run.complaints.isEmpty)
    }

    @Test func `P2 as good where nothing is lacking`() throws {
      let run = try Run(["check"], on: "tR0ub4dor&3 tulips\u{e9}\n")
      #expect(run.ending == .exited(0))
      #expect(run.lines.prefix(5).allSatisfy { $0.hasPrefix("✓ ") })
      let note: Substring = "Other keyboards may type it differently."
      #expect(run.lines.last == note)
      #expect(!(try Run(["check"], on: "tR0ub4dor&3 tulips")).lines.contains(note))
    }

    @Test func `P9 and tells how strong it is, and what would be better`() throws {
      let run = try Run(["check", "--policy", "seed0"], on: "password1!")
      #expect(run.lines.dropFirst(5).first?.contains(/^Very weak, .* to guess$/) == true)
      #expect(run.lines.count == 7)
      #expect(try Run(["check"], on: "").lines.count == 5)
    }

    @Test func `P2 by a policy of one's own, and by lists`() throws {
      let folder = try TemporaryFolder()
      let (policy, list) = ("\(folder.path)/my.toml", "\(folder.path)/own.txt")
      try write("tulips and roses\n", toFile: list)
      try write("minimum_length = 4\n[[rule]]\nkind = 'space'\nat_least = 2", toFile: policy)
      let good = try Run(["check", "--policy", policy], on: "Tulips and Roses")
      #expect(good.ending == .exited(0))
      #expect(good.lines.prefix(2) == ["✓ At least 4 characters", "✓ At least 2 spaces"])
      let known = try Run(
        ["check", "--policy", policy, "--blocklist", list], on: "Tulips and Roses")
      #expect(known.ending == .exited(1))
      let reason = "It is on a list of refused passwords."
      #expect(known.lines.dropFirst(2).first == "✗ Not a refused password. \(reason)")
      #expect(
        known.lines.dropFirst(3) == [
          "Very weak, on a list", "Passwords on lists are guessed first. Choose another one.",
        ])
    }

    @Test func `P2 by texts that cannot turn the line or control the terminal`() throws {
      let folder = try TemporaryFolder()
      let policy = "\(folder.path)/my.toml"
      try write("minimum_length_text = \"a\u{202E}b\"", toFile: policy)
      #expect(try Run(["check", "--policy", policy], on: "x").lines.first == "✗ a[U+202E]b")
      let missing = try Run(["check", "--policy", "\u{1B}[31m\u{202E}"], on: "x")
      #expect(missing.ending == .exited(2))
      #expect(missing.complaints.contains("\u{241B}[31m[U+202E]"))
      #expect(!missing.complaints.contains { "\u{1B}\u{202E}".contains($0) })
    }

    @Test func `P8 and says in one line where it could not be locked into memory`() throws {
      let run = try Run(["check"], on: "tR0ub4dor&3 tulips", by: Run.withoutLocks)
      #expect(run.ending == .exited(0))
      #expect(run.lines.prefix(5).allSatisfy { $0.hasPrefix("✓ ") })
      let line = "The password could not be locked into memory; it may be written to swap."
      #expect(run.complaints == "tactile: \(line)\n")
    }

    @Test func `P2 by the user's name too`() throws {
      let run = try Run(
        ["check", "--policy", "nist"], on: "grete-of-the-hills",
        environment: ["USER": "Grete-of-the-Hills"])
      #expect(run.lines.contains("✗ Not a common password. It is your user name."))
    }

    @Test(arguments: [[:], ["USER": "", "LOGNAME": ""]])
    func `P2 by the name that the system has for the user, where the environment has none`(
      environment: [String: String]
    ) throws {
      let name = try #require(getpwuid(geteuid())?.pointee.pw_name)
      let run = try Run(
        ["check", "--policy", "nist"], on: String(cString: name), environment: environment)
      #expect(run.lines.contains("✗ Not a common password. It is your user name."))
    }

    @Test(arguments: [["check"], []]) func `P2 by no policy that is wrong`(
      command: [String]
    ) throws {
      let folder = try TemporaryFolder()
      let policy = "\(folder.path)/my.toml"
      try write("# mine\n\nminimum_length = 'x'", toFile: policy)
      // Without a display: it is said before a window would open.
      let run = try Run(command + ["--policy", policy], on: "secret")
      #expect(run.ending == .exited(2) && run.output.isEmpty && run.readCount == 0)
      #expect(
        run.complaints
          == "tactile: \(policy):3:18: minimum_length is a number from 1 to 1024.\n")
    }

    @Test(arguments: Refusal.all, ["check", "verify"])
    fileprivate func `but refuses what is none in one line`(
      refusal: Refusal, command: String
    ) throws {
      let run = try Run([command], input: refusal.input)
      #expect(run.ending == .exited(1) && run.output.isEmpty)
      #expect(run.complaints == "tactile: \(refusal.line)\n")
      let size = refusal.piece.count * refusal.count
      #expect(run.readCount == min(size, SecureText.longestLine))
    }
  }

  @Suite struct `compares a password` {
    /// Runs `verify` where a password was stored.
    private func run(_ password: String, in folder: borrowing TemporaryFolder) throws -> Run {
      try Run(["verify"], on: password, environment: ["XDG_DATA_HOME": folder.path])
    }

    @Test func `P8 with the one that was stored, and says nothing`() throws {
      let folder = try TemporaryFolder()
      let vault = PasswordVault(folder: "\(folder.path)/tactile", cost: .interactive)
      try vault.store(secret("caf\u{e9} au lait"))
      for (password, status) in [
        ("caf\u{e9} au lait", 0), ("cafe\u{301} au lait\n", 0), ("cafe au lait", 1), ("", 1),
      ] as [(String, Int32)] {
        let run = try run(password, in: folder)
        #expect(run.ending == .exited(status))
        #expect(run.output.isEmpty && run.complaints.isEmpty)
      }
    }

    @Test func `P8 and says in one line where it could not be locked into memory`() throws {
      let folder = try TemporaryFolder()
      let vault = PasswordVault(folder: "\(folder.path)/tactile", cost: .interactive)
      try vault.store(secret("Passw0rd!"))
      let run = try Run(
        ["verify"], on: "Passw0rd!", by: Run.withoutLocks,
        environment: ["XDG_DATA_HOME": folder.path])
      #expect(run.ending == .exited(0))
      let line = "The password could not be locked into memory; it may be written to swap."
      #expect(run.complaints == "tactile: \(line)\n")
    }

    @Test(arguments: [("secret", 0), ("Secret", 1)] as [(String, Int32)])
    func `P8 and says that guessing it costs too little, and that others can read it`(
      password: String, status: Int32
    ) throws {
      let folder = try TemporaryFolder()
      let vault = PasswordVault(folder: "\(folder.path)/tactile", cost: .minimal)
      try vault.store(secret("secret"))
      let path = "\(vault.folder)/\(PasswordVault.fileName)"
      chmod(path, 0o644)
      let run = try run(password, in: folder)
      #expect(run.ending == .exited(status) && run.output.isEmpty)
      #expect(
        run.complaints == """
          tactile: The password file in \(vault.folder) can be read by others.
          tactile: The stored password is easy to guess: a guess costs 1 pass over 8 KiB, less than \
          2 over 65536. Save it anew.

          """)
    }

    @Test func `P8 and says that none was stored, or that it is damaged`() throws {
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/tactile/password.argon2id"
      for (content, words) in [(nil, "No password is stored"), ("nonsense", "is damaged")] {
        if let content {
          mkdir("\(folder.path)/tactile", 0o700)
          try write(content, toFile: path)
          chmod(path, 0o600)
        }
        let run = try run("secret", in: folder)
        #expect(run.ending == .exited(1) && run.output.isEmpty)
        #expect(run.complaints.contains(words) && run.complaints.count { $0 == "\n" } == 1)
      }
    }

    @Test(arguments: [("secret", 0), ("Secret", 1)] as [(String, Int32)])
    func `P8 and says that others can read it, or tells nothing where they can change it`(
      password: String, status: Int32
    ) throws {
      let folder = try TemporaryFolder()
      let vault = PasswordVault(folder: "\(folder.path)/tactile", cost: .interactive)
      try vault.store(secret("secret"))
      let path = "\(vault.folder)/\(PasswordVault.fileName)"
      chmod(path, 0o644)
      let exposed = try run(password, in: folder)
      #expect(exposed.ending == .exited(status))
      let line = "The password file in \(vault.folder) can be read by others."
      #expect(exposed.complaints == "tactile: \(line)\n")
      chmod(path, 0o666)
      let changeable = try run(password, in: folder)
      #expect(changeable.ending == .exited(1))
      #expect(changeable.complaints.contains("can be changed by others."))
    }

    @Test func `P8 and says that there is no place for one`() throws {
      let run = try Run(
        ["verify"], on: "secret", environment: ["HOME": "", "XDG_DATA_HOME": ""])
      #expect(run.ending == .exited(1))
      #expect(run.complaints.contains("set HOME or XDG_DATA_HOME"))
    }
  }
}
