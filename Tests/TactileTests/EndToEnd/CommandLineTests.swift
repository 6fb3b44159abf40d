import ArgumentParser
import ScreenDriver
import TestSupport
import Testing

@testable import Tactile

extension `Tactile program` {
  @Suite struct `Command line` {
    @Test(
      arguments: TestScope.isComplete
        ? `Invalid command line`.mistakes : Array(`Invalid command line`.mistakes.prefix(3)))
    func `rejects an invalid option with one line that lists the valid values`(
      arguments: [String], words texts: [String]
    ) throws {
      let run = try Run(arguments)
      #expect(run.termination == .exited(2))
      #expect(run.output.isEmpty)
      #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
      for text in texts { #expect(run.errorOutput.contains(text), "\(run.errorOutput)") }
    }

    @Test(arguments: [nil, ":987"])
    func `reports a missing display in one line`(display: String?) throws {
      let run = try Run([], environment: display.map { ["DISPLAY": $0] } ?? [:])
      #expect(run.termination == .exited(3))
      #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
    }

    @Test(.onlyInAll("waits for a timeout"))
    func `reports a display that accepts a connection and does not answer`() throws {
      // The limit holds also for a program that starts with a blocked signal of timers.
      let server = """
        import os, signal, socket, subprocess, sys
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        server = socket.create_server(("127.0.0.1", 0))
        os.environ["DISPLAY"] = "127.0.0.1:%d" % (server.getsockname()[1] - 6000)
        sys.exit(subprocess.call(sys.argv[1:]))
        """
      let run = try Run(["askpass"], by: ["/usr/bin/env", "python3", "-c", server])
      #expect(run.termination == .exited(3))
      #expect(run.errorOutput == "tactile: the X server does not answer\n")

      // The program that asks on the terminal gets the options.
      let replaced = try Run(
        ["pinentry", "-g"], by: ["/usr/bin/env", "python3", "-c", server],
        environment: ["TACTILE_PINENTRY_FALLBACK": "/bin/echo"])
      #expect(replaced.termination == .exited(0) && replaced.output == "-g\n")
    }

    @Test func `prints its version`() throws {
      let run = try Run(["--version"])
      #expect(run.termination == .exited(0))
      #expect(run.output.contains(/^\d+\.\d+\.\d+\n$/), "\(run.output)")
    }

    @Test(
      arguments: [
        ["--version"], ["--help"], ["--generate-completion-script", "bash"], ["check"],
        ["pinentry", "--help"],
      ])
    func `fails if its text cannot be written`(arguments: [String]) throws {
      for (target, reason) in [("/dev/full", "No space left on device"), ("&-", "Bad file descriptor")] {
        let run = try Run(
          arguments, by: ["/bin/sh", "-c", "exec \"$0\" \"$@\" >\(target)"], input: Array("Passw0rd!".utf8))
        #expect(run.termination == .exited(1))
        #expect(run.errorOutput == "tactile: cannot write to standard output: \(reason)\n")
      }
    }

    @Test func `explains every option`() throws {
      let run = try Run(["--help"])
      #expect(run.termination == .exited(0))
      for subcommand in TactileCommand.configuration.subcommands {
        let command = try #require(subcommand.configuration.commandName)
        #expect(run.output.contains("  \(command) "))
        for arguments in [["help", command], [command, "--help"]] {
          #expect(try Run(arguments).output.contains("USAGE: tactile \(command)"))
        }
      }
      for option in `Invalid command line`.options {
        #expect(run.output.contains(option))
      }
    }
  }
}
