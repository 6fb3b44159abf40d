import ScreenDriver
import Testing

extension `The program` {
  @Suite struct `has a command line` {
    @Test(arguments: `A wrong command line`.mistakes)
    func `that refuses a wrong option in one line, and says what is allowed`(
      arguments: [String], words: [String]
    ) throws {
      let run = try Run(arguments)
      #expect(run.ending == .exited(2))
      #expect(run.output.isEmpty)
      #expect(run.complaints.split(separator: "\n").count == 1, "\(run.complaints)")
      for word in words { #expect(run.complaints.contains(word), "\(run.complaints)") }
    }

    @Test(arguments: [nil, ":987"])
    func `that says in one line that there is no display`(display: String?) throws {
      let run = try Run([], environment: display.map { ["DISPLAY": $0] } ?? [:])
      #expect(run.ending == .exited(3))
      #expect(run.complaints.split(separator: "\n").count == 1, "\(run.complaints)")
    }

    @Test func `that tells its version`() throws {
      let run = try Run(["--version"])
      #expect(run.ending == .exited(0))
      #expect(run.output.contains(/^\d+\.\d+\.\d+\n$/), "\(run.output)")
    }

    @Test func `that explains every option`() throws {
      let run = try Run(["--help"])
      #expect(run.ending == .exited(0))
      for command in ["check", "verify"] {
        #expect(run.output.contains("  \(command) "))
        #expect(try Run(["help", command]).output.contains("USAGE: tactile \(command)"))
      }
      for option in `A wrong command line`.options {
        #expect(run.output.contains(option))
      }
    }
  }
}
