import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  /// The dialogs for shell scripts, and their exit status.
  @Suite struct `Script dialogs` {
    @Test(
      arguments: cases(
        [
          ["confirm", "Continue?"], ["message", "Done"], ["tokens"], ["new-password"], ["askpass"],
          ["ask-password-agent"],
        ], common: 1))
    func `reports usage errors with status 2, and a missing display with status 3`(command: [String]) throws {
      for option in ["--unknown", "--timeout=0", "--scale=99", "--parent=x", "--theme=pink"] {
        let run = try Run(command + [option])
        #expect(run.termination == .exited(2), "\(option)")
        #expect(run.output.isEmpty && run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
      }
      let run = try Run(command, environment: ["DISPLAY": ":987"])
      #expect(run.termination == .exited(3) && run.output.isEmpty)
      #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
    }

    /// The arguments of a dialog, its answer, and the exit status.
    private static let answers: [([String], String, Int32)] = [
      (["confirm", "Continue?"], "Return", 0), (["confirm", "Continue?"], "Escape", 1),
      (["confirm", "Continue?"], "close", 1), (["message", "Done"], "Return", 0), (["tokens"], "Escape", 1),
      (["new-password"], "Escape", 1), (["confirm", "Continue?", "--destructive"], "Right Return", 0),
      // The rest is only in the run with all tests.
      (["confirm", "Continue?"], "Alt+o", 0),
      (["confirm", "Continue?", "--cancel-label", "K_eep"], "Alt+e", 1),
      (["confirm", "Continue?", "--destructive"], "Return", 1), (["message", "Done"], "Escape", 0),
      (["message", "Done", "--ok-label", "Close"], "close", 0),
    ]

    @Test(
      arguments: cases(
        [
          ("ru", "_Да", "Cyrillic_de"), ("fr", "_é", "eacute"), ("pl", "_Łatwo", "l"),
          ("gr", "_Ναι", "Greek_nu"),
        ],
        common: 1))
    func `presses a button by the access key of the keyboard layout`(
      layout: String, label: String, key: String
    ) throws {
      let fixture = try DialogFixture()
      try fixture.display.setKeyboardLayout(layout)
      var client = try fixture.startProgram(["confirm", "?", "--ok-label", label, "--cancel-label", "X"])
      try fixture.dialog().tap(key, with: [.alt])
      #expect(try client.result().termination == .exited(0))
    }

    @Test func `reports the answer by the exit status`() throws {
      let fixture = try DialogFixture()
      var last: OpenDialog?
      for (arguments, keys, status) in cases(Self.answers, common: 7) {
        var client = try fixture.startProgram(arguments)
        let dialog = try fixture.dialog(after: last)
        switch keys {
        case "close": dialog.window.requestClose()
        case "Right Return":
          // Longer than the time in which it accepts no answer.
          Deadline(after: .milliseconds(600)).wait()
          try dialog.input.tap("Tab")
          try dialog.input.tap("Return")
        case let keys where keys.hasPrefix("Alt+"): try dialog.tap(String(keys.suffix(1)), with: [.alt])
        case "Escape" where ["tokens", "new-password"].contains(arguments[0]): try dialog.input.tap(keys)
        default: try dialog.tap(keys)
        }
        let result = try client.result()
        #expect(result.termination == .exited(status), "\(arguments), \(keys)")
        #expect(result.output.isEmpty && result.errors.isEmpty, "\(result)")
        last = dialog
      }
    }

    @Test(.onlyInAll("rare use")) func `reports a timeout by the exit status`() throws {
      let fixture = try DialogFixture()
      // At the same time, because each waits for a second.
      let script = """
        "$0" confirm a --timeout 1 & "$0" message a --timeout 1 & "$0" tokens --timeout 1 &
        "$0" new-password --timeout 1 & "$0" askpass a --timeout 1 &
        for job in $(jobs -p); do wait "$job"; echo $?; done
        """
      let result = try fixture.run("bash", ["-c", script, Program.path])
      #expect(result.output == String(repeating: "5\n", count: 5) && result.errors.isEmpty, "\(result)")
    }

    @Test(.onlyInAll("rare use")) func `fits a dialog on a screen that is too low for it`() throws {
      let fixture = try DialogFixture()
      var client = try fixture.startProgram(["new-password", "--scale", "4"])
      let dialog = try fixture.dialog()
      let frame = try dialog.window.frame()
      // The size of the virtual display.
      #expect(PixelRect(x: 0, y: 0, width: 1280, height: 800).contains(frame), "\(frame)")
      try dialog.input.tap("Escape")
      #expect(try client.result().termination == .exited(1))
    }

    @Test(.onlyInAll("rare use")) func `reports the loss of the display with status 4`() throws {
      let fixture = try DialogFixture()
      var client = try fixture.startProgram(["askpass", "Password: "])
      try fixture.dialog().input.type("secret")
      fixture.display.crash()
      let result = try client.result()
      #expect(result.termination == .exited(4) && result.output.isEmpty)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test func `prints tokens in each format`() throws {
      let fixture = try DialogFixture()
      let file = "\(fixture.path)/tokens"
      try write("grete\ncaf\u{E9} au lait\n", toFile: file)
      var last: OpenDialog?
      for (arguments, text, output) in [
        (["--tokens", file], "", "grete\ncaf\u{E9} au lait\n"),
        (["--tokens", file], "x", "grete\ncaf\u{E9} au lait\nx\n"),
        (["--tokens", file, "--separator", ", "], "", "grete, caf\u{E9} au lait\n"),
        (["--tokens", file, "--null"], "", "grete\0caf\u{E9} au lait\0"), ([], "", ""),
        ([], "a,b,a,", "a\nb\na\n"),
        (["--duplicates", "refuse"], "a,b,", "a\nb\n"), (["--duplicates", "move"], "a,b,a,", "b\na\n"),
        (["--kind", "email"], "a@b.example,", "a@b.example\n"),
        (["--kind", "[a-z]+[0-9]"], "ab1,c2,", "ab1\nc2\n"),
        (["--min", "2", "--max", "2"], "a,b", "a\nb\n"),
      ] as [([String], String, String)] {
        var client = try fixture.startProgram(["tokens"] + arguments)
        let dialog = try fixture.dialog(after: last)
        try dialog.input.type(text)
        try dialog.input.tap("Return", with: [.control])
        let expected = DialogClient.Result(termination: .exited(0), output: output, errors: "")
        #expect(try client.result() == expected, "\(arguments), \(text)")
        last = dialog
      }
    }

    @Test(.onlyInAll("rare use")) func `keeps the dialog open until the tokens are valid`() throws {
      let fixture = try DialogFixture()
      var last: OpenDialog?
      for (arguments, text, correction, output) in [
        (["--min", "2"], "a,", "b,", "a\nb\n"), (["--max", "1"], "a,b,", "\u{8}", "a\n"),
        (["--kind", "email"], "a,", "\u{8}\u{8}b@c.example,", "b@c.example\n"),
        (["--kind", "[a-z]+[0-9]"], "a1b,", "\u{8}\u{8}c2,", "c2\n"),
      ] as [([String], String, String, String)] {
        var client = try fixture.startProgram(["tokens"] + arguments)
        let dialog = try fixture.dialog(after: last)
        try dialog.input.type(text)
        try dialog.input.tap("Return", with: [.control])
        try dialog.window.ping()
        #expect(dialog.window.isViewable, "\(arguments)")
        if arguments[0] != "--kind" { try dialog.waitForErrors() }
        if correction.contains("\u{8}") {
          // The first press selects the token, the second one deletes it.
          try dialog.input.tap("End", with: [.control])
          try dialog.input.tap("BackSpace", times: 2)
        }
        try dialog.input.type(correction.replacing("\u{8}", with: ""))
        try dialog.input.tap("Return", with: [.control])
        let expected = DialogClient.Result(termination: .exited(0), output: output, errors: "")
        #expect(try client.result() == expected, "\(arguments)")
        last = dialog
      }
    }

    @Test func `prints a new password that meets the policy`() throws {
      let fixture = try DialogFixture()
      var client = try fixture.startProgram(["new-password", "--policy", "original-6"])
      let dialog = try fixture.dialog()
      // Enter moves to the second field. A password that misses a requirement is not accepted.
      for text in ["passw0rd!", "passw0rd!"] { try dialog.answer(text) }
      try dialog.window.ping()
      #expect(dialog.window.isViewable)
      try dialog.input.tap("Home")
      try dialog.input.tap("a", with: [.control])
      for isLast in [false, true] {
        try dialog.input.tap("a", with: [.control])
        try dialog.input.type("Passw0rd!")
        // Enter in the last field would submit as well.
        try dialog.input.tap("Return", with: isLast ? [.control] : [])
      }
      let expected = DialogClient.Result(termination: .exited(0), output: "Passw0rd!\n", errors: "")
      #expect(try client.result() == expected)
    }

    @Test func `makes room at once for the reason why a password was not stored`() throws {
      let fixture = try DialogFixture()
      // The caret is at rest.
      let manager = try FakeXSettingsManager(at: fixture.display.name, ["Net/CursorBlink": .integer(0)])
      let data = "\(fixture.path)/" + String(repeating: "long/", count: 40)
      try write("", toFile: "\(fixture.path)/long")
      var client = try fixture.startProgram(["new-password", "--store"], with: ["XDG_DATA_HOME": data])
      let dialog = try fixture.dialog()
      try dialog.answer("tR0ub4dor&3 tulips")
      try dialog.input.type("tR0ub4dor&3 tulips")
      let window = dialog.window
      _ = try window.stillScreenshot()
      let height = try window.frame().height
      try dialog.input.tap("Return")
      try Deadline(after: .defaultTimeout).poll(for: "a higher dialog") { () throws(ScreenDriverError) in
        try window.frame().height > height ? () : nil
      }
      try dialog.input.tap("Escape")
      #expect(try client.result().termination == .exited(1))
      withExtendedLifetime(manager) {}
    }

    @Test func `stores the hash of a new password for the command verify`() throws {
      let fixture = try DialogFixture()
      var client = try fixture.startProgram(["new-password", "--store"])
      let dialog = try fixture.dialog()
      for _ in 0..<2 { try dialog.answer("tR0ub4dor&3 tulips") }
      let expected = DialogClient.Result(termination: .exited(0), output: "", errors: "")
      #expect(try client.result() == expected)
      for (password, status) in [("tR0ub4dor&3 tulips", 0), ("tR0ub4dor&3 roses", 1)] as [(String, Int32)] {
        var verify = try fixture.startProgram(["verify"])
        verify.send(password + "\n")
        verify.closeInput()
        #expect(try verify.result().termination == .exited(status))
      }
    }
  }
}
