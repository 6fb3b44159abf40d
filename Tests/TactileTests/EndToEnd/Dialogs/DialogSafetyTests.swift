import DBus
import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  /// Dialogs that appear while the user does something else, and dialogs with hostile texts.
  @Suite struct `Dialog safety` {
    @Test func `ignores keys and clicks in its first half second`() throws {
      let fixture = try DialogFixture()
      let deadline = Deadline(after: .defaultTimeout)
      var isInTime = false
      // A busy machine may send the input later than half a second after the appearance. This says nothing, except that
      // the dialog then accepts it.
      while !isInTime {
        try #require(!deadline.hasPassed, "the machine is too busy")
        var client = try fixture.startProgram(["confirm", "Continue?"])
        isInTime = try sendInputWhenDialogAppears(of: client, on: fixture)
        if isInTime {
          let dialog = try fixture.dialog()
          try dialog.window.ping()
          #expect(dialog.window.isViewable)
          try dialog.tap("Return")
          #expect(try client.result().termination == .exited(0))
        } else {
          client.process.send(SIGTERM)
          _ = try client.result()
        }
      }
    }

    /// Sends keys and clicks that would answer a dialog.
    ///
    /// - Returns: Whether the server has processed them within half a second after the appearance of the dialog.
    private func sendInputWhenDialogAppears(
      of client: borrowing DialogClient, on fixture: borrowing DialogFixture
    ) throws -> Bool {
      let connection = fixture.display.connection
      // The time before the first poll that sees the window is at most the time of its appearance.
      var latest = Deadline(after: .milliseconds(500))
      let window = try Deadline(after: .defaultTimeout).poll(for: "a dialog") { () -> ScreenWindow? in
        let next = Deadline(after: .milliseconds(500))
        if let window = connection.window(where: { $0.classNames.last == "Tactile" }) { return window }
        latest = next
        return nil
      }
      do throws(ScreenDriverError) {
        let dialog = OpenDialog(
          window: window, input: try InputSimulator(in: window), pid: client.process.pid)
        let frame = try window.frame()
        for key in ["Return", "space", "Escape"] { try dialog.input.tap(key) }
        try dialog.input.tap("o", with: [.alt])
        // The button at the trailing edge.
        try dialog.input.click(at: PixelPoint(x: frame.width - 50, y: frame.height - 36))
      } catch {
        // Late input has closed the dialog.
        if !latest.hasPassed { throw error }
      }
      return !latest.hasPassed
    }

    @Test(
      .onlyInAll("waits for seconds"),
      arguments: [["confirm", "Continue?"], ["askpass", "Password: "]])
    func `ignores a key that was down when it appeared`(command: [String]) throws {
      let fixture = try DialogFixture()
      let root = try InputSimulator(in: fixture.display.connection.rootWindow)
      for key in ["Return", "Escape"] {
        try root.press(key: key)
        var client = try fixture.startProgram(command)
        let dialog = try fixture.dialog()
        // The server repeats the key after 0.66 s. There is no event to wait for.
        Deadline(after: .milliseconds(700)).wait()
        try dialog.window.ping()
        #expect(dialog.window.isViewable, "\(key)")
        try root.release(key: key)
        // A press in the same millisecond as the last repeat would be the same press, returned by an input method.
        Deadline(after: .milliseconds(20)).wait()
        try dialog.tap(key)
        #expect(try client.result().termination == .exited(key == "Return" ? 0 : 1))
      }
    }

    @Test(arguments: [["askpass", "B"], ["askpass", "--no-grab", "B"], ["pinentry"]])
    func `keeps the keyboard in the first of several prompts until it ends`(second: [String]) throws {
      // On a busy machine, the user seems to pause while the second prompt gets the keyboard.
      let isInTime = try (1...5).contains { _ in try answersTwo(second) }
      #expect(isInTime, "the machine was too busy, five times")
    }

    /// Answers two prompts, the first one with a part of the text that was typed into the second one.
    ///
    /// - Returns: Whether no pause was between the keys that the second prompt drops.
    private func answersTwo(_ second: [String]) throws -> Bool {
      let fixture = try DialogFixture()
      var first = try fixture.startProgram(["askpass", "A"])
      let dialog = try fixture.dialog()
      try dialog.input.type("first")
      var other = try fixture.startProgram(second)
      if second == ["pinentry"] { other.send("GETPIN\n") }
      let next = try fixture.dialog(after: dialog)
      let (above, below) = (try dialog.window.frame(), try next.window.frame())
      #expect(above.x != below.x || above.y != below.y)
      try next.input.type("half")
      try next.input.tap("Return")
      // The user continues to type: these keys are under way when the second prompt gets the keyboard. A prompt without a
      // grab drops only those before its appearance.
      let grabs = !second.contains("--no-grab")
      var pauses: [Duration] = []
      var last = ContinuousClock.now
      func types(_ key: String) throws {
        try next.input.tap(key)
        pauses.append(last.duration(to: .now))
        last = .now
      }
      while grabs, first.process.isRunning() {
        try types("z")
        Deadline(after: .milliseconds(20)).wait()
      }
      #expect(try first.result().output == "firsthalf\n")
      if grabs { for key in ["z", "z", "Return"] { try types(key) } }
      guard pauses.allSatisfy({ $0 < .milliseconds(450) }) else { return false }
      Deadline(after: .milliseconds(520)).wait()
      try next.answer("b")
      if second == ["pinentry"] {
        #expect(try other.reply() + other.reply() == ["OK Pleased to meet you", "D b", "OK"])
      } else {
        #expect(try other.result().output == "b\n")
      }
      return true
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `closes when the program that asks has ended`(signal: Int32) throws {
      let fixture = try DialogFixture()
      let client = try fixture.start("/bin/sh", ["-c", "'\(fixture.askpass)' A >/dev/null; true"])
      let dialog = try fixture.dialog()
      client.process.send(signal)
      try dialog.waitForClose()
    }

    /// The command, and how it ends.
    @Test(arguments: [
      (["askpass", "A"], "caller"), (["askpass", "--no-grab", "A"], "signal"),
      (["askpass", "--timeout", "8", "A"], "time"), (["pinentry"], "caller"), (["confirm", "A"], "signal"),
    ])
    func `leaves the rest of an answer to no other window when it ends by itself`(
      command: [String], end: String
    ) throws {
      let fixture = try DialogFixture()
      let other = try OtherAppWindow(on: fixture.display.name)
      let deadline = Deadline(after: .defaultTimeout)
      while !deadline.hasPassed {
        // The shell does not replace itself by the program.
        let words = end == "caller" ? ["/bin/sh", "-c", "\"$@\"; true", "sh"] : []
        let all = words + [Program.path] + command
        let client = try fixture.start(all[0], Array(all.dropFirst()))
        if command == ["pinentry"] { client.send("GETPIN\n") }
        let dialog = try fixture.dialog()
        let isInTime = try fixture.typesNothing(into: other, whileEnding: dialog) {
          if end == "signal" { kill(dialog.pid, SIGTERM) }
          if end == "caller" { client.process.send(SIGKILL) }
        }
        if isInTime { return }
      }
      Issue.record("the machine is too busy")
    }

    /// pinentry keeps its dialog open for two seconds, in case the answer is wrong.
    @Test(arguments: [["askpass", "A"], ["pinentry"]])
    func `leaves the keyboard to other windows immediately after an answer`(command: [String]) throws {
      let fixture = try DialogFixture()
      let other = try HostileClient(on: fixture.display.name)
      let client = try fixture.startProgram(command)
      if command == ["pinentry"] { client.send("GETPIN\n") }
      let dialog = try fixture.dialog()
      try dialog.answer("abc")
      // These keys belong to no answer.
      try Deadline(after: .defaultTimeout).poll(for: "the end of the dialog") {
        () throws(ScreenDriverError) in
        guard dialog.window.isViewable else { return () }
        try dialog.input.tap("x")
        return nil
      }
      #expect(other.grabKeyboard())
      withExtendedLifetime(client) {}
    }

    /// The screen lock, which shows a window or reports itself on the session bus.
    @Test(arguments: [true, false])
    func `leaves the keyboard to a screen lock before the rest of an answer ends`(hasWindow: Bool) throws {
      let bus = try FakeAccessibilityBus(isEnabled: false)
      let fixture = try DialogFixture()
      let other = try OtherAppWindow(on: fixture.display.name)
      let lock = try HostileClient(on: fixture.display.name)
      let name = "org.gnome.ScreenSaver"
      try bus.client.requestName(name)
      let deadline = Deadline(after: .defaultTimeout)
      while !deadline.hasPassed {
        let client = try fixture.start(
          "/bin/sh", ["-c", "'\(fixture.askpass)' A; true"], with: bus.environment)
        let dialog = try fixture.dialog()
        var leakedCount: Int?
        let isInTime = try fixture.typesNothing(into: other, whileEnding: dialog) {
          client.process.send(SIGKILL)
        } until: { isClosed in
          guard isClosed else { return false }
          leakedCount = leakedCount ?? other.takeKeyCount()
          if hasWindow {
            lock.cover()
          } else {
            try bus.client.emit("ActiveChanged", of: name, at: "/", [.boolean(true)])
          }
          bus.serve()
          return lock.takesKeyboard(from: other)
        }
        lock.uncover()
        if isInTime { return #expect(leakedCount == 0) }
        try fixture.tap(into: other)
      }
      Issue.record("the machine is too busy, or the lock does not get the keyboard")
    }

    @Test(.onlyInAll("waits for seconds")) func `ignores synthetic events`() throws {
      let fixture = try DialogFixture()
      var confirmation = try fixture.startProgram(["confirm", "Continue?"])
      let question = try fixture.dialog()
      // Longer than the time in which it accepts no answer.
      Deadline(after: .milliseconds(600)).wait()
      for key in ["Return", "Escape", "space"] { try question.input.forge(key) }
      try question.window.ping()
      #expect(question.window.isViewable)
      try question.tap("Return")
      #expect(try confirmation.result().termination == .exited(0))

      var client = try fixture.startProgram(["askpass", "Password: "])
      let dialog = try fixture.dialog(after: question)
      for key in ["a", "Return", "Escape"] { try dialog.input.forge(key) }
      try dialog.window.ping()
      #expect(dialog.window.isViewable)
      try dialog.answer("b")
      #expect(try client.result().output == "b\n")
    }

    @Test(.onlyInAll("hostile texts")) func `shows texts of any characters and length`() throws {
      let fixture = try DialogFixture()
      let texts = [
        "\u{1B}[31m\u{202E}\u{2066}\u{200B}\u{7}\u{1}<b>&amp;_x</b>%s%n",
        String(repeating: "\u{202E}a\n", count: 20_000), String(repeating: "W", count: 120_000),
        String(repeating: "e" + String(repeating: "\u{301}", count: 500), count: 50),
        String(repeating: "\u{1F469}\u{200D}", count: 5_000), "\n\n\n", " ",
      ]
      var last: OpenDialog?
      for (command, text) in texts.flatMap({ text in [("askpass", text), ("confirm", text)] }) {
        // Several arguments are one prompt of a megabyte.
        let words = command == "askpass" && text.utf8.count > 100_000 ? 8 : 1
        var client = try fixture.startProgram(
          [command, "--title", text, "--"] + Array(repeating: text, count: words))
        let dialog = try fixture.dialog(after: last)
        let title = dialog.window.title ?? ""
        #expect(title.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x202A...0x2069).contains($0.value) })
        let frame = try dialog.window.frame()
        #expect(frame.height < 700, "\(text.prefix(20))")
        try dialog.window.ping()
        dialog.window.requestClose()
        let result = try client.result()
        #expect(
          result.termination == .exited(1) && result.output.isEmpty && result.errors.isEmpty, "\(result)")
        last = dialog
      }
    }

    @Test(.onlyInAll("hostile client"))
    func `continues to reply as pinentry after lines of any bytes and length`() throws {
      let fixture = try DialogFixture()
      var client = try fixture.start(fixture.pinentry)
      _ = try client.reply()
      client.send(String(repeating: "x", count: 3_000_000) + "\n")
      #expect(try client.reply().last?.hasPrefix("ERR 53687") == true)
      let hostile = "%1B[31m%E2%80%AE%00%FF%zz\u{202E}\u{1}<b>_&__"
      for command in ["SETDESC", "SETTITLE", "SETPROMPT", "SETERROR", "SETOK", "SETCANCEL", "SETNOTOK"] {
        #expect(try client.request("\(command) \(hostile)") == ["OK"])
        #expect(try client.request("\(command) \(String(repeating: "%E2%80%AEW", count: 90))") == ["OK"])
        #expect(try client.request("\(command) \(hostile)") == ["OK"])
      }
      var last: OpenDialog?
      for request in ["GETPIN", "CONFIRM", "MESSAGE"] {
        client.send(request + "\n")
        let dialog = try fixture.dialog(after: last)
        dialog.window.requestClose()
        _ = try client.reply()
        last = dialog
      }
      #expect(try client.request("NOP") == ["OK"])
    }
  }
}
