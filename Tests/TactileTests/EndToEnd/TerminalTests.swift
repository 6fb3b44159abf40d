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
      #expect(try program.ending(within: .patience) == .exited(0))
      let echoes = terminal.echoes
      #expect(echoes)
      let picture = try terminal.picture(waitingFor: "Look-alikes")
      #expect(picture.hasPrefix("Password: \r\n✓ At least 6 characters\r\n"), "\(picture)")
      #expect(!picture.contains("Tul1ps!"))
    }

    @Test func `that may be the end of the input`() throws {
      var program = try start()
      terminal.type("\u{4}")
      #expect(try program.ending(within: .patience) == .exited(1))
      let echoes = terminal.echoes
      #expect(echoes)
      _ = try terminal.picture(waitingFor: "✗ At least 6 characters")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `and leaves it as it was when it is ended`(signal: Int32) throws {
      var program = try start()
      program.send(signal)
      #expect(try program.ending(within: .patience) == .killed(signal: signal))
      let echoes = terminal.echoes
      #expect(echoes)
    }

    @Test func `and lets nobody write its memory to a file`() throws {
      let program = try start()
      let limits = try contents(ofFile: "/proc/\(program.pid)/limits")
      #expect(limits.contains(/Max core file size\s+0\s+0\s/), "\(limits)")
    }

    /// Starts a shell that has the terminal, and jobs in it.
    ///
    /// - Parameter script: Its `$0` is the program.
    private func startShell(_ script: String) throws -> ChildProcess {
      let untilStopped = """
        until [[ $(< "/proc/$(jobs -p)/stat") == *") T "* ]]; do sleep 0.01; done
        echo waiting; read -r line; echo "read $line"; fg
        """
      return try ChildProcess(
        "setsid",
        ["--ctty", "--wait", "bash", "-c", "set -m\n\(script)\n\(untilStopped)", Program.path],
        environment: ChildProcess.privateEnvironment(in: folder.path),
        redirections: [
          .descriptor(terminal.line, as: 0), .descriptor(terminal.line, as: 1),
          .descriptor(terminal.line, as: 2),
        ])
    }

    @Test(arguments: [false, true])
    func `but leaves it alone while it is a job in the background`(isStoppedFirst: Bool) throws {
      let program = "\"$0\" check --policy seed0"
      var shell = try startShell(isStoppedFirst ? "\(program)\nbg" : "\(program) &")
      if isStoppedFirst {
        try terminal.waitUntil(echoes: false)
        // Ctrl+Z
        terminal.type("\u{1A}")
      }
      _ = try terminal.picture(waitingFor: "waiting")
      let echoes = terminal.echoes
      #expect(echoes)
      terminal.type("x\n")
      _ = try terminal.picture(waitingFor: "read x")
      try terminal.waitUntil(echoes: false)
      terminal.type("Tul1ps!\n")
      let picture = try terminal.picture(waitingFor: "Look-alikes")
      #expect(!picture.contains("Tul1ps!"))
      #expect(try shell.ending(within: .patience) == .exited(0))
      try terminal.waitUntil(echoes: true)
    }

    @Test(arguments: [SIGTSTP, SIGTTIN, SIGTTOU])
    func `and goes on where it was stopped`(signal: Int32) throws {
      var program = try start()
      program.send(signal)
      try terminal.waitUntil(echoes: true)
      program.send(SIGCONT)
      try terminal.waitUntil(echoes: false)
      terminal.type("Tul1ps!\n")
      #expect(try program.ending(within: .patience) == .exited(0))
    }
  }
}
