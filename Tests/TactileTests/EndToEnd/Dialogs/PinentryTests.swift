import Glibc
import Scene
import ScreenDriver
import System
import TestSupport
import Testing

extension `Tactile program` {
  /// The protocol of GnuPG's pinentry. The expected replies are those of pinentry 1.2.1.
  @Suite struct `Pinentry protocol` {
    private static let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"
    private static let timedOut = "ERR 83886142 Timeout <Pinentry>"

    /// Starts the program and reads its greeting.
    private func start(
      _ fixture: borrowing DialogFixture, _ arguments: [String] = [], with variables: [String: String] = [:]
    ) throws -> DialogClient {
      var client = try fixture.start(fixture.pinentry, arguments, with: variables)
      #expect(try client.line() == "OK Pleased to meet you")
      return client
    }

    @Test(.onlyInAll("exhaustive list")) func `replies to requests without a dialog`() throws {
      let fixture = try DialogFixture()
      var client = try start(fixture)
      let pid = client.process.pid
      let user = "\(geteuid())/\(getegid())"
      for (request, reply) in [
        ("NOP", "OK"), ("nop", "OK"), ("END", "ERR 536870981 Not implemented <User defined source 1>"),
        ("FOO", "ERR 536871187 Unknown IPC command <User defined source 1>"),
        ("OPTION foo", "ERR 83886254 Unknown option <Pinentry>"),
        ("OPTION grab=1", "ERR 83886254 Unknown option <Pinentry>"), ("OPTION no-grab", "OK"),
        ("OPTION", "ERR 536871188 IPC syntax error <User defined source 1> - argument required"),
        (
          "OPTION lc-ctype=",
          "ERR 536871188 IPC syntax error <User defined source 1> - option argument expected"
        ),
        ("OPTION ttyname = /nonexistent", "OK"), ("OPTION --ttytype xterm", "OK"),
        ("GETINFO flavor", "D tactile|OK"), ("GETINFO pid", "D \(pid)|OK"),
        ("GETINFO ttyinfo", "D /nonexistent xterm - ? \(user) -|OK"),
        ("GETINFO other", "ERR 83886360 IPC parameter error <Pinentry>"),
        ("D x", "ERR 536870981 Not implemented <User defined source 1>"),
        ("AUTH", "ERR 536870981 Not implemented <User defined source 1>"), ("SETTIMEOUT 1", "OK"),
        ("SETDESC a%0Ab%25%zz", "OK"), ("SETKEYINFO --clear", "OK"), ("\r", ""), ("# comment", ""),
        ("RESET", "OK"), ("BYE", "OK closing connection"),
      ] {
        client.send(request + "\n")
        if !reply.isEmpty { #expect(try client.reply().joined(separator: "|") == reply, "\(request)") }
      }
      #expect(try client.process.waitForExit(within: .defaultTimeout) == .exited(0))
    }

    @Test func `replies to a dialog by the way in which it ends`() throws {
      let fixture = try DialogFixture()
      var client = try start(fixture)
      var last: OpenDialog?
      for (request, key, reply) in cases(
        [
          ("GETPIN", "Escape", Self.cancelled), ("GETPIN", "Alt+c", Self.cancelled),
          ("GETPIN", "close", "S BUTTON_INFO close|" + Self.cancelled),
          ("GETPIN", "Return", "OK"), ("GETPIN", "caf\u{E9} 100%+", "D caf\u{E9} 100%25+|OK"),
          ("CONFIRM", "Alt+o", "OK"), ("CONFIRM", "Return", Self.cancelled),
          ("CONFIRM", "Alt+c", Self.cancelled),
          ("CONFIRM", "Escape", Self.cancelled),
          ("CONFIRM", "close", "S BUTTON_INFO close|" + Self.cancelled),
          ("CONFIRM --one-button", "Escape", "OK"), ("MESSAGE", "Return", "OK"),
        ], common: 7)
      {
        // An accepted dialog stays open for the same question.
        #expect(try client.request("SETDESC \(request) \(key)") == ["OK"])
        client.send(request + "\n")
        let dialog = try fixture.dialog(after: last)
        switch key {
        case "close": dialog.window.requestClose()
        case "Escape", "Return": try dialog.tapUntilAnswered(key)
        case _ where key.hasPrefix("Alt+"): try dialog.tapUntilAnswered(String(key.suffix(1)), with: [.alt])
        default: try dialog.answer(key)
        }
        #expect(try client.reply().joined(separator: "|") == reply, "\(request), \(key)")
        last = dialog
      }
      guard TestScope.isComplete else { return }
      client.send("SETNOTOK _No\n")
      _ = try client.reply()
      for (key, reply) in [
        ("n", "ERR 83886194 Not confirmed <Pinentry>"), ("o", "OK"), ("c", Self.cancelled),
      ] {
        client.send("CONFIRM\n")
        let dialog = try fixture.dialog(after: last)
        try dialog.tapUntilAnswered(key, with: [.alt])
        #expect(try client.reply() == [reply], "\(key)")
        last = dialog
      }
    }

    @Test(.onlyInAll("waits for timeouts"))
    func `closes a dialog after its timeout, but not while the user types`() throws {
      let fixture = try DialogFixture()
      var client = try start(fixture)
      #expect(try client.request("SETTIMEOUT 1") == ["OK"])
      #expect(try client.request("GETPIN") == ["S ERROR tactile.? 83886142 ", Self.timedOut])
      #expect(try client.request("CONFIRM") == ["S ERROR tactile.? 83886142 ", Self.timedOut])
      try fixture.waitForNoDialog()
      #expect(try client.request("SETTIMEOUT 10") == ["OK"])
      client.send("GETPIN\n")
      let dialog = try fixture.dialog()
      try dialog.input.type("a")
      try dialog.window.ping()
      // A dialog that appears later, with the same timeout from the option of the command line. When its timeout has
      // passed, that of the first dialog would have passed, too.
      var other = try start(fixture, ["--timeout=10"])
      #expect(try other.request("GETPIN").last == Self.timedOut)
      try dialog.waitForFocus()
      try dialog.answer("b")
      #expect(try client.reply() == ["D ab", "OK"])
    }

    @Test(.onlyInAll("rare use")) func `inquires the quality, and reports a repeated passphrase`() throws {
      let fixture = try DialogFixture()
      var client = try start(fixture)
      for request in ["SETQUALITYBAR Quality", "SETREPEAT Again", "SETREPEATERROR different"] {
        #expect(try client.request(request) == ["OK"])
      }
      client.send("GETPIN\n")
      let dialog = try fixture.dialog()
      try dialog.input.type("a b+%41")
      #expect(try client.reply() == ["INQUIRE QUALITY a+b%2B%2541"])
      // The user may answer before the client does.
      try dialog.input.tap("Return")
      try dialog.answer("a b+%41")
      client.send("D 100\nEND\n")
      var lines = try client.reply()
      while lines.first?.hasPrefix("INQUIRE") == true {
        client.send("D 10\nEND\n")
        lines = try client.reply()
      }
      #expect(lines == ["S PIN_REPEATED", "D a b+%2541", "OK"])
    }

    /// The buffer of gpg-agent has 255 bytes.
    @Test(.onlyInAll("rare use")) func `refuses a passphrase of more than 255 bytes`() throws {
      let fixture = try DialogFixture()
      var client = try start(fixture)
      client.send("GETPIN\n")
      let (dialog, text) = (try fixture.dialog(), String(repeating: "a", count: 255))
      try dialog.answer(text + "b")
      try dialog.waitForErrors()
      try dialog.input.tap("BackSpace")
      try dialog.input.tap("Return")
      #expect(try client.reply() == ["D \(text)", "OK"])
    }

    @Test(.onlyInAll("rare use")) func `lets the client refuse a new passphrase`() throws {
      let fixture = try DialogFixture()
      var client = try start(fixture)
      for request in ["OPTION constraints-enforce", "SETREPEAT Again"] {
        #expect(try client.request(request) == ["OK"])
      }
      client.send("GETPIN\n")
      let dialog = try fixture.dialog()
      try dialog.answer("short")
      try dialog.answer("short")
      #expect(try client.reply() == ["INQUIRE CHECKPIN short"])
      client.send("D Too short%0AUse a longer one\nEND\n")
      try dialog.waitForErrors()
      try dialog.input.tap("Return")
      #expect(try client.reply() == ["INQUIRE CHECKPIN short"])
      // gpg-agent ends an answer without data twice.
      client.send("END\nEND\n")
      #expect(try client.reply() == ["S PIN_REPEATED", "D short", "OK"])
      #expect(try client.request("NOP") == ["OK"])
    }

    @Test(.onlyInAll("rare use"))
    func `fills in the passphrase that the client generates, or one of its own`() throws {
      let fixture = try DialogFixture()
      var client = try start(fixture)
      var last: OpenDialog?
      for answer in ["D zbase%2532\nEND\n", "CAN\n", "END\n"] {
        #expect(try client.request("SETDESC \(answer.prefix(3))") == ["OK"])
        for request in ["SETREPEAT Again", "SETGENPIN Suggest"] {
          #expect(try client.request(request) == ["OK"])
        }
        client.send("GETPIN\n")
        let dialog = try fixture.dialog(after: last)
        last = dialog
        // Past two fields with their reveal buttons.
        try dialog.input.tap("Tab", times: 4)
        try dialog.input.tap("space")
        #expect(try client.reply() == ["INQUIRE GENPIN"])
        let before = try dialog.window.settledScreenshot()
        client.send(answer)
        // The program may read the answer after a key that follows it.
        let text = ColorMatch(.init(hex: 0x1C1C1E), tolerance: 60)
        _ = try dialog.window.waitFor("the generated passphrase") {
          $0.boundsOfNewPixels(of: text, comparedTo: before)
        }
        try dialog.input.tap("o", with: [.alt])
        let lines = try client.reply()
        #expect(lines.first == "S PIN_REPEATED" && lines.last == "OK", "\(answer)")
        let data = try #require(lines.dropFirst().first)
        #expect(
          answer.hasPrefix("D ") ? data == "D zbase%2532" : data.contains(/^D \w+(\W\w+){2,}/), "\(data)")
      }
    }

    @Test(.onlyInAll("rare use")) func `answers requests that are sent together before the end of the input`()
      throws
    {
      let fixture = try DialogFixture()
      var client = try start(fixture)
      client.send("SETTITLE rbw\nSETPROMPT Master Password\nSETDESC Unlock\nGETPIN\n")
      client.closeInput()
      for _ in 0..<3 { #expect(try client.reply() == ["OK"]) }
      let dialog = try fixture.dialog()
      #expect(dialog.window.title == "rbw")
      try dialog.answer("secret")
      #expect(try client.reply() == ["D secret", "OK"])
      #expect(try client.process.waitForExit(within: .defaultTimeout) == .exited(0))
    }

    @Test(.onlyInAll("rare use")) func `keeps the window of a wrong passphrase`() throws {
      let fixture = try DialogFixture()
      var client = try start(fixture)
      client.send("GETPIN\n")
      let first = try fixture.dialog()
      try first.answer("wrong")
      #expect(try client.reply() == ["D wrong", "OK"])
      #expect(try client.request("SETERROR Bad passphrase (try 2 of 3)") == ["OK"])
      client.send("GETPIN\n")
      let again = try fixture.dialogWithError(after: first)
      try again.answer("right")
      #expect(try client.reply() == ["D right", "OK"])
      // A dialog for another process is another one, which names that process. An error before the first answer.
      let owner = "owner=\(getpid()) \(String(decoding: hostName ?? [], as: UTF8.self))"
      for line in ["OPTION \(owner)", "SETERROR Bad passphrase"] {
        #expect(try client.request(line) == ["OK"])
      }
      client.send("GETPIN\n")
      let second = try fixture.dialog(after: again)
      try second.waitForErrors()
      try second.input.tap("Escape")
      #expect(try client.reply() == [Self.cancelled])
    }

    @Test(.onlyInAll("rare use")) func `ends when its client closes the pipe`() throws {
      let fixture = try DialogFixture()
      for request in ["GETPIN", "CONFIRM", "NOP"] {
        for action in ["output", "SIGINT", "input"] {
          var client = try start(fixture)
          client.send(request + "\n")
          if request == "NOP" { _ = try client.reply() } else { _ = try fixture.dialog() }
          // The end of the input alone does not end a dialog.
          if action == "input", request != "NOP" { continue }
          switch action {
          case "output": client.closeOutput()
          case "SIGINT": client.process.send(SIGINT)
          default: client.closeInput()
          }
          #expect(
            try client.process.waitForExit(within: .defaultTimeout) == .exited(0), "\(request), \(action)")
          try fixture.waitForNoDialog()
        }
        try fixture.waitForNoDialog()
      }
    }

    @Test(.onlyInAll("rare use")) func `starts another program without a display`() throws {
      let fixture = try DialogFixture()
      let directory = "\(fixture.path)/bin"
      mkdir(directory, 0o700)
      for name in ["pinentry-curses", "other"] {
        try write("#!/bin/sh\necho \(name) \"$@\"\n", toFile: "\(directory)/\(name)")
        chmod("\(directory)/\(name)", 0o700)
      }
      let path = "\(directory):/usr/bin:/bin"
      for (variables, name) in [
        ([:], "pinentry-curses"), (["TACTILE_PINENTRY_FALLBACK": "other"], "other"),
        (["TACTILE_PINENTRY_FALLBACK": "\(directory)/other"], "other"),
      ] as [([String: String], String)] {
        for display in ["", ":987"] {
          let result = try fixture.run(
            fixture.pinentry, ["--ttyname", "/dev/pts/0", "-g"],
            with: variables.merging(["DISPLAY": display, "PATH": path]) { $1 })
          #expect(result.output == "\(name) --ttyname /dev/pts/0 -g\n")
          #expect(result.termination == .exited(0))
        }
      }
      // A program that is started without standard streams gets some, which it cannot use by mistake.
      let paths = "/proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2"
      let script = "#!/bin/sh\nstreams=$(readlink \(paths))\necho \"$streams\" > $HOME/streams\n"
      try write(script, toFile: "\(directory)/other")
      let closed = try fixture.run(
        "/bin/sh", ["-c", "exec \(fixture.pinentry) <&- >&- 2>&-"],
        with: ["DISPLAY": ":987", "TACTILE_PINENTRY_FALLBACK": "\(directory)/other"])
      #expect(closed.termination == .exited(0))
      #expect(try contents(ofFile: "\(fixture.path)/streams") == "/dev/null\n/dev/null\n/dev/null\n")
      let missing = try fixture.run(
        fixture.pinentry, with: ["DISPLAY": ":987", "TACTILE_PINENTRY_FALLBACK": "/nonexistent"])
      #expect(missing.termination == .exited(3) && missing.output.isEmpty)
      #expect(missing.errors.split(separator: "\n").count == 1)
    }
  }

  @Suite struct `Pinentry of another terminal` {
    @Test(.onlyInAll("rare use"), arguments: ["USE_TTY=1", "a,USE_CURSES=1"])
    func `asks if the user wants it`(data: String) throws {
      let fixture = try DialogFixture()
      let result = try fixture.run(
        fixture.pinentry, ["-g"],
        with: ["PINENTRY_USER_DATA": data, "TACTILE_PINENTRY_FALLBACK": "/bin/echo"])
      #expect(result.output == "-g\n")
    }

    @Test(.onlyInAll("rare use")) func `is replaced by a window, with a warning, if it cannot be started`()
      throws
    {
      let fixture = try DialogFixture()
      let result = try fixture.run(
        fixture.pinentry,
        with: ["PINENTRY_USER_DATA": "USE_TTY=1", "TACTILE_PINENTRY_FALLBACK": "/nonexistent"])
      #expect(result.output.hasPrefix("OK ") && result.termination == .exited(0))
      #expect(
        result.errors.contains("no pinentry for the terminal can be started; asking in a window\n"),
        "\(result.errors)")
    }

    /// The other program takes over in the conversation: its greeting is the reply to the option.
    @Test(.onlyInAll("rare use"), arguments: [true, false])
    func `asks for a program that ssh has started without a display`(hasDisplay: Bool) throws {
      let fixture = try DialogFixture()
      let display = hasDisplay ? ["DISPLAY": "localhost:10"] : ["DISPLAY": ""]
      let owner = try ChildProcess(
        "sleep", ["600"],
        environment: display.merging(["SSH_TTY": "/dev/pts/9", "PATH": "/usr/bin:/bin"]) { $1 },
        redirections: [.discard(1)])
      var client = try fixture.start(
        fixture.pinentry, ["-g"], with: ["TACTILE_PINENTRY_FALLBACK": "/bin/echo"])
      #expect(try client.line() == "OK Pleased to meet you")
      client.send("OPTION ttyname=/dev/pts/9\n")
      #expect(try client.reply() == ["OK"])
      client.send("OPTION owner=\(owner.pid) \(String(decoding: hostName ?? [], as: UTF8.self))\n")
      #expect(try client.line() == (hasDisplay ? "OK" : "-g --ttyname /dev/pts/9"))
    }
  }

  @Suite(.needs(.keyring)) struct `Pinentry with a keyring` {
    @Test(.onlyInAll("rare use")) func `stores a passphrase, finds it the next time, and forgets it`() throws
    {
      let fixture = try DialogFixture()
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      let variables = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
      func start(_ fixture: borrowing DialogFixture) throws -> DialogClient {
        var client = try fixture.start(fixture.pinentry, with: variables)
        _ = try client.reply()
        for request in ["OPTION allow-external-password-cache", "SETKEYINFO n/0123456789ABCDEF"] {
          #expect(try client.request(request) == ["OK"])
        }
        return client
      }
      var first = try start(fixture)
      first.send("GETPIN\n")
      let dialog = try fixture.dialog()
      try dialog.input.type("tulips & 100%")
      // Past the reveal button.
      try dialog.input.tap("Tab", times: 2)
      try dialog.input.tap("space")
      try dialog.input.tap("Tab", with: [.shift], times: 2)
      try dialog.input.tap("Return")
      #expect(try first.reply() == ["D tulips & 100%25", "OK"])
      // The process ends after the passphrase is stored.
      #expect(try first.request("BYE") == ["OK closing connection"])
      #expect(try first.process.waitForExit(within: .defaultTimeout) == .exited(0))
      #expect(try !keyring.contents().isEmpty)
      try fixture.waitForNoDialog()

      var second = try start(fixture)
      #expect(try second.request("GETPIN") == ["S PASSWORD_FROM_CACHE", "D tulips & 100%25", "OK"])
      // After a wrong passphrase, the user is asked.
      #expect(try second.request("SETERROR Bad passphrase") == ["OK"])
      second.send("GETPIN\n")
      try fixture.dialog().input.tap("Escape")
      #expect(try second.reply().last?.hasPrefix("ERR 83886179 ") == true)
      #expect(try second.request("CLEARPASSPHRASE n/0123456789ABCDEF") == ["OK"])
      #expect(
        try second.request("CLEARPASSPHRASE n/0123456789ABCDEF").first?.hasPrefix("ERR 83886340 ") == true)
      try fixture.waitForNoDialog()

      var third = try start(fixture)
      third.send("GETPIN\n")
      try fixture.dialog().input.tap("Escape")
      #expect(try third.reply().last?.hasPrefix("ERR 83886179 ") == true)
    }

    @Test(.onlyInAll("rare use")) func `asks the user without a keyring`() throws {
      let fixture = try DialogFixture()
      let bus = try IsolatedSessionBus()
      var client = try fixture.start(fixture.pinentry, with: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      _ = try client.reply()
      for request in ["OPTION allow-external-password-cache", "SETKEYINFO n/0123456789ABCDEF"] {
        #expect(try client.request(request) == ["OK"])
      }
      client.send("GETPIN\n")
      try fixture.dialog().answer("secret")
      #expect(try client.reply() == ["D secret", "OK"])
      #expect(
        try client.request("CLEARPASSPHRASE n/0123456789ABCDEF").first?.hasPrefix("ERR 83886337 ") == true)
    }
  }
}

extension OpenDialog {
  /// Presses a key. In a confirmation, presses it again until the dialog is answered.
  fileprivate func tapUntilAnswered(_ key: String, with modifiers: [InputSimulator.ModifierKey] = []) throws {
    if window.title == "Confirm" {
      try tap(key, with: modifiers)
    } else {
      try input.tap(key, with: modifiers)
    }
  }
}
