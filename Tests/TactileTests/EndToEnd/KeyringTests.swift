import Glibc
import PasswordForm
import ScreenDriver
import Testing

@testable import Tactile

extension `The program` {
  @Suite(.needs(.keyring)) struct `keeps a password in the keyring` {
    private static let password = "Passw0rd!"

    /// Starts the program, fills the form and submits it.
    private func submit(on bus: borrowing SessionBusProcess) throws -> Sitting {
      let sitting = try Program.start(
        ["--secret-service"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      try sitting.fillForm()
      try sitting.hand.tap("Return")
      return sitting
    }

    private func verify(_ password: String, on bus: borrowing SessionBusProcess) throws -> Run {
      try Run(
        ["verify", "--secret-service"],
        environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address], input: Array(password.utf8))
    }

    @Test func `P8 as a verifier, and no file, and outlives the bus`() throws {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      let empty = try verify(Self.password, on: bus)
      #expect(empty.ending == .exited(1))
      #expect(empty.complaints == "tactile: No password is stored in the keyring.\n")
      let sitting = try submit(on: bus)
      try sitting.expectEnding(of: Program.colors.green)
      for (password, status) in [(Self.password, 0), ("Passw0rd?", 1)] as [(String, Int32)] {
        let run = try verify(password, on: bus)
        #expect(run.ending == .exited(status))
        #expect(run.complaints.isEmpty && run.output.isEmpty)
      }
      #expect(throws: ScreenDriverError.self) {
        try names(inFolder: "\(sitting.dataFolder)/tactile")
      }
      let stored = try keyring.contents()
      #expect(!stored.isEmpty)
      for start in 0...Self.password.count - 6 {
        #expect(!stored.contains(Self.password.dropFirst(start).prefix(6)))
      }
      _ = consume keyring
      _ = consume bus
      try sitting.hand.type("Pass")
      try sitting.expectGreenMarks(2)
    }

    @Test func `P8 also in one that was started anew since it kept the one before`() throws {
      let bus = try SessionBusProcess()
      let first = try KeyringProcess(on: bus)
      let sitting = try submit(on: bus)
      try sitting.expectEnding(of: Program.colors.green)
      _ = consume first
      let second = try KeyringProcess(on: bus)
      try sitting.fillForm()
      try sitting.hand.tap("Return")
      try sitting.expectEnding(of: Program.colors.green)
      #expect(try verify(Self.password, on: bus).ending == .exited(0))
      _ = consume second
    }

    @Test func `P8 unless that is locked, which it says`() throws {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      try keyring.lock()
      let sitting = try submit(on: bus)
      try sitting.expectEnding(of: Program.colors.red)
    }

    @Test func `P8 or says that there is none`() throws {
      let bus = try SessionBusProcess()
      let run = try verify(Self.password, on: bus)
      #expect(run.ending == .exited(1))
      #expect(run.complaints.contains("There is no keyring."))
    }

    /// Begins to compare with what is in the keyring.
    private func startVerifying(
      in folder: borrowing TemporaryFolder, on bus: borrowing SessionBusProcess
    ) throws -> ChildProcess {
      try write(Self.password, toFile: "\(folder.path)/in")
      let input = open("\(folder.path)/in", O_RDONLY | O_CLOEXEC)
      defer { close(input) }
      return try ChildProcess(
        Program.path, ["verify", "--secret-service"],
        environment: ChildProcess.privateEnvironment(in: folder.path)
          .merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 },
        redirections: [
          .descriptor(input, as: 0), .discard(1), .file("\(folder.path)/err", as: 2),
        ])
    }

    private static let question = "tactile: The keyring asks you something first.\n"

    /// Waits until what was begun in a folder has told that alone.
    private func awaitQuestion(in folder: borrowing TemporaryFolder) throws {
      let path = "\(folder.path)/err"
      try Deadline(after: .patience).poll(for: "the line that tells of it") {
        () throws(ScreenDriverError) in
        try contents(ofFile: path) == Self.question ? () : nil
      }
    }

    @Test func `P8 and says so where the bus ends meanwhile`() throws {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      keyring.freeze()
      let folder = try TemporaryFolder()
      var program = try startVerifying(in: folder, on: bus)
      try keyring.awaitCall()
      _ = consume bus
      #expect(try program.ending(within: .patience) == .exited(1))
      let complaints = try contents(ofFile: "\(folder.path)/err")
      // The bus may tell of the keyring's end before its own.
      let lines = [
        "The keyring cannot be used: ", "The keyring has ended before it had an answer. ",
      ]
      #expect(lines.contains { complaints.hasPrefix("tactile: " + $0) })
    }

    @Test func `P8 and says so while that asks the person`() throws {
      let bus = try SessionBusProcess()
      var keyring = try KeyringProcess(on: bus)
      let sitting = try submit(on: bus)
      try sitting.expectEnding(of: Program.colors.green)
      try keyring.ignorePrompts()
      try keyring.lock()
      let folder = try TemporaryFolder()
      var program = try startVerifying(in: folder, on: bus)
      try awaitQuestion(in: folder)
      program.send(SIGINT)
      #expect(try program.ending(within: .patience) == .killed(signal: SIGINT))
      try keyring.awaitPrompt()
      try sitting.fillForm()
      try sitting.hand.tap("Return")
      // Else it would fail by itself.
      try keyring.awaitPrompt()
      try sitting.expectGivenUp()
      // It has not been told to ask no more, at which gnome-keyring 42 ends.
      try keyring.lock()
      let isRunning = keyring.isRunning()
      #expect(isRunning)
    }

    @Test(arguments: [false, true])
    func `P8 and says so where the keyring ends while that asks the person, or the bus`(
      endsBus: Bool
    ) throws {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      let sitting = try submit(on: bus)
      try sitting.expectEnding(of: Program.colors.green)
      try keyring.ignorePrompts()
      try keyring.lock()
      let folder = try TemporaryFolder()
      var program = try startVerifying(in: folder, on: bus)
      try awaitQuestion(in: folder)
      if endsBus { bus.kill() } else { keyring.kill() }
      #expect(try program.ending(within: .patience) == .exited(1))
      let complaints = try contents(ofFile: "\(folder.path)/err")
      #expect(complaints.hasPrefix(Self.question))
      // GLib may complain of libsecret before or after it.
      #expect(complaints.contains("\ntactile: The keyring has ended before it had an answer. "))
    }

    @Test func `P8 and gives it up at Escape while its bus is mute`() throws {
      let bus = try SessionBusProcess()
      bus.freeze()
      let sitting = try submit(on: bus)
      try sitting.expectGivenUp()
    }

    @Test func `P8 and gives it up when it is closed while the keyring is mute`() throws {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      keyring.freeze()
      var sitting = try submit(on: bus)
      sitting.window.requestClose()
      #expect(try sitting.program.ending(within: .patience) == .exited(1))
      let line = "It was given up before the keyring had answered."
      #expect(try sitting.complaints() == "tactile: \(line)\n")
    }

    @Test func `P8 and ends without it where the keyring falls silent while it asks the person`()
      throws
    {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      try keyring.ignorePrompts()
      try keyring.lock()
      var sitting = try submit(on: bus)
      try keyring.awaitPrompt()
      keyring.freeze()
      sitting.window.requestClose()
      #expect(try sitting.program.ending(within: .patience) == .exited(1))
      let line = "It was given up before the keyring had answered."
      #expect(try sitting.complaints() == "tactile: \(line)\n")
    }
  }
}

extension Sitting {
  /// Presses Escape until a save has failed: the first may come before there is anything to give up.
  fileprivate func expectGivenUp() throws {
    try Deadline(after: .patience).poll(for: "the mark of a failure") {
      () throws(ScreenDriverError) in
      try hand.tap("Escape")
      try window.ping()
      return try window.screenshot().marks(Program.colors.red).count == 1 ? () : nil
    }
  }
}
