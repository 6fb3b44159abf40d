import DBus
import Glibc
import Scene
import ScreenDriver
import System
import TestSupport
import Testing

@testable import Tactile

extension `Tactile program` {
  /// The agent with a fake polkit, whose helper accepts the password "right".
  @Suite(.serialized) struct `Answers to polkit` {
    @Test func `authenticate the user by a right password, or show how many attempts remain`() throws {
      let polkit = try FakePolkit()
      var agent = try polkit.startAgent()
      let right = try polkit.begin("a")
      var dialog = try polkit.dialog(asking: "a")
      try dialog.answer("right")
      #expect(try polkit.outcome(of: right) == "success")

      let corrected = try polkit.begin("b")
      dialog = try polkit.dialog(asking: "b", after: dialog)
      try dialog.answer("wrong")
      try dialog.waitForErrors()
      try polkit.waitForQuestion(2, of: "b", in: dialog)
      try dialog.answer("right")
      #expect(try polkit.outcome(of: corrected) == "success")

      let wrong = try polkit.begin("c")
      dialog = try polkit.dialog(asking: "c", after: dialog)
      for attempt in 1...3 {
        try dialog.answer("wrong")
        if attempt < 3 { try polkit.waitForQuestion(attempt + 1, of: "c", in: dialog) }
      }
      #expect(try polkit.outcome(of: wrong) == "Failed")
      // Any key closes the result, which stays visible after the reply.
      try dialog.tap("x")

      let cancelled = try polkit.begin("d")
      dialog = try polkit.dialog(asking: "d", after: dialog)
      try dialog.input.type("right")
      try dialog.input.tap("Escape")
      #expect(try polkit.outcome(of: cancelled) == "Cancelled")
      // Neither an argument nor a second helper shows the cookie.
      let name = try polkit.dialogs.run("id", ["-un"]).output.dropLast()
      #expect(
        polkit.helperLog.split(separator: "\n").filter { $0.hasPrefix("1 ") }
          == ["a", "b", "b", "c", "c", "c", "d"].map { "1 \(name) \($0)" })
      #expect(polkit.registrations.count == 1)
      agent.process.send(SIGTERM)
      #expect(try agent.result() == .init(termination: .exited(0), output: "", errors: ""))
    }

    @Test func `come from a helper behind a socket, too`() throws {
      let polkit = try FakePolkit()
      let socket = "\(polkit.dialogs.path)/socket"
      let server = """
        import socket, sys
        s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()
        while True:
            f = s.accept()[0].makefile("rw", newline="\\n")
            start = f.readline() + f.readline()
            f.write("PAM_PROMPT_ECHO_OFF %s:\\n" % start.encode().hex()); f.flush()
            print("asked", flush=True)
            answer = f.readline()
            if not answer: print("end", flush=True); continue
            f.write("SUCCESS\\n" if answer == "right\\n" else "FAILURE\\n"); f.flush(); f.close()
        """
      var helper = try polkit.dialogs.start("python3", ["-c", server, socket])
      defer { helper.process.send(SIGKILL) }
      try Deadline(after: .defaultTimeout).poll(for: "the helper") { access(socket, F_OK) == 0 ? () : nil }
      let agent = try polkit.startAgent(["--helper", socket])
      let request = try polkit.begin("a")
      #expect(try helper.line() == "asked")
      var dialog = try polkit.dialogs.dialog()
      try dialog.answer("wrong")
      try dialog.waitForErrors()
      #expect(try helper.line() == "asked")
      try dialog.waitUntilAccepting()
      try dialog.answer("right")
      #expect(try polkit.outcome(of: request) == "success")
      // A cancelled one gets the end of the connection, and no answer.
      let cancelled = try polkit.begin("b")
      #expect(try helper.line() == "asked")
      dialog = try polkit.dialogs.dialog(after: dialog)
      try dialog.input.type("right")
      try dialog.input.tap("Escape")
      #expect(try polkit.outcome(of: cancelled) == "Cancelled" && helper.line() == "end")
      // The reason of a refusal is that of the socket.
      helper.process.send(SIGKILL)
      _ = try helper.result()
      #expect(try polkit.outcome(of: try polkit.begin("c")) == "Failed")
      let reason = "tactile: cannot start polkit's helper. \(socket): Connection refused\n"
      #expect(try contents(ofFile: agent.errorPath) == reason)
      agent.process.send(SIGTERM)
    }

    @Test func `fail if the helper cannot get them, and waits`() throws {
      let polkit = try FakePolkit()
      let socket = "\(polkit.dialogs.path)/socket"
      let server = """
        import socket, sys
        s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()
        print("ready", flush=True)
        while True:
            c = s.accept()[0]; f = c.makefile("rw", newline="\\n")
            f.readline(); f.readline(); c.shutdown(socket.SHUT_RD)
            f.write("PAM_PROMPT_ECHO_OFF Password:\\n"); f.flush()
        """
      var helper = try polkit.dialogs.start("python3", ["-c", server, socket])
      defer { helper.process.send(SIGKILL) }
      #expect(try helper.line() == "ready")
      let agent = try polkit.startAgent(["--helper", socket])
      let request = try polkit.begin("a")
      let dialog = try polkit.dialogs.dialog()
      for _ in 1...2 {
        try dialog.waitUntilAccepting()
        try dialog.answer("right")
        try dialog.waitForErrors()
      }
      try dialog.waitUntilAccepting()
      try dialog.answer("right")
      #expect(try polkit.outcome(of: request) == "Failed")
      agent.process.send(SIGTERM)
    }

    @Test func `follow the helper: no question, a code, a message, another user`() throws {
      let polkit = try FakePolkit()
      let agent = try polkit.startAgent()
      // Without a question, no dialog opens. The reason of a failure stays visible after the reply.
      #expect(try polkit.outcome(of: try polkit.begin("none")) == "success")
      for helper in ["end", "long"] {
        #expect(try polkit.outcome(of: try polkit.begin(helper)) == "Failed")
      }
      var dialog: OpenDialog
      var isArranged: Bool?
      let deadline = Deadline(after: .defaultTimeout)
      repeat {
        // The dialog closes by itself after 5 s.
        try #require(!deadline.hasPassed, "the machine is too busy")
        #expect(try polkit.outcome(of: try polkit.begin("broken")) == "Failed")
        dialog = try polkit.dialogs.dialog()
        // All its lines are arranged already: an event that changes nothing changes no pixel.
        if let shown = try? dialog.window.settledScreenshot() {
          try dialog.input.move(to: PixelPoint(x: 5, y: 5))
          isArranged = try? dialog.window.settledScreenshot() == shown
        }
        try dialog.tap("x")
      } while isArranged == nil
      #expect(isArranged == true)

      let code = try polkit.begin("code")
      dialog = try polkit.dialog(asking: "code", after: dialog)
      try dialog.answer("123")
      // The field for the password is another one, and after a failure that for the code shows it.
      try polkit.waitForQuestion(2, of: "code", in: dialog)
      try dialog.answer("wrong")
      try dialog.waitForErrors()
      try polkit.waitForQuestion(3, of: "code", in: dialog)
      try dialog.answer("123")
      try dialog.waitForErrors(0)
      try polkit.waitForQuestion(4, of: "code", in: dialog)
      try dialog.answer("right")
      #expect(try polkit.outcome(of: code) == "success")

      // Without a question, nothing has the focus: the user may type a password in which a blank would press a button.
      let slow = try polkit.begin("slow")
      dialog = try polkit.dialogs.dialog(after: dialog)
      var height = try dialog.window.frame().height
      try dialog.answer("too soon")
      try polkit.wait(for: "the note about ignored keys") { try dialog.window.frame().height > height }
      height = try dialog.window.frame().height
      try write("", toFile: "\(polkit.dialogs.path)/ready")
      try polkit.wait(for: "the field") { try dialog.window.frame().height > height }
      try dialog.waitUntilAccepting()
      unlink("\(polkit.dialogs.path)/ready")
      try dialog.answer("wrong")
      try dialog.waitForErrors()
      // An answer to the same question waits for the next helper to ask it.
      try dialog.waitUntilAccepting()
      try dialog.answer("right")
      try dialog.window.ping()
      try write("", toFile: "\(polkit.dialogs.path)/ready")
      #expect(try polkit.outcome(of: slow) == "success" && polkit.enumerationCount == 0)

      let touch = try polkit.begin("touch")
      try polkit.wait(for: "the helper") { polkit.helperLog.contains(" touch\n") }
      dialog = try polkit.dialogs.dialog(after: dialog)
      height = try dialog.window.frame().height
      try dialog.input.tap("space")
      try polkit.wait(for: "the note about ignored keys") { try dialog.window.frame().height > height }
      try dialog.input.tap("Escape")
      #expect(try polkit.outcome(of: touch) == "Cancelled")
      // The helper ends when the user cancels, which its messages do not hinder.
      try polkit.wait(for: "the end of the helper") { polkit.helperLog.contains("end touch") }
      let flood = try polkit.begin("flood")
      dialog = try polkit.dialogs.dialog(after: dialog)
      for key in ["x", "x", "Escape"] { try dialog.input.tap(key) }
      #expect(try polkit.outcome(of: flood) == "Cancelled")

      // The own user is the first one. Another one is no failed attempt.
      let other = try polkit.begin("user", users: [1, getuid()])
      dialog = try polkit.dialog(asking: "user", after: dialog)
      try dialog.answer("wrong")
      try dialog.waitForErrors()
      try polkit.waitForQuestion(2, of: "user", in: dialog)
      // The list has one stop, which the focus does not leave by itself.
      try dialog.input.tap("Tab", with: [.shift])
      for (number, key) in zip(3..., ["Down", "Up", "Down"]) {
        try dialog.input.tap(key)
        try polkit.waitForQuestion(number, of: "user", in: dialog)
      }
      let helpers = polkit.helperLog.split(separator: "\n").filter {
        $0.hasPrefix("1 ") && $0.hasSuffix(" user")
      }
      #expect(helpers.map { $0 == "1 daemon user" } == [false, false, true, false, true])
      try dialog.waitForErrors(0)
      dialog.pause()
      try dialog.input.tap("Tab")
      try dialog.answer("right")
      #expect(try polkit.outcome(of: other) == "success")
      agent.process.send(SIGTERM)
    }

    @Test func `are not changed after Enter, nor taken back by the end of the input`() throws {
      let polkit = try FakePolkit()
      var agent = try polkit.startAgent()
      let locked = try polkit.begin("a")
      var dialog = try polkit.dialog(asking: "a")
      agent.process.send(SIGSTOP)
      try dialog.answer("right")
      try dialog.input.type("x")
      agent.process.send(SIGCONT)
      #expect(try polkit.outcome(of: locked) == "success")
      // Nor does Enter replace Escape.
      let refused = try polkit.begin("b")
      dialog = try polkit.dialog(asking: "b", after: dialog)
      agent.process.send(SIGSTOP)
      try dialog.input.type("right")
      try dialog.input.tap("Escape")
      try dialog.input.tap("Return")
      agent.process.send(SIGCONT)
      #expect(try polkit.outcome(of: refused) == "Cancelled")
      // Escape is not lost behind another action of the same moment: the choice of a user, or an answer.
      for keys in [["shift Tab", "Down"], ["x", "Return"]] {
        let cookie = "batch \(keys.count) \(keys[0])"
        let cancelled = try polkit.begin(cookie, users: [1, getuid()])
        dialog = try polkit.dialog(asking: cookie, after: dialog)
        agent.process.send(SIGSTOP)
        for key in keys {
          try dialog.input.tap(
            key.replacing("shift ", with: ""), with: key.hasPrefix("shift") ? [.shift] : [])
        }
        try dialog.input.tap("Escape")
        agent.process.send(SIGCONT)
        #expect(try polkit.outcome(of: cancelled) == "Cancelled", "\(keys)")
      }

      // PAM counts the end of the input as a failed attempt, so it lasts as long as the helper.
      let stubborn = try polkit.begin("stubborn")
      dialog = try polkit.dialog(asking: "stubborn", after: dialog)
      try dialog.input.tap("Escape")
      #expect(try polkit.outcome(of: stubborn) == "Cancelled")
      let helper = try polkit.stubbornHelper()
      try polkit.wait(for: "the end of the helper") { kill(helper, 0) != 0 }
      #expect(!polkit.helperLog.contains("no answer"))

      try polkit.begin("lost")
      dialog = try polkit.dialog(asking: "lost", after: dialog)
      polkit.dialogs.display.crash()
      #expect(try agent.result().termination == .exited(4))
      try polkit.wait(for: "the end of the helper") { polkit.helperLog.contains("end lost") }
      #expect(!polkit.helperLog.contains("no answer"))
    }

    /// A cookie, and whether the keys of a first question continue at a second one.
    @Test(arguments: [("a", false), ("code", true)])
    func `are typed into no other window when the request ends, and cancelled by Escape at each question`(
      cookie: String, hasSecondQuestion: Bool
    ) throws {
      let polkit = try FakePolkit()
      let agent = try polkit.startAgent()
      let other = try OtherAppWindow(on: polkit.dialogs.display.name)
      let deadline = Deadline(after: .defaultTimeout)
      var (last, isInTime): (OpenDialog?, Bool) = (nil, false)
      func typeIntoSecondQuestion(of dialog: OpenDialog) throws {
        let height = try dialog.window.frame().height
        try dialog.answer("123")
        try polkit.wait(for: "the note about ignored keys") {
          try dialog.input.tap("x")
          return try dialog.window.frame().height > height
        }
      }
      var count = 0
      while !isInTime {
        try #require(!deadline.hasPassed, "the machine is too busy")
        count += 1
        try polkit.begin("\(cookie) \(count)")
        let dialog = try polkit.dialog(asking: "\(cookie) \(count)", after: last)
        if hasSecondQuestion { try typeIntoSecondQuestion(of: dialog) }
        isInTime = try polkit.dialogs.typesNothing(into: other, whileEnding: dialog) {
          try polkit.call("CancelAuthentication", [.string("\(cookie) \(count)")])
        }
        last = dialog
      }
      let request = try polkit.begin(cookie)
      let dialog = try polkit.dialog(asking: cookie, after: last)
      if hasSecondQuestion { try typeIntoSecondQuestion(of: dialog) }
      try dialog.input.tap("Escape")
      #expect(try polkit.outcome(of: request) == "Cancelled")
      agent.process.send(SIGTERM)
    }

    @Test func `are typed into no other window when the next request ends too, or before a screen lock`()
      throws
    {
      let polkit = try FakePolkit()
      let agent = try polkit.startAgent()
      let other = try OtherAppWindow(on: polkit.dialogs.display.name)
      let lock = try HostileClient(on: polkit.dialogs.display.name)
      let deadline = Deadline(after: .defaultTimeout)
      var (last, count, isInTime): (OpenDialog?, Int, Bool) = (nil, 0, false)
      while !isInTime {
        try #require(!deadline.hasPassed, "the machine is too busy, or the lock does not get the keyboard")
        count += 1
        let cookies = ["a \(count)", "b \(count)"]
        for cookie in cookies { try polkit.begin(cookie) }
        let dialog = try polkit.dialog(asking: cookies[0], after: last)
        last = dialog
        var (second, remaining, leakedCount): (OpenDialog?, Int, Int?) = (nil, 8, nil)
        isInTime = try polkit.dialogs.typesNothing(into: other, whileEnding: dialog) {
          try polkit.call("CancelAuthentication", [.string(cookies[0])])
        } until: { isClosed in
          if isClosed, second == nil, let next = try polkit.dialogs.openDialog(after: dialog) {
            second = next
            try polkit.call("CancelAuthentication", [.string(cookies[1])])
          }
          guard let second, !second.window.isViewable else { return false }
          last = second
          remaining -= 1
          guard remaining <= 0 else { return false }
          leakedCount = leakedCount ?? other.takeKeyCount()
          lock.cover()
          return lock.takesKeyboard(from: other)
        }
        lock.uncover()
        try polkit.call("CancelAuthentication", [.string(cookies[1])])
        if isInTime { #expect(leakedCount == 0) } else { try polkit.dialogs.tap(into: other) }
      }
      agent.process.send(SIGTERM)
    }

    @Test func `leave the keyboard to other windows immediately, also after keys for the last request`()
      throws
    {
      let polkit = try FakePolkit()
      let agent = try polkit.startAgent()
      let other = try HostileClient(on: polkit.dialogs.display.name)
      let deadline = Deadline(after: .defaultTimeout)
      var (last, count, isInTime): (OpenDialog?, Int, Bool) = (nil, 0, false)
      while !isInTime {
        try #require(!deadline.hasPassed, "no Enter of \(count) was an answer in time")
        count += 1
        try polkit.begin("a \(count)")
        let request = try polkit.begin("b \(count)")
        let first = try polkit.dialog(asking: "a \(count)", after: last)
        try first.input.type("x")
        try polkit.call("CancelAuthentication", [.string("a \(count)")])
        var next: OpenDialog?
        try polkit.wait(for: "the next dialog") {
          try first.input.tap("x")
          next = try polkit.dialogs.openDialog(after: first)
          return next != nil
        }
        let second = try #require(next)
        try polkit.wait(for: "the question") { polkit.helperLog.contains("asked b \(count)\n") }
        for _ in 1...2 { try second.window.ping() }
        try first.input.tap("x")
        // The agent handles the pause and the answer together.
        agent.process.send(SIGSTOP)
        second.pause()
        try first.answer("right")
        agent.process.send(SIGCONT)
        // If this Enter came too early, only a later one gives an answer, and the next requests are tried.
        isInTime = true
        var pause = Deadline(after: .milliseconds(600))
        try polkit.wait(for: "the answer") {
          guard polkit.outcome(ofReplied: request) == nil else { return true }
          if pause.hasPassed, second.window.isViewable {
            isInTime = false
            try second.answer("right")
            pause = Deadline(after: .milliseconds(600))
          }
          return false
        }
        isInTime = isInTime && polkit.outcome(ofReplied: request) == "success"
        if second.window.isViewable, !isInTime { try second.tap("x") }
        try second.waitForClose()
        last = second
      }
      #expect(other.grabKeyboard())
      agent.process.send(SIGTERM)
    }

    /// The helper takes the rest of a longer one as the next answer.
    @Test func `have at most 510 bytes`() throws {
      let polkit = try FakePolkit()
      let agent = try polkit.startAgent()
      let request = try polkit.begin("length")
      let dialog = try polkit.dialog(asking: "length")
      try dialog.answer(String(repeating: "a", count: 511))
      try dialog.waitForErrors()
      dialog.pause()
      try dialog.input.tap("BackSpace")
      try dialog.input.tap("Return")
      #expect(try polkit.outcome(of: request) == "success")
      agent.process.send(SIGTERM)
    }

    @Test(.needs(.program("strace"))) func `reach the helper by one write`() throws {
      let polkit = try FakePolkit()
      let trace = "\(polkit.dialogs.path)/trace"
      let agent = try polkit.startAgent(under: ["strace", "-o", trace, "-e", "trace=write"])
      let request = try polkit.begin("a")
      try polkit.dialog(asking: "a").answer("right")
      #expect(try polkit.outcome(of: request) == "success")
      #expect(try contents(ofFile: trace).contains(/write\(\d+, .*, 6\) += 6\n/))
      agent.process.send(SIGTERM)
    }

    @Test func `end with the time, also if a request that waits has ended`() throws {
      let polkit = try FakePolkit()
      let agent = try polkit.startAgent(["--timeout", "20"])
      let first = try polkit.begin("a")
      let program = try polkit.dialogs.start("sleep", ["100"])
      let second = try polkit.begin("b", subject: program.process.pid)
      program.process.send(SIGKILL)
      #expect(try polkit.outcome(of: second) == "Cancelled" && polkit.outcome(ofReplied: first) == nil)
      #expect(try polkit.outcome(of: first) == "Cancelled")
      agent.process.send(SIGTERM)
    }

    @Test func `come with details`() throws {
      let polkit = try FakePolkit()
      let bus = try FakeAccessibilityBus()
      let agent = try polkit.startAgent(with: bus.environment)
      let program = try polkit.dialogs.start("sleep", ["100"])
      let ids = [getpid(), program.process.pid]
      try polkit.begin("a", message: "\u{202E}\u{1B}<b>\r\nNot verified", subject: ids[1], caller: ids[0])
      let dialog = try polkit.dialog(asking: "a")
      let user = try #require(UserAccount(id: getuid())?.name)
      let start = try #require(ProcessInformation(of: ids[1])).localStartTime
      let facts = [
        "Action: org.example.act", "Vendor: Vendor — Description", "\(ids[0]), user \(user), ",
        "← \(ids[1]), user \(user), started \(start); sleep: “sleep 100”",
        ProgramText.detailsNotice.english,
      ]
      var names: [String] = []
      func shownCount() -> Int { facts.count { fact in names.contains { $0.hasPrefix(fact) } } }
      // Changes are reported from then on.
      try polkit.wait(for: "the button") {
        bus.serve()
        return try bus.program != nil && bus.tree().all.contains { $0.name == "Details" }
      }
      for count in [facts.count, 0] {
        try dialog.input.tap("d", with: [.alt])
        try polkit.wait(for: "the details") {
          bus.serve()
          names = bus.program == nil ? [] : try bus.tree().all.map(\.name)
          return names.contains("Details") && shownCount() == count
        }
        #expect(names.contains("[U+202E]␛<b>␍␊Not verified"), "\(names)")
        #expect(names.contains { $0.hasPrefix("Not verified: asked by sleep ← ") }, "\(names)")
        try polkit.wait(for: "the state of the button and the words") {
          bus.serve()
          let states = bus.events.filter { $0.hasPrefix("StateChanged") && $0.contains("expanded") }
          let said = bus.events.filter { $0.hasPrefix("Announcement") }.joined()
          return states.count == (count == 0 ? 2 : 1) && facts.allSatisfy(said.contains)
        }
      }
      let said = bus.events.filter { $0.hasPrefix("Announcement") }.joined(separator: "\n")
      // The process that performs the action has also started the other one.
      #expect(
        facts.allSatisfy { said.ranges(of: $0).count == ($0.hasPrefix("\(ids[0])") ? 2 : 1) }, "\(said)")
      #expect(polkit.enumerationCount == 1)
      agent.process.send(SIGTERM)
    }

    @Test func `come with the question, the number of attempts of all users, and the texts of PAM`() throws {
      let polkit = try FakePolkit()
      let bus = try FakeAccessibilityBus()
      let agent = try polkit.startAgent(with: bus.environment)
      var texts: [String] = []
      func wait(for text: String) throws {
        try polkit.wait(for: text) {
          bus.serve()
          texts = bus.program == nil ? [] : try bus.tree().all.flatMap { [$0.name, $0.description] }
          return texts.contains(text)
        }
      }
      /// The announcements that contain a text.
      func announcements(of text: String) -> [String] {
        bus.events.filter { $0.hasPrefix("Announcement") && $0.contains(text) }
      }
      /// Waits for an announcement, which is made once.
      func waitForAnnouncement(of text: String) throws -> String {
        try polkit.wait(for: "an announcement of \(text)") {
          bus.serve()
          return !announcements(of: text).isEmpty
        }
        let found = announcements(of: text)
        #expect(found.count == 1, "\(found)")
        return found[0]
      }
      try polkit.begin("user", users: [1, getuid()])
      var dialog = try polkit.dialog(asking: "user")
      try dialog.answer("wrong")
      try dialog.waitForErrors()
      try polkit.waitForQuestion(2, of: "user", in: dialog)
      try dialog.input.tap("Tab", with: [.shift])
      try dialog.input.tap("Down")
      // Another user has no further attempts. The text is below the new field.
      try wait(for: "2 attempts remain.")
      try wait(for: "Password of daemon")
      let field = try #require(texts.firstIndex(of: "Password of daemon"))
      #expect(try field < #require(texts.firstIndex(of: "2 attempts remain.")))
      dialog.pause()
      try dialog.input.tap("Escape")

      try polkit.begin("locked")
      dialog = try polkit.dialog(asking: "locked", after: dialog)
      try dialog.answer("wrong")
      // The texts are read one after the other, so only those of the second time follow the text of the second attempt.
      for _ in 1...2 { try wait(for: "The account is locked") }
      _ = try waitForAnnouncement(of: "The account is locked")
      try polkit.begin("next")
      #expect(try waitForAnnouncement(of: "1 more request is waiting.").contains("int32(1)"))
      try polkit.call("CancelAuthentication", [.string("next")])
      // Announced immediately, and not again with the text of the second attempt.
      let failures = announcements(of: "That did not work. 2 attempts remain.")
      #expect(failures.last?.contains("int32(2)") == true, "\(failures)")
      #expect(announcements(of: "That did not work.") == failures && failures.count <= 2, "\(failures)")
      #expect(texts.contains { $0.contains("2 attempts remain.") }, "\(texts)")
      dialog.pause()
      try dialog.input.tap("Escape")

      try polkit.begin("question")
      dialog = try polkit.dialog(asking: "question", after: dialog)
      try wait(for: "Answer")
      let question = texts.firstIndex { $0.hasPrefix("Insert the security key, touch it") }
      #expect(try #require(question) < (try #require(texts.firstIndex(of: "Answer"))))
      agent.process.send(SIGTERM)
    }

    @Test func `end with the request, the program that needs it, and polkit`() throws {
      let polkit = try FakePolkit()
      var agent = try polkit.startAgent()
      let first = try polkit.begin("a")
      let second = try polkit.begin("b")
      var dialog = try polkit.dialog(asking: "a")
      // One that waits is never shown.
      for cookie in ["b", "a", "unknown"] {
        #expect(
          try polkit.outcome(of: try polkit.call("CancelAuthentication", [.string(cookie)])) == "success")
      }
      #expect(try polkit.outcome(of: second) == "Cancelled" && polkit.outcome(of: first) == "Cancelled")
      try dialog.waitForClose()

      let program = try polkit.dialogs.start("sleep", ["100"])
      let orphan = try polkit.begin("c", subject: program.process.pid)
      dialog = try polkit.dialog(asking: "c", after: dialog)
      try dialog.input.type("unfinished")
      program.process.send(SIGKILL)
      #expect(try polkit.outcome(of: orphan) == "Cancelled")
      try dialog.waitForClose()

      // The agent registers with each polkit once, also with one that nothing else starts.
      try polkit.begin("d")
      dialog = try polkit.dialog(asking: "d", after: dialog)
      polkit.end()
      try dialog.waitForClose()
      try polkit.start()
      try polkit.waitForRegistrations(2)
      let last = try polkit.begin("e")
      dialog = try polkit.dialog(asking: "e", after: dialog)
      try dialog.answer("right")
      #expect(try polkit.outcome(of: last) == "success" && polkit.registrations.count == 2)
      // No helper outlives the agent, nor gets the end of the input.
      try polkit.begin("stubborn")
      _ = try polkit.dialog(asking: "stubborn", after: dialog)
      let helper = try polkit.stubbornHelper()
      agent.process.send(SIGTERM)
      #expect(try agent.result().termination == .exited(0))
      try polkit.wait(for: "the end of the helper") {
        let state = try? contents(ofFile: "/proc/\(helper)/stat")
        return state?.contains(") Z ") ?? true
      }
      #expect(!polkit.helperLog.contains("no answer stubborn"))
    }

    /// A message that is too long ends the connection to the bus.
    @Test(.needs(.memory))
    func `end with the connection, and continue with the next one without a further descriptor`() throws {
      let polkit = try FakePolkit()
      let agent = try polkit.startAgent()
      var descriptorCounts: Set<Int> = []
      func rest() throws {
        try polkit.wait(for: "a wait without a timeout") {
          // The third argument of ppoll(2).
          let call = try contents(ofFile: "/proc/\(agent.process.pid)/syscall").split(separator: " ")
          return call.count > 3 && call[3] == "0x0"
        }
        let count = try names(inDirectory: "/proc/\(agent.process.pid)/fd").count
        #expect(count > 0)
        descriptorCounts.insert(count)
      }
      try rest()
      try polkit.begin("a")
      let dialog = try polkit.dialog(asking: "a")
      try polkit.begin("long", message: String(repeating: "x", count: 5 << 20))
      try dialog.waitForClose()
      try polkit.waitForRegistrations(2)
      let request = try polkit.begin("b")
      try polkit.dialog(asking: "b", after: dialog).answer("right")
      #expect(try polkit.outcome(of: request) == "success")
      try rest()
      #expect(descriptorCounts.count == 1, "\(descriptorCounts)")
      agent.process.send(SIGTERM)
    }

    @Test func `are given to polkit only, and to valid requests`() throws {
      let polkit = try FakePolkit()
      let agent = try polkit.startAgent()
      #expect(try polkit.outcome(of: try polkit.begin("a", isStranger: true)) == "AccessDenied")
      let cancel = try polkit.call("CancelAuthentication", [.string("a")], isStranger: true)
      #expect(try polkit.outcome(of: cancel) == "AccessDenied")
      #expect(try polkit.outcome(of: try polkit.begin("a", users: [])) == "Failed")
      // A program that has ended needs no answer.
      #expect(try polkit.outcome(of: try polkit.begin("a", subject: .max)) == "Cancelled")
      // An id without a name.
      #expect(try polkit.outcome(of: try polkit.begin("a", users: [3_999_999_999])) == "Failed")
      #expect(try polkit.outcome(of: try polkit.call("BeginAuthentication", [.string("a")])) == "InvalidArgs")
      let request = try polkit.begin(
        "a", message: "\u{202E}\u{1B}[31m<b>" + String(repeating: "x\n", count: 1 << 18))
      let dialog = try polkit.dialog(asking: "a")
      try dialog.input.type("right")
      // It is slow to open on a busy machine, and Enter answers nothing in its first half second.
      try dialog.tap("Return")
      #expect(try polkit.outcome(of: request) == "success")
      let errors = try contents(ofFile: agent.errorPath).split(separator: "\n")
      #expect(errors.count == 1 && errors[0].contains("'getent passwd 3999999999'"))
      agent.process.send(SIGTERM)
    }

    @Test func `stay possible in a flood of 1,000 requests, of which 33 are accepted`() throws {
      let polkit = try FakePolkit()
      var agent = try polkit.startAgent()
      var requests: [FakePolkit.Call] = []
      // The bus does not allow many more calls without a reply.
      for start in stride(from: 0, to: 1000, by: 50) {
        requests += try (start..<start + 50).map { try polkit.begin("\($0)", subject: getpid()) }
        try polkit.wait(for: "the replies") {
          requests.dropFirst(33).allSatisfy { polkit.outcome(ofReplied: $0) == "Failed" }
        }
      }
      let dialog = try polkit.dialog(asking: "0")
      try dialog.answer("right")
      #expect(try polkit.outcome(of: requests[0]) == "success")
      // The next one in the order of arrival.
      var next = try polkit.dialog(asking: "1", after: dialog)
      try next.answer("right")
      #expect(try polkit.outcome(of: requests[1]) == "success")
      // The user dismisses all of one program, and no other one.
      let other = try polkit.begin("other")
      next = try polkit.dialogs.dialog(after: next)
      try next.input.tap("Escape")
      #expect(try requests[2...32].allSatisfy { try polkit.outcome(of: $0) == "Cancelled" })
      next = try polkit.dialogs.dialog(after: next)
      #expect(polkit.outcome(ofReplied: other) == nil)
      // The end of the window dismisses all, and so does that of the agent.
      // The reply to a later call shows that the agent has the request.
      func beginAndWait(_ cookie: String) throws -> FakePolkit.Call {
        let request = try polkit.begin(cookie)
        let unknown = try polkit.call("CancelAuthentication", [.string("unknown")])
        #expect(try polkit.outcome(of: unknown) == "success")
        return request
      }
      let last = try beginAndWait("last")
      next.window.requestClose()
      #expect(try polkit.outcome(of: other) == "Cancelled" && polkit.outcome(of: last) == "Cancelled")
      try next.waitForClose()
      let pending = try beginAndWait("pending")
      agent.process.send(SIGTERM)
      #expect(try polkit.outcome(of: pending) == "Cancelled")
      #expect(try agent.result() == .init(termination: .exited(0), output: "", errors: ""))
    }

    @Test func `are given for the session that logind names`() throws {
      let polkit = try FakePolkit(session: "c7")
      let agent = try polkit.startAgent()
      let subject = polkit.registrations.first?.first
      #expect(subject == .structure([.string("unix-session"), .dictionary([("session-id", .string("c7"))])]))
      #expect(polkit.registrations.first?[1] == .string("C.UTF-8") && polkit.registrations.count == 1)
      agent.process.send(SIGTERM)
    }

    @Test(
      arguments: [
        ("none", nil, 6, "belongs to no login session, and the user has no graphical one (logind: none)"),
        (
          "", "Failed An authentication agent already exists for the given subject", 8,
          "another authentication agent"
        ),
        (
          "", "Failed Cannot determine user of subject", 1,
          "polkit refuses this agent: Cannot determine user of subject; is /proc"
        ),
        ("", "ServiceUnknown No polkit", 7, "polkit does not answer: No polkit"),
      ] as [(String, String?, Int32, String)])
    func `are impossible without a session or polkit, beside another agent, or if polkit refuses`(
      session: String, refusal: String?, status: Int32, message: String
    ) throws {
      let polkit = try FakePolkit(session: session)
      polkit.refusal = refusal.map { refusal in
        let words = refusal.split(separator: " ", maxSplits: 1).map(String.init)
        let prefix = words[0] == "Failed" ? "org.freedesktop.PolicyKit1.Error" : "org.freedesktop.DBus.Error"
        return BusCallError(name: "\(prefix).\(words[0])", message: words[1])
      }
      var agent = try polkit.startAgent(isRegistered: false)
      try polkit.wait(for: "the end of the agent") { !agent.process.isRunning() }
      let result = try agent.result()
      #expect(
        result.termination == .exited(status) && result.errors.hasPrefix("tactile: ")
          && result.errors.contains(message))
    }

    @Test(arguments: ["unix:path=/nonexistent", "tcp:host=localhost"])
    func `are impossible without a system bus`(address: String) throws {
      let fixture = try DialogFixture()
      let result = try fixture.run(
        Program.path, ["polkit-agent", "--helper", Program.path], with: ["DBUS_SYSTEM_BUS_ADDRESS": address])
      #expect(
        result.termination == .exited(7)
          && result.errors == "tactile: cannot connect to the system bus \(address)\n")
    }

    @Test(arguments: [
      // Standard input, output and error, and one file.
      ("$$", 4, 1, "cannot read the files of the process "),
      ("\(Int32.max)", 1000, 2, "there is no process \(Int32.max); see --process"),
      ("1", 1000, 2, "you have no such process 1; see --process"),
      ("$$,1", 1000, 2, "you have no such process "),
    ])
    func `need a process of the user that can be read`(
      process: String, files: Int, status: Int32, message: String
    ) throws {
      // A test runner may leave further descriptors open.
      let command =
        "exec 3>&-; ulimit -n \(files); exec \"$0\" polkit-agent --helper \"$0\" --process \(process)"
      let result = try DialogFixture().run("sh", ["-c", command, Program.path])
      #expect(
        result.termination == .exited(status) && result.errors.hasPrefix("tactile: \(message)"), "\(result)")
    }

    @Test func `need a helper that can be started`() throws {
      let fixture = try DialogFixture()
      let file = "\(fixture.path)/file"
      try write("", toFile: file)
      for (path, shown) in [
        (fixture.path, fixture.path), (file, file), ("/dev/null", "/dev/null"),
        ("/nonexistent", "/nonexistent"), ("sh", "./sh"),
      ] {
        let result = try fixture.run(Program.path, ["polkit-agent", "--helper", path])
        #expect(result.termination == .exited(2), "\(path)")
        #expect(result.errors.contains("'\(shown)' is neither a socket nor a program"), "\(result.errors)")
      }
    }

    @Test(.needs(.memory)) func `are in locked pages only while they are typed`() throws {
      let polkit = try FakePolkit()
      let agent = try polkit.startAgent()
      let process = SearchedProcess(pid: agent.process.pid)
      var last: OpenDialog?
      for end in ["refused", "cancelled", "dropped"] {
        let password = SearchedProcess.randomPassword()
        let request = try polkit.begin(end)
        let dialog = try polkit.dialog(asking: end, after: last)
        try dialog.input.type(password)
        _ = try dialog.window.settledScreenshot()
        try process.expectGuarded(password, "typed")
        switch end {
        case "refused":
          try dialog.input.tap("Return")
          try dialog.waitForErrors()
        case "cancelled": try dialog.input.tap("Escape")
        default: try polkit.call("CancelAuthentication", [.string(end)])
        }
        if end != "refused" { _ = try polkit.outcome(of: request) }
        try process.expectAbsent(password, "\(end)")
        if end == "refused" {
          dialog.pause()
          try dialog.input.tap("Escape")
          _ = try polkit.outcome(of: request)
        }
        last = dialog
      }
      agent.process.send(SIGTERM)
    }
  }
}
