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
      for option in `A wrong command line`.options {
        #expect(run.output.contains(option))
      }
    }
  }
}

/// What the program did without any display.
private struct Run {
  let ending: ChildProcess.Ending
  let output: String
  let complaints: String

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let folder = try TemporaryFolder()
    var program = try ChildProcess(
      Program.path, arguments,
      environment: ChildProcess.privateEnvironment(in: folder.path).merging(environment) { $1 },
      redirections: [.file("\(folder.path)/out", as: 1), .file("\(folder.path)/err", as: 2)])
    ending = try program.ending(within: .seconds(10))
    output = try contents(ofFile: "\(folder.path)/out")
    complaints = try contents(ofFile: "\(folder.path)/err")
  }
}
