import Glibc
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  /// The agent with `systemd-ask-password`, in the directory of the system.
  @Suite(.needs(.systemdQuestions), .serialized) struct `Answers to systemd` {
    private func ask(_ text: String, timeout: Int = 20, _ fixture: borrowing DialogFixture) throws
      -> DialogClient
    {
      var client = try fixture.start(
        "systemd-ask-password",
        ["--no-tty", "--timeout=\(timeout)", "--id=test:\(getpid())", text])
      client.closeInput()
      return client
    }

    /// Waits until the directory contains a question.
    private func waitForQuestion() throws {
      try Deadline(after: .defaultTimeout).poll(for: "the question") {
        (try? names(inDirectory: "/run/systemd/ask-password"))?.contains { $0.hasPrefix("ask.") } == true
          ? () : nil
      }
    }

    @Test(.onlyInAll("waits for timeouts"))
    func `have no timeout after they were given, unlike questions without an answer`() throws {
      let questions = try SystemdQuestionUse()
      defer { withExtendedLifetime(questions) {} }
      let fixture = try DialogFixture()
      var answered = try ask("First", fixture)
      try waitForQuestion()
      // On a busy machine, the answer takes seconds.
      var agent = try fixture.startProgram(["ask-password-agent", "--timeout", "10"])
      try fixture.dialog().answer("yes")
      #expect(try answered.result().output == "yes\n")
      // The timeout of a later question ends later.
      var unanswered = try ask("Second", fixture)
      #expect(try unanswered.result().termination == .exited(1))
      agent.process.send(SIGTERM)
      let end = try agent.result()
      #expect(end.termination == .exited(0) && end.errors.isEmpty, "\(end)")
    }

    @Test func `answers, cancels and drops questions one after the other`() throws {
      let questions = try SystemdQuestionUse()
      defer { withExtendedLifetime(questions) {} }
      let fixture = try DialogFixture()
      // A question that was there before the agent.
      var first = try ask("First", fixture)
      try waitForQuestion()
      var agent = try fixture.startProgram(["ask-password-agent"])
      let dialog = try fixture.dialog()
      var second = try ask("Second", fixture)
      try dialog.answer("caf\u{E9} 100%")
      let answered = try first.result()
      #expect(answered.termination == .exited(0) && answered.output == "caf\u{E9} 100%\n", "\(answered)")

      try fixture.dialog(after: dialog).input.tap("Escape")
      let cancelled = try second.result()
      #expect(cancelled.termination == .exited(1) && cancelled.output.isEmpty, "\(cancelled)")
      try fixture.waitForNoDialog()

      // The dialog must open before, also on a busy machine.
      var expired = try ask("Third", timeout: 10, fixture)
      let third = try fixture.dialog()
      try third.input.type("unfinished")
      #expect(try expired.result().termination == .exited(1))
      try third.waitForClose()

      // The process that asks is killed, and does not remove its question.
      var killed = try ask("Fourth", fixture)
      _ = try fixture.dialog(after: third)
      killed.process.send(SIGKILL)
      _ = try killed.process.waitForExit(within: .defaultTimeout)
      try fixture.waitForNoDialog()

      agent.process.send(SIGTERM)
      let end = try agent.result()
      #expect(end.termination == .exited(0) && end.output.isEmpty && end.errors.isEmpty, "\(end)")
    }
  }

  /// The agent with questions in a directory of the test, whose sockets it may have no permission for.
  @Suite final class `Systemd agent without permissions` {
    private let fixture: DialogFixture

    init() throws {
      fixture = try DialogFixture()
      try #require(mkdir(directory, 0o700) == 0 && mkdir(tools, 0o700) == 0)
    }

    private var directory: String { "\(fixture.path)/questions" }
    /// The directory for `pkexec`.
    private var tools: String { "\(fixture.path)/tools" }

    /// Starts the agent without the right of root to ignore the modes of files.
    private func start(in directory: String? = nil, path: String) throws -> DialogClient {
      let command = (geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override"] : []) + [Program.path]
      let arguments = ["ask-password-agent", "--directory", directory ?? self.directory]
      return try fixture.start(command[0], command.dropFirst() + arguments, with: ["PATH": path])
    }

    /// Writes a question.
    ///
    /// - Parameter mode: The permissions of the file in the place of its socket. The kernel checks them first.
    /// - Returns: The path of that file.
    private func ask(_ name: String, mode: mode_t = 0) throws -> String {
      let socket = "\(directory)/sck.\(name)"
      try write("", toFile: socket)
      chmod(socket, mode)
      try write("[Ask]\nMessage=\(name)\nSocket=\(socket)\n", toFile: "\(directory)/ask.\(name)")
      return socket
    }

    private func end(_ agent: inout DialogClient, errors: String = "") throws {
      agent.process.send(SIGTERM)
      let result = try agent.result()
      #expect(result == .init(termination: .exited(0), output: "", errors: errors))
    }

    @Test(arguments: [("file", "Not a directory"), ("closed/a/b", "Permission denied")])
    func `ends if it cannot create or watch the directory`(name: String, reason: String) throws {
      try write("", toFile: "\(fixture.path)/file")
      mkdir("\(fixture.path)/closed", 0o500)
      let path = "\(fixture.path)/\(name)"
      var agent = try start(in: path, path: tools)
      let error = "tactile: cannot create or watch the directory '\(path)': \(reason)\n"
      let result = try agent.result()
      #expect(result == .init(termination: .exited(1), output: "", errors: error))
    }

    @Test(arguments: [
      (mode_t(0o600), mode_t?.none, "Connection refused"),
      (0, nil, "Permission denied; install polkit to answer as this user"),
      (0, 0o600, "Permission denied; cannot use 'pkexec': Permission denied"),
    ])
    func `reports why it cannot send a reply`(mode: mode_t, pkexecMode: mode_t?, reason: String) throws {
      if let pkexecMode {
        try write("#!/bin/sh\n", toFile: "\(tools)/pkexec")
        chmod("\(tools)/pkexec", pkexecMode)
      }
      let socket = try ask("First", mode: mode)
      var agent = try start(path: tools)
      try fixture.dialog().answer("yes")
      try fixture.waitForNoDialog()
      try end(&agent, errors: "tactile: cannot send the reply to '\(socket)': \(reason)\n")
    }

    @Test(arguments: [0, 127])
    func `starts pkexec with a password that it may not send, but not to cancel`(status: Int) throws {
      let (reply, helpers) = ("\(fixture.path)/reply", "\(fixture.path)/helpers")
      try write(
        """
        #!/bin/sh
        echo "$$ $*" >> '\(helpers)'
        cat > '\(reply).new'
        mv '\(reply).new' '\(reply)'
        exit \(status)

        """, toFile: "\(tools)/pkexec")
      chmod("\(tools)/pkexec", 0o700)
      _ = try ask("1")
      var agent = try start(path: "\(tools):\(fixture.environment["PATH", default: ""])")
      let first = try fixture.dialog()
      let socket = try ask("2")
      try first.input.tap("Escape")
      let second = try fixture.dialog(after: first)
      _ = try ask("3")
      try second.answer("caf\u{E9} 100%")
      _ = try fixture.dialog(after: second)
      let deadline = Deadline(after: .defaultTimeout)
      try deadline.poll(for: "the reply") { access(reply, F_OK) == 0 ? () : nil }
      #expect(try contents(ofFile: reply) == "caf\u{E9} 100%")
      let line = try contents(ofFile: helpers)
      let helper = try #require(Int32(line.prefix { $0 != " " }))
      #expect(line == "\(helper) /lib/systemd/systemd-reply-password 1 \(socket)\n")
      // The agent reads the exit status: otherwise the helper exists until the agent ends.
      try deadline.poll(for: "the end of the helper") { kill(helper, 0) == 0 ? nil : () }
      let error =
        "tactile: cannot send the reply to '\(socket)': Permission denied; 'pkexec' has ended with status 127\n"
      try end(&agent, errors: status == 0 ? "" : error)
    }
  }
}

/// The use of the directory of questions, which belongs to the machine, by one test at a time. It ends with this value.
final class SystemdQuestionUse {
  private let lock: Int32

  /// Waits until no other test uses the directory, also of another test run.
  init() throws {
    let lock = open("/run/lock/tactile-systemd-questions", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    self.lock = lock
    try Deadline(after: .seconds(600)).poll(for: "other tests of systemd", every: .milliseconds(50)) {
      flock(lock, LOCK_EX | LOCK_NB) == 0 ? () : nil
    }
  }

  deinit { close(lock) }
}
