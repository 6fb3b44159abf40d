import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  /// The agent with polkit and PAM, in namespaces with a private system bus and an administrator with the password "right".
  @Suite(.needs(.polkit), .serialized) struct `Authentication by polkit` {
    /// Starts polkit, an agent, and a shell of the administrator that reads commands.
    private func start(_ fixture: borrowing DialogFixture) throws -> DialogClient {
      var shell = try fixture.start("\(repositoryRoot)/Tests/PolkitMachine/machine.sh", [Program.path])
      #expect(try shell.line() == "ready")
      return shell
    }

    @Test func `accepts right passwords, refuses wrong ones, and ends with the program that needs it`() throws
    {
      let fixture = try DialogFixture()
      var shell = try start(fixture)
      shell.send("pkexec\nresult\n")
      var dialog = try fixture.dialog()
      try dialog.answer("wrong")
      try dialog.waitForErrors()
      try dialog.waitUntilAccepting()
      try dialog.answer("right")
      #expect(try shell.line() == "root" && shell.line() == "0")

      shell.send("pkcheck\nresult\n")
      dialog = try fixture.dialog(after: dialog)
      try dialog.answer("right")
      #expect(try shell.line() == "0")

      shell.send("pkexec\nresult\n")
      dialog = try fixture.dialog(after: dialog)
      try dialog.input.tap("Escape")
      #expect(try shell.line() == "126")
      shell.send("pkcheck\nresult\n")
      dialog = try fixture.dialog(after: dialog)
      dialog.window.requestClose()
      #expect(try shell.line() == "3")

      shell.send("pkexec\n")
      dialog = try fixture.dialog(after: dialog)
      try dialog.input.type("unfinished")
      shell.send("kill\nresult\n")
      #expect(try shell.line() == "143")
      try dialog.waitForClose()

      shell.send("pkexec\nresult\n")
      dialog = try fixture.dialog(after: dialog)
      for attempt in 1...3 {
        try dialog.answer("wrong")
        guard attempt < 3 else { break }
        // PAM delays its answer to a wrong password.
        try dialog.waitForErrors(0)
        try dialog.waitForErrors()
        try dialog.waitUntilAccepting()
      }
      #expect(try shell.line() == "127")
    }

    @Test(.needs(.program("pkttyagent")))
    func `gives programs the same results as pkttyagent, the agent of polkit`() throws {
      let fixture = try DialogFixture()
      var shell = try start(fixture)
      // pkttyagent accepts one answer to each request.
      let requests = [
        ("pkcheck", "wrong", 3), ("pkexec", "wrong", 3), ("pkcheck", "right", 1), ("pkexec", "right", 1),
      ]
      var results: [[String]] = []
      var last: OpenDialog?
      for (command, answer, attempts) in requests {
        shell.send("\(command)\nresult\n")
        let dialog = try fixture.dialog(after: last)
        for attempt in 1...attempts {
          try dialog.answer(answer)
          guard attempt < attempts else { break }
          try dialog.waitForErrors(0)
          try dialog.waitForErrors()
          try dialog.waitUntilAccepting()
        }
        results.append(try Self.result(&shell))
        last = dialog
      }
      #expect(results == [["1"], ["127"], ["0"], ["root", "0"]])

      shell.send("terminal \(requests.map(\.1).joined(separator: " "))\n")
      for (index, (command, _, _)) in requests.enumerated() {
        shell.send("\(command)\nresult\n")
        #expect(try Self.result(&shell) == results[index])
      }
    }

    /// Returns the output of a command up to its exit status.
    private static func result(_ shell: inout DialogClient) throws -> [String] {
      var lines: [String] = []
      repeat { lines.append(try #require(try shell.line())) } while lines.last.flatMap(Int.init) == nil
      return lines
    }
  }
}
