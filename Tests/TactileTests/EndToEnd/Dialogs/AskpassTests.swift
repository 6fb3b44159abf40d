import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Askpass dialog` {
    /// A result without an answer.
    private static let cancelled = DialogClient.Result(termination: .exited(1), output: "", errors: "")

    private static let hostKeyPrompt = """
      The authenticity of host 'example.com (192.0.2.1)' can't be established.
      ED25519 key fingerprint is SHA256:2OD6ilLbBkGrPEvd8RPZnu5kfdO9MBeCsBdVtuoBFEk.
      This key is not known by any other names.
      Are you sure you want to continue connecting (yes/no/[fingerprint])?\u{20}
      """

    @Test func `prints the answer and a line feed`() throws {
      let fixture = try DialogFixture()
      for (prompt, answer) in [
        ("Password: ", "caf\u{E9} & 100%"), ("Enter PIN for 'token': ", ""), ("Username: ", ""),
      ] {
        var client = try fixture.start(fixture.askpass, [prompt])
        try fixture.dialog().answer(answer)
        #expect(
          try client.result()
            == DialogClient.Result(termination: .exited(0), output: answer + "\n", errors: ""))
      }
    }

    @Test func `prints nothing when it is cancelled, closed or ended by a signal`() throws {
      let fixture = try DialogFixture()
      for name in ["Escape", "Cancel", "close", "SIGTERM", "SIGINT", "SIGHUP"] {
        var client = try fixture.start(fixture.askpass, ["Enter passphrase for key 'a': "])
        let dialog = try fixture.dialog()
        try dialog.input.type("secret")
        switch name {
        case "Escape": try dialog.input.tap("Escape")
        case "Cancel": try dialog.input.tap("c", with: [.alt])
        case "close": dialog.window.requestClose()
        case "SIGTERM": client.process.send(SIGTERM)
        case "SIGINT": client.process.send(SIGINT)
        default: client.process.send(SIGHUP)
        }
        #expect(try client.result() == Self.cancelled, "\(name)")
      }
    }

    @Test(.onlyInAll("rare use")) func `refuses an answer of more than 1023 bytes`() throws {
      let fixture = try DialogFixture()
      var client = try fixture.start(fixture.askpass, ["Password: "])
      let dialog = try fixture.dialog()
      try dialog.answer(String(repeating: "a", count: 1022) + "\u{E9}")
      try dialog.waitForErrors()
      try dialog.input.tap("BackSpace")
      try dialog.answer("b")
      let output = String(repeating: "a", count: 1022) + "b\n"
      #expect(try client.result() == DialogClient.Result(termination: .exited(0), output: output, errors: ""))
    }

    @Test(.onlyInAll("rare use"), arguments: [["askpass", "Password: "], ["tokens"], ["new-password"]])
    func `closes the dialog when the reader of the answer closes the pipe`(command: [String]) throws {
      let fixture = try DialogFixture()
      var client = try fixture.startProgram(command)
      try fixture.dialog().input.type("secret")
      client.closeOutput()
      #expect(try client.process.waitForExit(within: .defaultTimeout) == .exited(1))
    }

    @Test(
      .onlyInAll("rare use"),
      arguments: [
        ("<&- >&-", "cannot write the answer"), (">/dev/full", "cannot write the answer"), ("<&-", ""),
      ])
    func `reports an answer that it cannot write, also with closed descriptors`(
      redirections: String, reason: String
    ) throws {
      let fixture = try DialogFixture()
      var client = try fixture.start("/bin/sh", ["-c", "exec \(fixture.askpass) Password: \(redirections)"])
      try fixture.dialog().answer("secret")
      let result = try client.result()
      #expect(result.termination == .exited(reason.isEmpty ? 0 : 1))
      #expect(result.output == (reason.isEmpty ? "secret\n" : ""))
      #expect(result.errors.isEmpty == reason.isEmpty && result.errors.contains(reason), "\(result.errors)")
      #expect(!result.errors.contains("secret"))
    }

    @Test(.onlyInAll("rare use")) func `answers a host key question by button or by fingerprint`() throws {
      let fixture = try DialogFixture()
      for (key, output) in [("y", "yes\n"), ("n", "no\n"), ("", "SHA256:2OD\n")] {
        var client = try fixture.start(fixture.askpass, [Self.hostKeyPrompt])
        let dialog = try fixture.dialog()
        switch key {
        case "":
          // Enter in the empty field gives no answer, also after the time in which the dialog accepts none.
          Deadline(after: .milliseconds(600)).wait()
          try dialog.input.tap("Return")
          try dialog.answer("SHA256:2OD")
        default: try dialog.tap(key, with: [.alt])
        }
        let expected = DialogClient.Result(termination: .exited(0), output: output, errors: "")
        #expect(try client.result() == expected, "\(key)")
      }
    }

    @Test(arguments: [
      ("Are you sure you want to continue connecting (yes/no)? ", "entry", 0, "no\n"),
      ("Allow use of key a?", "confirm", 1, ""),
    ])
    func `refuses by Enter, because the safe button has the focus`(
      prompt: String, mode: String, status: Int32, output: String
    ) throws {
      let fixture = try DialogFixture()
      var client = try fixture.start(fixture.askpass, [prompt], with: ["SSH_ASKPASS_PROMPT": mode])
      try fixture.dialog().tap("Return")
      #expect(
        try client.result() == DialogClient.Result(termination: .exited(status), output: output, errors: ""))
    }

    @Test func `shows a user name and masks a password`() throws {
      let fixture = try DialogFixture()
      for (prompt, isVisible) in [
        ("Username for 'https://a': ", true), ("Password for 'https://a': ", false),
      ] {
        var client = try fixture.start(fixture.askpass, [prompt])
        let dialog = try fixture.dialog()
        let before = try dialog.window.settledScreenshot()
        try dialog.input.type("WWWW")
        let text = ColorMatch(.init(hex: 0x1C1C1E), tolerance: 60)
        let picture = try dialog.window.settledScreenshot()
        // A letter is higher than a bullet.
        let area = try #require(picture.boundsOfNewPixels(of: text, comparedTo: before))
        #expect((area.height >= 9) == isVisible, "\(prompt) \(area)")
        try dialog.input.tap("Return")
        #expect(try client.result().output == "WWWW\n")
      }
    }
  }

  @Suite(.needs(.openSSH)) struct `Askpass dialog of OpenSSH` {
    /// Returns the variables that let OpenSSH start the program in any environment.
    private func variables(_ fixture: borrowing DialogFixture) -> [String: String] {
      [
        "SSH_ASKPASS": fixture.askpass, "SSH_ASKPASS_REQUIRE": "force",
        "SSH_AUTH_SOCK": "\(fixture.path)/agent",
      ]
    }

    /// Starts an agent and waits until it listens.
    private func startAgent(_ fixture: borrowing DialogFixture) throws -> DialogClient {
      let socket = "\(fixture.path)/agent"
      let agent = try fixture.start("ssh-agent", ["-D", "-a", socket], with: variables(fixture))
      try Deadline(after: .defaultTimeout).poll(for: "the agent") { access(socket, F_OK) == 0 ? () : nil }
      return agent
    }

    @Test func `creates a key with a passphrase and adds it after a wrong one`() throws {
      let fixture = try DialogFixture()
      let (variables, key) = (variables(fixture), "\(fixture.path)/key")
      var keygen = try fixture.start(
        "ssh-keygen", ["-q", "-t", "ed25519", "-C", "test", "-f", key], with: variables)
      let first = try fixture.dialog()
      #expect(first.window.title == "New passphrase")
      try first.answer("correct horse")
      try fixture.dialog(after: first).answer("correct horse")
      #expect(try keygen.result().termination == .exited(0))

      let agent = try startAgent(fixture)
      var cancelled = try fixture.start("ssh-add", [key], with: variables)
      try fixture.dialog().input.tap("Escape")
      #expect(try cancelled.result().termination != .exited(0))
      let list = try fixture.run("ssh-add", ["-l"], with: variables)
      #expect(list.output == "The agent has no identities.\n")

      var add = try fixture.start("ssh-add", [key], with: variables)
      let wrong = try fixture.dialog()
      #expect(wrong.window.title == "Passphrase")
      try wrong.answer("wrong horse")
      let retry = try fixture.dialog(after: wrong)
      try retry.waitForErrors()
      try retry.answer("correct horse")
      #expect(try add.result().termination == .exited(0))
      #expect(try fixture.run("ssh-add", ["-l"], with: variables).output.hasSuffix(" test (ED25519)\n"))
      withExtendedLifetime(agent.process.pid) {}
    }

    @Test func `allows or refuses the use of a key`() throws {
      let fixture = try DialogFixture()
      let (variables, key) = (variables(fixture), "\(fixture.path)/key")
      _ = try fixture.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key], with: variables)
      let agent = try startAgent(fixture)
      #expect(try fixture.run("ssh-add", ["-c", key], with: variables).termination == .exited(0))
      try write("text", toFile: "\(fixture.path)/text")
      for (answer, isAllowed) in [("y", true), ("n", false)] {
        var sign = try fixture.start(
          "ssh-keygen", ["-Y", "sign", "-f", "\(key).pub", "-n", "file", "\(fixture.path)/text"],
          with: variables)
        let dialog = try fixture.dialog()
        #expect(dialog.window.title == "Confirm")
        try dialog.tap(answer, with: [.alt])
        #expect((try sign.result().termination == .exited(0)) == isAllowed)
        #expect((access("\(fixture.path)/text.sig", F_OK) == 0) == isAllowed)
        unlink("\(fixture.path)/text.sig")
      }
      withExtendedLifetime(agent.process.pid) {}
    }

    /// OpenSSH shows a notice while a security key waits to be touched, and ends it by SIGTERM.
    @Test(.onlyInAll("rare use")) func `shows a notice without the focus until it is ended`() throws {
      let fixture = try DialogFixture()
      let other = try HostileClient(on: fixture.display.name)
      other.openWindow()
      let connection = fixture.display.connection
      let active = try Deadline(after: .defaultTimeout).poll(for: "the other window") {
        connection.window { $0.isActive && (try? $0.frame().width) == 120 }
      }
      var client = try fixture.start(
        fixture.askpass, ["Confirm user presence for key ED25519-SK"],
        with: ["SSH_ASKPASS_PROMPT": "none"])
      let dialog = try fixture.dialog()
      #expect(dialog.window.title == "Notice")
      try dialog.window.ping()
      #expect(!dialog.window.acceptsFocus)
      #expect(active.isActive && active.hasInputFocus)
      client.process.send(SIGTERM)
      #expect(try client.process.waitForExit(within: .defaultTimeout) == .exited(1))
      #expect(try client.result().output.isEmpty)
    }
  }

  @Suite struct `Askpass dialog of git and sudo` {
    @Test(.needs(.git)) func `gives git a user name and a password`() throws {
      let fixture = try DialogFixture()
      let variables = [
        "GIT_ASKPASS": fixture.askpass, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
      ]
      var git = try fixture.start("git", ["credential", "fill"], with: variables)
      git.send("protocol=https\nhost=example.com\n\n")
      let name = try fixture.dialog()
      #expect(name.window.title == "User name")
      try name.answer("grete")
      let password = try fixture.dialog(after: name)
      #expect(password.window.title == "Password")
      try password.answer("s e c r e t")
      let result = try git.result()
      #expect(result.termination == .exited(0))
      #expect(result.output.contains("username=grete\npassword=s e c r e t\n"))

      var cancelled = try fixture.start("git", ["credential", "fill"], with: variables)
      cancelled.send("protocol=https\nhost=example.com\nusername=grete\n\n")
      try fixture.dialog().input.tap("Escape")
      let failure = try cancelled.result()
      #expect(failure.termination == .exited(128) && failure.output.isEmpty)
    }

    @Test(.needs(.sudo)) func `gives sudo the password of a user`() throws {
      let fixture = try DialogFixture()
      let user = try SudoUser(password: "caf\u{E9} 100%", in: fixture)
      var accepted = try user.startSudo(in: fixture)
      let first = try fixture.dialog()
      #expect(first.window.title == "Password")
      try first.answer("wrong")
      try fixture.dialog(after: first).answer("caf\u{E9} 100%")
      let result = try accepted.result()
      #expect(result.termination == .exited(0) && result.output == "0\n", "\(result.errors)")

      var cancelled = try user.startSudo(in: fixture)
      try fixture.dialog().input.tap("Escape")
      let failure = try cancelled.result()
      #expect(failure.termination == .exited(1) && failure.output.isEmpty)
      // An empty answer would be a wrong password instead.
      #expect(failure.errors.contains("no password was provided"), "\(failure.errors)")
    }
  }
}

/// A user of the system who may use `sudo` with a password. The user is removed when this value is destroyed.
private struct SudoUser: ~Copyable {
  private let name: String
  private let rulesPath: String
  private let askpass: String
  private let environment: [String: String]

  init(password: String, in fixture: borrowing DialogFixture) throws {
    name = "tactile-test-\(getpid())"
    rulesPath = "/etc/sudoers.d/\(name)"
    environment = fixture.environment
    // The user has to reach the program.
    askpass = "\(fixture.path)/askpass"
    chmod(fixture.path, 0o711)
    let copy = try fixture.run("cp", ["-L", fixture.askpass, askpass])
    let addition = try fixture.run("useradd", ["--no-create-home", "--shell", "/bin/sh", name])
    try #require(copy.termination == .exited(0) && addition.termination == .exited(0), "\(addition.errors)")
    var chpasswd = try fixture.start("chpasswd")
    chpasswd.send("\(name):\(password)\n")
    chpasswd.closeInput()
    try #require(try chpasswd.result().termination == .exited(0))
    try write("\(name) ALL=(root) /usr/bin/id\nDefaults:\(name) timestamp_timeout=0\n", toFile: rulesPath)
    chmod(rulesPath, 0o440)
  }

  deinit {
    unlink(rulesPath)
    var process = try? ChildProcess("userdel", [name], environment: environment, redirections: [.discard(2)])
    _ = try? process?.waitForExit(within: .defaultTimeout)
  }

  /// Starts `sudo` as the user.
  func startSudo(in fixture: borrowing DialogFixture) throws -> DialogClient {
    try fixture.start(
      "setpriv", ["--reuid", name, "--regid", name, "--clear-groups", "sudo", "-A", "id", "-u"],
      with: ["SUDO_ASKPASS": askpass, "HOME": fixture.path])
  }
}
