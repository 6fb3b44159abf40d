import Controls
import Glibc
import PasswordForm
import Prompts
import ScreenDriver
import Secrets
import TestSupport
import Testing
import Toolkit

@testable import System
@testable import Tactile

extension `Tactile program` {
  /// The traces of a passphrase in the memory of a dialog's process.
  @Suite(.needs(.memory)) struct `Passphrase of a dialog in memory` {
    @Test(arguments: ["askpass", "new-password"])
    func `is in locked pages only while it is typed`(command: String) throws {
      let password = SearchedProcess.randomPassword()
      let fixture = try DialogFixture()
      var client = try fixture.startProgram([command])
      let dialog = try fixture.dialog()
      try dialog.input.type(password)
      try dialog.expectGuarded(password, "typed")
      try dialog.input.tap("v", with: [.alt])
      try dialog.expectGuarded(password, "shown")
      if command == "new-password" {
        try dialog.input.tap("Return")
        try dialog.input.type(password)
        try dialog.expectGuarded(password, "typed twice")
      }
      try dialog.input.tap("Return")
      #expect(try client.result().output == password + "\n")
    }

    @Test(.needs(.program("strace")))
    func `is written by one call, after other processes of the user cannot inspect it`() throws {
      let fixture = try DialogFixture()
      let trace = "\(fixture.path)/trace"
      var client = try fixture.start(
        "strace", ["-o", trace, "-e", "trace=write,prctl", Program.path, "askpass", "A"])
      try fixture.dialog().answer("right")
      #expect(try client.result().output == "right\n")
      let order = #/prctl\(PR_SET_DUMPABLE, SUID_DUMP_DISABLE\) += 0\n[^"]*write\(1, "right\\n", 6\) += 6\n/#
      #expect(try contents(ofFile: trace).contains(order))
    }

    @Test func `is nowhere after pinentry has returned it, or was cancelled`() throws {
      let fixture = try DialogFixture()
      var client = try fixture.start(fixture.pinentry)
      _ = try client.reply()
      let process = SearchedProcess(pid: client.process.pid)
      var last: OpenDialog?
      for end in ["accepted", "cancelled", "closed", "refused"] {
        let password = SearchedProcess.randomPassword()
        // An accepted dialog stays open for the same question.
        #expect(try client.request("SETDESC \(end)") == ["OK"])
        client.send("GETPIN\n")
        var dialog = try fixture.dialog(after: last)
        try dialog.input.type(password)
        try dialog.expectGuarded(password, "typed")
        switch end {
        case "cancelled": try dialog.input.tap("Escape")
        case "closed": dialog.window.requestClose()
        default: try dialog.input.tap("Return")
        }
        _ = try client.reply()
        #expect(try client.request("NOP") == ["OK"])
        try process.expectAbsent(password, "\(end)")
        last = dialog
        guard end == "refused" else { continue }
        #expect(try client.request("SETERROR Bad passphrase") == ["OK"])
        client.send("GETPIN\n")
        // The search takes time in which the dialog may close.
        dialog = try fixture.dialogWithError(after: dialog)
        last = dialog
        try process.expectAbsent(password, "asked again")
        try dialog.input.type(password)
        try dialog.expectGuarded(password, "typed again")
        try dialog.input.tap("Return")
        _ = try client.reply()
        // Also after the window is closed.
        try dialog.waitForClose()
        try process.expectAbsent(password, "accepted")
      }
    }

    @Test func `is nowhere after pinentry has asked the client about it`() throws {
      let fixture = try DialogFixture()
      var client = try fixture.start(fixture.pinentry)
      _ = try client.reply()
      let process = SearchedProcess(pid: client.process.pid)
      let password = SearchedProcess.randomPassword()
      for request in ["OPTION constraints-enforce", "SETQUALITYBAR", "SETREPEAT", "SETGENPIN"] {
        #expect(try client.request(request) == ["OK"])
      }
      client.send("GETPIN\n")
      let dialog = try fixture.dialog()
      try dialog.input.type(password)
      #expect(try client.reply().last?.hasPrefix("INQUIRE QUALITY ") == true)
      client.send("D 100\nEND\n")
      try dialog.expectGuarded(password, "rated")
      try dialog.input.tap("Return")
      try dialog.answer(password)
      var inquiry = try client.reply()
      while inquiry.last?.hasPrefix("INQUIRE QUALITY") == true {
        client.send("END\n")
        inquiry = try client.reply()
      }
      #expect(inquiry.last?.hasPrefix("INQUIRE CHECKPIN ") == true)
      // An indicator moves while the dialog waits for the client.
      try process.expectGuarded(password, "checked")
      client.send("END\nEND\n")
      #expect(try client.reply().last == "OK")
      #expect(try client.request("NOP") == ["OK"])
      try process.expectAbsent(password, "accepted")
    }

    /// The user cancels before or accepts after the client has generated it.
    @Test(arguments: [false, true])
    func `is nowhere after pinentry has returned one that the client has generated`(isCancelled: Bool) throws
    {
      let fixture = try DialogFixture()
      var client = try fixture.start(fixture.pinentry)
      _ = try client.reply()
      let password = SearchedProcess.randomPassword()
      for request in ["SETREPEAT", "SETGENPIN"] { #expect(try client.request(request) == ["OK"]) }
      client.send("GETPIN\n")
      let dialog = try fixture.dialog()
      try dialog.input.tap("Tab", times: 4)
      try dialog.input.tap("space")
      #expect(try client.reply() == ["INQUIRE GENPIN"])
      if isCancelled { try dialog.tap("Escape") }
      client.send("D \(password.replacing("%", with: "%25"))\nEND\n")
      if isCancelled {
        #expect(try client.reply().last?.hasPrefix("ERR") == true)
      } else {
        try dialog.window.ping()
        try dialog.expectGuarded(password, "generated")
        try dialog.input.tap("o", with: [.alt])
        #expect(try client.reply().count == 3)
      }
      #expect(try client.request("NOP") == ["OK"])
      try SearchedProcess(pid: client.process.pid).expectAbsent(password, "accepted")
    }

    @Test(.needs(.keyring)) func `is nowhere after pinentry has stored it in a keyring and found it there`()
      throws
    {
      let fixture = try DialogFixture()
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      let password = SearchedProcess.randomPassword()
      for isStored in [false, true] {
        var client = try fixture.start(fixture.pinentry, with: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        _ = try client.reply()
        for request in ["OPTION allow-external-password-cache", "SETKEYINFO n/0123456789ABCDEF"] {
          #expect(try client.request(request) == ["OK"])
        }
        client.send("GETPIN\n")
        if !isStored {
          let dialog = try fixture.dialog()
          try dialog.input.type(password)
          try dialog.input.tap("Tab", times: 2)
          try dialog.input.tap("space")
          try dialog.input.tap("Tab", with: [.shift], times: 2)
          try dialog.input.tap("Return")
        }
        let lines = try client.reply()
        #expect(lines.first == (isStored ? "S PASSWORD_FROM_CACHE" : lines.first) && lines.last == "OK")
        // The thread that talks to the keyring may still be busy.
        let process = SearchedProcess(pid: client.process.pid)
        if !isStored {
          try Deadline(after: .defaultTimeout).poll(for: "the stored passphrase") {
            () throws(ScreenDriverError) in try keyring.contents().isEmpty ? nil : ()
          }
          try fixture.waitForNoDialog()
        }
        #expect(try client.request("NOP") == ["OK"])
        try process.expectAbsent(password, isStored ? "found" : "stored")
      }
    }

    @Test(.needs(.systemdQuestions))
    func `is nowhere after the agent has answered, cancelled or dropped a question`() throws {
      let questions = try SystemdQuestionUse()
      defer { withExtendedLifetime(questions) {} }
      let fixture = try DialogFixture()
      let agent = try fixture.startProgram(["ask-password-agent"])
      let process = SearchedProcess(pid: agent.process.pid)
      var last: OpenDialog?
      for end in ["answered", "cancelled", "dropped"] {
        let password = SearchedProcess.randomPassword()
        var client = try fixture.start(
          "systemd-ask-password", ["--no-tty", "--timeout=20", "Text"])
        client.closeInput()
        let dialog = try fixture.dialog(after: last)
        try dialog.input.type(password)
        try dialog.expectGuarded(password, "typed")
        switch end {
        case "answered": try dialog.input.tap("Return")
        case "cancelled": try dialog.input.tap("Escape")
        default: client.process.send(SIGTERM)
        }
        let result = try client.result()
        #expect(result.output == (end == "answered" ? password + "\n" : ""))
        try dialog.waitForClose()
        try process.expectAbsent(password, "\(end)")
        last = dialog
      }
    }
  }
}

extension OpenDialog {
  /// Expects a password in guarded pages of the dialog's process, and nowhere else.
  fileprivate func expectGuarded(_ password: String, _ comment: Comment) throws {
    _ = try window.settledScreenshot()
    try SearchedProcess(pid: pid).expectGuarded(password, comment)
  }
}

@Suite(.serialized) struct `Dialog in this process` {
  @Test(arguments: [false, true])
  func `is freed when it has ended, which wipes its passphrase`(isNew: Bool) throws {
    let display = try VirtualDisplay(windowManager: .none)
    var settings = DialogSettings()
    settings.display = display.name
    let session = try DialogSession(settings)
    weak var last: AnyObject?
    if isNew {
      let dialog = try NewPasswordDialog(.default, storage: nil, in: session)
      try dialog.open(message: nil)
      last = dialog
    } else {
      let dialog = try PassphraseDialog(
        .init(label: "Password"), title: "", message: "", buttons: [session.ok], grabsKeyboard: false,
        in: session
      ) { _, _ in }
      last = dialog
    }
    #expect(last != nil)
    session.finish(0)
    #expect(session.run() == 0 && last == nil)
  }

  /// A process decides when its memory can be read.
  @Test func `shows commands that are read late, and opens without them`() throws {
    let display = try VirtualDisplay(windowManager: .none)
    var settings = DialogSettings()
    settings.display = display.name
    let gate = Semaphore()
    let session = try DialogSession(settings) { process in
      gate.wait()
      var process = process
      process.words = ["late", "\(process.id)"]
      return process
    }
    session.requester = Requester(of: getpid())
    let count = session.requester.unread.count
    let controls = ControlGroup<Void>(.column(), in: session.environment)
    let (content, _) = try session.open(title: "", message: "", showing: controls, buttons: [session.ok]) {
      _, _ in []
    }
    var details: [String] = []
    let origin = try #require(content.origin)
    content.onAppear = {
      details.append(origin.control.details)
      for _ in 0..<count { gate.signal() }
    }
    session.onCommandRead = {
      details.append(origin.control.details)
      if session.requester.unread.isEmpty { session.finish(0) }
    }
    #expect(session.run() == 0)
    // Each command replaces the note that it is not read.
    let unread = details.map {
      $0.split(separator: "(command not read)", omittingEmptySubsequences: false).count - 1
    }
    #expect(count > 0 && unread == (0...count).reversed(), "\(details)")
    #expect(details.last?.contains(": “late \(getpid())”") == true, "\(details)")
  }
}

/// The access of other processes of the user to a process of the program.
extension `Tactile program` {
  @Suite struct `Process with a password` {
    /// Starts a program without the capabilities of root, of which several allow to read the memory of others.
    private func start(_ words: [String], in fixture: borrowing DialogFixture) throws -> DialogClient {
      let command = (geteuid() == 0 ? ["setpriv", "--bounding-set=-all"] : []) + words
      return try fixture.start(command[0], Array(command.dropFirst()))
    }

    /// Returns whether another process can read what needs the permission to trace (proc(5)).
    private func canRead(_ process: Int32, in fixture: borrowing DialogFixture) throws -> Bool {
      var reader = try start(["cat", "/proc/\(process)/environ"], in: fixture)
      reader.closeInput()
      let result = try reader.result()
      if result.termination == .exited(0) { return true }
      #expect(result.errors.contains("Permission denied"), "\(result)")
      return false
    }

    @Test(arguments: [["askpass", "A"], ["new-password"], ["pinentry"]])
    func `cannot be read by others after its first character, and leaves no core file`(arguments: [String])
      throws
    {
      let fixture = try DialogFixture()
      var client = try start([Program.path] + arguments, in: fixture)
      if arguments == ["pinentry"] {
        _ = try client.reply()
        client.send("GETPIN\n")
      }
      let dialog = try fixture.dialog()
      let process = client.process.pid
      let limits = try contents(ofFile: "/proc/\(process)/limits").split(separator: "\n")
      let core = try #require(limits.first { $0.hasPrefix("Max core file size") })
      #expect(core.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
      #expect(try canRead(process, in: fixture), "the test can read it before")
      try dialog.input.type("a")
      _ = try dialog.window.settledScreenshot()
      #expect(try !canRead(process, in: fixture))
      client.process.send(SIGTERM)
    }
  }
}
