import Glibc
import PasswordForm
import ScreenDriver
import TestSupport
import Testing

@testable import Tactile

extension `Tactile program` {
  @Suite(.needs(.keyring)) struct `Keyring storage` {
    private static let password = "Passw0rd!"

    /// Starts the program, fills in the form and submits it.
    private func submit(on bus: borrowing IsolatedSessionBus) throws -> AppSession {
      let session = try Program.start(
        ["--secret-service"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      try session.fillInForm()
      try session.input.tap("Return")
      return session
    }

    private func verify(_ password: String, on bus: borrowing IsolatedSessionBus) throws -> Run {
      try Run(
        ["verify", "--secret-service"],
        environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address], input: Array(password.utf8))
    }

    @Test func `P8 stores a hash and no file, and survives the exit of the bus`() throws {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      let empty = try verify(Self.password, on: bus)
      #expect(empty.termination == .exited(1))
      #expect(empty.errorOutput == "tactile: No password is stored in the keyring.\n")
      let session = try submit(on: bus)
      try session.expectSaveResult(in: Program.colors.green)
      for (password, status) in [(Self.password, 0), ("Passw0rd?", 1)] as [(String, Int32)] {
        let run = try verify(password, on: bus)
        #expect(run.termination == .exited(status))
        #expect(run.errorOutput.isEmpty && run.output.isEmpty)
      }
      #expect(throws: ScreenDriverError.self) {
        try names(inDirectory: "\(session.dataPath)/tactile")
      }
      let stored = try keyring.contents()
      #expect(!stored.isEmpty)
      for start in 0...Self.password.count - 6 {
        #expect(!stored.contains(Self.password.dropFirst(start).prefix(6)))
      }
      _ = consume keyring
      _ = consume bus
      try session.input.type("Pass")
      try session.expectGreenIcons(2)
    }

    @Test(.onlyInAll("rare failure")) func `P8 works again after a restart of the keyring`() throws {
      let bus = try IsolatedSessionBus()
      let first = try KeyringProcess(on: bus)
      let session = try submit(on: bus)
      try session.expectSaveResult(in: Program.colors.green)
      _ = consume first
      let second = try KeyringProcess(on: bus)
      try session.fillInForm()
      try session.input.tap("Return")
      try session.expectSaveResult(in: Program.colors.green)
      #expect(try verify(Self.password, on: bus).termination == .exited(0))
      _ = consume second
    }

    @Test(.onlyInAll("rare failure")) func `P8 reports a locked keyring`() throws {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      try keyring.lock()
      let session = try submit(on: bus)
      try session.expectSaveResult(in: Program.colors.red)
    }

    @Test(.onlyInAll("rare failure")) func `P8 reports a missing keyring`() throws {
      let bus = try IsolatedSessionBus()
      let run = try verify(Self.password, on: bus)
      #expect(run.termination == .exited(1))
      #expect(run.errorOutput.contains("No keyring service is running."))
    }

    /// Starts the `verify` command with the password.
    private func startVerifying(
      in directory: borrowing TemporaryDirectory, on bus: borrowing IsolatedSessionBus
    ) throws -> ChildProcess {
      try write(Self.password, toFile: "\(directory.path)/in")
      let input = open("\(directory.path)/in", O_RDONLY | O_CLOEXEC)
      defer { close(input) }
      return try ChildProcess(
        Program.path, ["verify", "--secret-service"],
        environment: ChildProcess.privateEnvironment(in: directory.path)
          .merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 },
        redirections: [
          .descriptor(input, as: 0), .discard(1), .file("\(directory.path)/err", as: 2),
        ])
    }

    private static let promptNotice =
      "tactile: The keyring shows a prompt. Answer it to continue.\n"

    /// Waits until the program that `startVerifying` started has printed the prompt notice only.
    private func waitForPromptNotice(in directory: borrowing TemporaryDirectory) throws {
      let path = "\(directory.path)/err"
      try Deadline(after: .defaultTimeout).poll(for: "the prompt notice") {
        () throws(ScreenDriverError) in
        try contents(ofFile: path) == Self.promptNotice ? () : nil
      }
    }

    @Test(.onlyInAll("rare failure")) func `P8 reports that the bus exits during a request`() throws {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      keyring.suspend()
      let directory = try TemporaryDirectory()
      var program = try startVerifying(in: directory, on: bus)
      try keyring.waitForCall()
      _ = consume bus
      #expect(try program.waitForExit(within: .defaultTimeout) == .exited(1))
      let errorOutput = try contents(ofFile: "\(directory.path)/err")
      // The bus may report the exit of the keyring before its own.
      let lines = [
        "Cannot use the keyring: ", "The keyring service exited before it replied. ",
      ]
      #expect(lines.contains { errorOutput.hasPrefix("tactile: " + $0) })
    }

    @Test(.onlyInAll("rare failure")) func `P8 reports a prompt, during which it can be cancelled`() throws {
      let bus = try IsolatedSessionBus()
      var keyring = try KeyringProcess(on: bus)
      let session = try submit(on: bus)
      try session.expectSaveResult(in: Program.colors.green)
      try keyring.ignorePrompts()
      try keyring.lock()
      let directory = try TemporaryDirectory()
      var program = try startVerifying(in: directory, on: bus)
      try waitForPromptNotice(in: directory)
      program.send(SIGINT)
      #expect(try program.waitForExit(within: .defaultTimeout) == .killed(signal: SIGINT))
      try keyring.waitForPrompt()
      try session.fillInForm()
      try session.input.tap("Return")
      // Without a prompt, the save would fail on its own.
      try keyring.waitForPrompt()
      try session.expectCancellation()
      // The program has not sent Prompt.Dismiss, which crashes gnome-keyring 42.
      try keyring.lock()
      let isRunning = keyring.isRunning()
      #expect(isRunning)
    }

    @Test(.onlyInAll("rare failure"), arguments: [false, true])
    func `P8 reports that the keyring or the bus exits during a prompt`(
      endsBus killsBus: Bool
    ) throws {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      let session = try submit(on: bus)
      try session.expectSaveResult(in: Program.colors.green)
      try keyring.ignorePrompts()
      try keyring.lock()
      let directory = try TemporaryDirectory()
      var program = try startVerifying(in: directory, on: bus)
      try waitForPromptNotice(in: directory)
      if killsBus { bus.kill() } else { keyring.kill() }
      #expect(try program.waitForExit(within: .defaultTimeout) == .exited(1))
      let errorOutput = try contents(ofFile: "\(directory.path)/err")
      #expect(errorOutput.hasPrefix(Self.promptNotice))
      // GLib may print warnings of libsecret before or after it.
      #expect(errorOutput.contains("\ntactile: The keyring service exited before it replied. "))
    }

    @Test(.onlyInAll("rare failure")) func `P8 is cancelled by Escape if the bus is unresponsive`() throws {
      let bus = try IsolatedSessionBus()
      bus.suspend()
      let session = try submit(on: bus)
      try session.expectCancellation()
    }

    @Test(.onlyInAll("rare failure")) func `P8 is cancelled at window close if the keyring is unresponsive`()
      throws
    {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      keyring.suspend()
      var session = try submit(on: bus)
      // A save cannot be cancelled while it computes the hash, which takes long on a busy machine.
      try keyring.waitForCall()
      session.window.requestClose()
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(1))
      let line = "The request was cancelled before the keyring replied."
      #expect(try session.standardError() == "tactile: \(line)\n")
    }

    @Test(.onlyInAll("rare failure"))
    func `P8 is cancelled at window close if the keyring hangs during a prompt`()
      throws
    {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      try keyring.ignorePrompts()
      try keyring.lock()
      var session = try submit(on: bus)
      try keyring.waitForPrompt()
      keyring.suspend()
      session.window.requestClose()
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(1))
      let line = "The request was cancelled before the keyring replied."
      #expect(try session.standardError() == "tactile: \(line)\n")
    }
  }
}

extension AppSession {
  /// Presses Escape until the save has failed. The first press may precede the request.
  fileprivate func expectCancellation() throws {
    try Deadline(after: .defaultTimeout).poll(for: "the icon of a failure") {
      () throws(ScreenDriverError) in
      try input.tap("Escape")
      try window.ping()
      return try window.screenshot().icons(Program.colors.red).count == 1 ? () : nil
    }
  }
}
