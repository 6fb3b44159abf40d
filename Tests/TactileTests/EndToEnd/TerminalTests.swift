import Glibc
import ScreenDriver
import Testing

@testable import Tactile

extension `The program` {
  @Suite final class `asks for a password at a terminal` {
    private let terminal: Terminal
    private let folder: TemporaryFolder

    init() throws {
      terminal = try Terminal()
      folder = try TemporaryFolder()
    }

    private func start() throws -> ChildProcess {
      let program = try ChildProcess(
        Program.path, ["check", "--policy", "seed0"],
        environment: ChildProcess.privateEnvironment(in: folder.path),
        redirections: [
          .descriptor(terminal.line, as: 0), .descriptor(terminal.line, as: 1),
          .descriptor(terminal.line, as: 2),
        ])
      try terminal.waitUntil(echoes: false)
      return program
    }

    @Test func `and shows nothing of it`() throws {
      var program = try start()
      terminal.type("Tul1ps!\n")
      #expect(try program.ending(within: .seconds(10)) == .exited(0))
      let echoes = terminal.echoes
      #expect(echoes)
      let picture = try terminal.picture(waitingFor: "Look-alikes")
      #expect(picture.hasPrefix("Password: \r\n✓ At least 6 characters\r\n"), "\(picture)")
      #expect(!picture.contains("Tul1ps!"))
    }

    @Test func `that may be the end of the input`() throws {
      var program = try start()
      terminal.type("\u{4}")
      #expect(try program.ending(within: .seconds(10)) == .exited(1))
      let echoes = terminal.echoes
      #expect(echoes)
      _ = try terminal.picture(waitingFor: "✗ At least 6 characters")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `and leaves it as it was when it is ended`(signal: Int32) throws {
      var program = try start()
      program.send(signal)
      #expect(try program.ending(within: .seconds(10)) == .killed(signal: signal))
      let echoes = terminal.echoes
      #expect(echoes)
    }

    @Test func `and lets nobody write its memory to a file`() throws {
      let program = try start()
      let limits = try contents(ofFile: "/proc/\(program.pid)/limits")
      #expect(limits.contains(/Max core file size\s+0\s+0\s/), "\(limits)")
    }

    @Test func `and goes on where it was stopped`() throws {
      var program = try start()
      program.send(SIGTSTP)
      try terminal.waitUntil(echoes: true)
      program.send(SIGCONT)
      try terminal.waitUntil(echoes: false)
      terminal.type("Tul1ps!\n")
      #expect(try program.ending(within: .seconds(10)) == .exited(0))
    }
  }
}
