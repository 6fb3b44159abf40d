import Glibc
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  /// GnuPG and its own agent, which starts the program as its pinentry.
  @Suite(.needs(.gnuPG)) struct `Pinentry of GnuPG` {
    private static let batch = ["--batch", "--no-tty", "--yes", "--status-fd", "1"]

    @Test func `encrypts and decrypts with a passphrase`() throws {
      let fixture = try DialogFixture()
      let home = try GnuPGHome(in: fixture)
      let (plain, encrypted) = ("\(fixture.path)/plain", "\(fixture.path)/encrypted")
      try write("text\n", toFile: plain)
      var encryption = try home.start("gpg", Self.batch + ["-o", encrypted, "-c", plain], in: fixture)
      let dialog = try fixture.dialog()
      try dialog.answer("tulips & 100% roses")
      try dialog.answer("tulips & 100% roses")
      #expect(try encryption.result().termination == .exited(0))

      try home.forgetPassphrases(in: fixture)
      var cancelled = try home.start("gpg", Self.batch + ["-d", encrypted], in: fixture)
      try fixture.dialog(after: dialog).input.tap("Escape")
      let failure = try cancelled.result()
      #expect(failure.termination == .exited(2) && !failure.output.contains("text\n"))
      #expect(
        failure.output.contains("CANCELED_BY_USER") || failure.errors.contains("cancelled"), "\(failure)")

      try fixture.waitForNoDialog()
      var decryption = try home.start("gpg", Self.batch + ["-d", encrypted], in: fixture)
      try fixture.dialog().answer("tulips & 100% roses")
      let result = try decryption.result()
      #expect(result.termination == .exited(0) && result.output.contains("text\n"), "\(result)")
    }

    @Test(.onlyInAll("takes seconds"))
    func `creates a key, signs after a wrong passphrase, and changes the passphrase`() throws {
      let fixture = try DialogFixture()
      let home = try GnuPGHome(in: fixture)
      var generation = try home.start(
        "gpg", Self.batch + ["--quick-gen-key", "test", "ed25519", "sign"], in: fixture)
      let new = try fixture.dialog()
      // Different texts are not accepted.
      try new.answer("first pass 1")
      try new.answer("first pass")
      try new.waitForErrors()
      try new.answer(" 1")
      #expect(try generation.result().termination == .exited(0))

      try home.forgetPassphrases(in: fixture)
      try write("text\n", toFile: "\(fixture.path)/plain")
      let arguments = Self.batch + ["-o", "\(fixture.path)/signed", "-s", "\(fixture.path)/plain"]
      var signing = try home.start("gpg", arguments, in: fixture)
      let wrong = try fixture.dialog(after: new)
      try wrong.answer("second pass 2")
      let retry = try fixture.dialogWithError(after: wrong)
      try retry.answer("first pass 1")
      #expect(try signing.result().termination == .exited(0))

      // An accepted dialog stays open for two seconds.
      try home.forgetPassphrases(in: fixture)
      var change = try home.start("gpg", Self.batch + ["--passwd", "test"], in: fixture)
      let old = try fixture.dialog(after: retry)
      try old.answer("first pass 1")
      let replacement = try fixture.dialog(after: old)
      try replacement.answer("second pass 2")
      try replacement.answer("second pass 2")
      #expect(try change.result().termination == .exited(0))

      try home.forgetPassphrases(in: fixture)
      var signingAgain = try home.start("gpg", arguments, in: fixture)
      try fixture.dialog(after: replacement).answer("second pass 2")
      #expect(try signingAgain.result().termination == .exited(0))
    }

    @Test(.onlyInAll("rare client")) func `answers the requests of a client of the agent`() throws {
      let fixture = try DialogFixture()
      let home = try GnuPGHome(in: fixture)
      let request = "GET_PASSPHRASE --qualitybar --repeat=1 --data id X X text"
      var passphrase = try home.start("gpg-connect-agent", [request, "/bye"], in: fixture)
      let dialog = try fixture.dialog()
      try dialog.input.type("tulips and roses 5")
      try dialog.input.tap("Return")
      // This request asks a second time in place of a second field.
      try fixture.dialog(after: dialog).answer("tulips and roses 5")
      let result = try passphrase.result()
      #expect(result.output == "D tulips and roses 5\nOK\n", "\(result)")

      try fixture.waitForNoDialog()
      for (key, reply) in [("o", "OK\n"), ("c", "ERR 83886179 Operation cancelled <Pinentry>\n")] {
        var confirmation = try home.start(
          "gpg-connect-agent", ["GET_CONFIRMATION text", "/bye"], in: fixture)
        try fixture.dialog().tap(key, with: [.alt])
        #expect(try confirmation.result().output == reply)
        try fixture.waitForNoDialog()
      }
    }
  }
}

/// A directory of GnuPG whose agent uses the program as its pinentry. The agent exits when this value is destroyed.
struct GnuPGHome: ~Copyable {
  let path: String
  private let environment: [String: String]

  init(in fixture: borrowing DialogFixture) throws {
    path = "\(fixture.path)/gnupg"
    environment = fixture.environment.merging(["GNUPGHOME": path]) { $1 }
    mkdir(path, 0o700)
    try write("pinentry-program \(fixture.pinentry)\n", toFile: "\(path)/gpg-agent.conf")
  }

  deinit {
    var process = try? ChildProcess(
      "gpgconf", ["--kill", "gpg-agent"], environment: environment, redirections: [.discard(1), .discard(2)])
    _ = try? process?.waitForExit(within: .defaultTimeout)
  }

  func start(_ program: String, _ arguments: [String], in fixture: borrowing DialogFixture) throws
    -> DialogClient
  {
    var client = try fixture.start(program, arguments, with: ["GNUPGHOME": path])
    client.closeInput()
    return client
  }

  /// Empties the agent's cache of passphrases.
  func forgetPassphrases(in fixture: borrowing DialogFixture) throws {
    _ = try fixture.run("gpgconf", ["--reload", "gpg-agent"], with: ["GNUPGHOME": path])
  }
}
