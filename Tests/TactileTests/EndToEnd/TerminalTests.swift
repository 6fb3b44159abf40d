import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Tactile

extension `Tactile program` {
  @Suite final class `Password prompt` {
    private let terminal: Terminal
    private let directory: TemporaryDirectory

    init() throws {
      terminal = try Terminal()
      directory = try TemporaryDirectory()
    }

    private func start() throws -> ChildProcess {
      let program = try ChildProcess(
        Program.path, ["check", "--policy", "original-6"],
        environment: ChildProcess.privateEnvironment(in: directory.path),
        redirections: [
          .descriptor(terminal.programSide, as: 0), .descriptor(terminal.programSide, as: 1),
          .descriptor(terminal.programSide, as: 2),
        ])
      try terminal.waitUntil(echoes: false)
      return program
    }

    @Test func `does not echo the password`() throws {
      var program = try start()
      terminal.type("Tul1ps!\n")
      #expect(try program.waitForExit(within: .defaultTimeout) == .exited(0))
      let echoes = terminal.echoes
      #expect(echoes)
      let output = try terminal.output(waitingFor: "Replacing")
      #expect(output.hasPrefix("Password: \r\n✓ At least 6 characters\r\n"), "\(output)")
      #expect(!output.contains("Tul1ps!"))
    }

    @Test func `accepts the end of the input`() throws {
      var program = try start()
      terminal.type("\u{4}")
      #expect(try program.waitForExit(within: .defaultTimeout) == .exited(1))
      let echoes = terminal.echoes
      #expect(echoes)
      _ = try terminal.output(waitingFor: "✗ At least 6 characters")
    }

    @Test(.onlyInAll("rare use"), arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `restores the terminal when a signal ends the program`(signal: Int32) throws {
      var program = try start()
      program.send(signal)
      #expect(try program.waitForExit(within: .defaultTimeout) == .killed(signal: signal))
      let echoes = terminal.echoes
      #expect(echoes)
    }

    @Test(.onlyInAll("rare use")) func `disables core dumps`() throws {
      let program = try start()
      let limits = try contents(ofFile: "/proc/\(program.pid)/limits")
      #expect(limits.contains(/Max core file size\s+0\s+0\s/), "\(limits)")
    }

    /// Starts a shell with job control in the terminal.
    ///
    /// - Parameter script: The commands of the shell. `$0` is the program.
    private func startShell(_ script: String) throws -> ChildProcess {
      let untilStopped = """
        until [[ $(< "/proc/$(jobs -p)/stat") == *") T "* ]]; do sleep 0.01; done
        echo waiting; read -r line; echo "read $line"; fg
        """
      return try ChildProcess(
        "setsid",
        ["--ctty", "--wait", "bash", "-c", "set -m\n\(script)\n\(untilStopped)", Program.path],
        environment: ChildProcess.privateEnvironment(in: directory.path),
        redirections: [
          .descriptor(terminal.programSide, as: 0), .descriptor(terminal.programSide, as: 1),
          .descriptor(terminal.programSide, as: 2),
        ])
    }

    @Test(.onlyInAll("rare use"), arguments: [false, true])
    func `does not change the terminal during a background job`(isStoppedFirst: Bool) throws {
      let program = "\"$0\" check --policy original-6"
      var shell = try startShell(isStoppedFirst ? "\(program)\nbg" : "\(program) &")
      if isStoppedFirst {
        try terminal.waitUntil(echoes: false)
        // Ctrl+Z
        terminal.type("\u{1A}")
      }
      _ = try terminal.output(waitingFor: "waiting")
      let echoes = terminal.echoes
      #expect(echoes)
      terminal.type("x\n")
      _ = try terminal.output(waitingFor: "read x")
      try terminal.waitUntil(echoes: false)
      terminal.type("Tul1ps!\n")
      let output = try terminal.output(waitingFor: "Replacing")
      #expect(!output.contains("Tul1ps!"))
      #expect(try shell.waitForExit(within: .defaultTimeout) == .exited(0))
      try terminal.waitUntil(echoes: true)
    }

    @Test(.onlyInAll("rare use"), arguments: [SIGTSTP, SIGTTIN, SIGTTOU])
    func `continues after the program was stopped`(signal: Int32) throws {
      // The kernel stops only a process that a shell can continue.
      var shell = try startShell("\"$0\" check --policy original-6 & echo \"pid $!.\"; fg")
      let started = try terminal.output(waitingFor: ".\r\n")
      let pid = try #require(started.firstMatch(of: /pid (\d+)\./).flatMap { Int32($0.1) })
      try terminal.waitUntil(echoes: false)
      kill(pid, signal)
      _ = try terminal.output(waitingFor: "waiting")
      try terminal.waitUntil(echoes: true)
      terminal.type("x\n")
      _ = try terminal.output(waitingFor: "read x")
      try terminal.waitUntil(echoes: false)
      terminal.type("Tul1ps!\n")
      #expect(try shell.waitForExit(within: .defaultTimeout) == .exited(0))
    }
  }
}
