import DBus
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`Accessibility` {
  /// The messages on the session bus and the accessibility bus, which are the same bus here.
  @Suite struct `Messages` {
    @Test(
      arguments: cases([
        "window", "askpass", "pinentry", "new-password", "ask-password-agent", "polkit-agent",
      ]))
    func `contain no part of a password that is typed and shown`(program: String) throws {
      let (bus, password) = (try FakeAccessibilityBus(), SearchedProcess.randomPassword())
      let recorder = try BusRecorder(of: bus.daemon)
      if program == "window" {
        let session = try Program.start(environment: bus.environment)
        try bus.typeAndShow(password, by: session.input)
      } else if program == "polkit-agent" {
        let polkit = try FakePolkit()
        let agent = try polkit.startAgent(with: bus.environment)
        try polkit.begin("a")
        try bus.typeAndShow(password, by: try polkit.dialogs.dialog().input)
        withExtendedLifetime(agent.process.pid) {}
      } else {
        let fixture = try DialogFixture()
        let isPinentry = program == "pinentry"
        try fixture.writeSubjects()
        let arguments = program.hasSuffix("agent") ? [program, "--directory", fixture.path] : [program]
        let client = try fixture.start(
          isPinentry ? fixture.pinentry : Program.path, isPinentry ? [] : arguments, with: bus.environment)
        if isPinentry { client.send("GETPIN\n") }
        let dialog = try fixture.dialog()
        try bus.typeAndShow(password, by: dialog.input)
        withExtendedLifetime(client.process.pid) {}
      }
      try bus.expectAbsent(password, in: recorder)
    }

    @Test(arguments: [(button: "Characters", length: 6), ("Words", 12)])
    func `contain no part of a password that is generated, shown and accepted`(button: String, length: Int)
      throws
    {
      let bus = try FakeAccessibilityBus()
      let fixture = try DialogFixture()
      let recorder = try BusRecorder(of: bus.daemon)
      var client = try fixture.startProgram(["new-password"], with: bus.environment)
      let dialog = try fixture.dialog()
      try bus.wait(for: "the program") { bus.program != nil }
      dialog.pause()
      try bus.press(button)
      // The same in both fields.
      try bus.wait(for: "the bullets") { bus.bulletCount >= 2 * 16 }
      try bus.press("Show password")
      try bus.readTexts()
      try bus.press("OK")
      let output = try client.result().output
      try bus.expectAbsent(String(output.dropLast()), length: length, in: recorder)
    }

    @Test func `are three without a screen reader, and none while keys are typed`() throws {
      let bus = try FakeAccessibilityBus(isEnabled: false)
      let recorder = try BusRecorder(of: bus.daemon)
      let session = try Program.start(environment: bus.environment)
      func calls() -> [BusRecorder.Message] {
        recorder.messages.filter { $0.isCall && $0.contains("org.a11y") }
      }
      try bus.wait(for: "the question") { calls().count >= 3 }
      let program = try #require(calls().first).sender
      try session.input.type("Zq7#")
      _ = try session.screenshotWithStrength()
      let count = recorder.messages.count { $0.sender == program }
      try session.expectChange("the bullets") { try $0.type("kW") }
      #expect(recorder.messages.count { $0.sender == program } == count)
      #expect(calls().count == 3)
    }

    @Test func `go to the bus that the environment names, or to none`() throws {
      let bus = try FakeAccessibilityBus()
      let recorder = try BusRecorder(of: bus.daemon)
      let silent = try Program.start(environment: bus.environment.merging(["NO_AT_BRIDGE": "1"]) { $1 })
      try bus.wait(for: "the settings") {
        recorder.messages.contains { $0.contains("org.freedesktop.portal") }
      }
      try silent.window.ping()
      #expect(!recorder.messages.contains { $0.contains("org.a11y") })
      let session = try Program.start(
        environment: [
          "AT_SPI_BUS_ADDRESS": bus.daemon.address, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none",
        ])
      try bus.wait(for: "the program") { bus.program != nil }
      #expect(try bus.tree().children.count == 1)
      withExtendedLifetime(session) {}
    }

    @Test(.onlyInAll("takes seconds")) func `come and go with the screen reader, and leave nothing`() throws {
      let bus = try FakeAccessibilityBus(isEnabled: false)
      let session = try Program.start(environment: bus.environment)
      let pid = session.program.pid
      func use(times count: Int) throws -> (descriptors: Int, memory: Int) {
        for _ in 0..<count {
          bus.program = nil
          try bus.setEnabled(true)
          try bus.wait(for: "the program") { bus.program != nil }
          _ = try bus.tree()
          try bus.setEnabled(false)
          let owner = try #require(bus.program)
          try bus.wait(for: "the end of the connection") { try !bus.hasOwner(owner) }
        }
        try session.window.ping()
        return (try names(inDirectory: "/proc/\(pid)/fd").count, try MemoryUsage(of: pid).anonymous)
      }
      let before = try use(times: 10)
      let after = try use(times: 50)
      #expect(after.descriptors == before.descriptors)
      #expect(after.memory - before.memory < 500_000)
    }
  }

  @Suite struct `Requests` {
    @Test func `for the focus activate the window`() throws {
      let bus = try FakeAccessibilityBus()
      let session = try Program.start(environment: bus.environment)
      try bus.wait(for: "the program") { bus.program != nil }
      let other = try OtherAppWindow(on: session.display.name)
      try bus.wait(for: "the other window") { !session.window.hasInputFocus }
      let label = try #require(try bus.tree().all.first { $0.role == "label" })
      #expect(try bus.call("GrabFocus", of: "Component", at: label.path) == [.boolean(false)])
      let field = try #require(try bus.tree().all.first { $0.role == "entry" })
      #expect(try bus.call("GrabFocus", of: "Component", at: field.path) == [.boolean(true)])
      try bus.wait(for: "the focus") { session.window.isActive && session.window.hasInputFocus }
      try session.input.type("x")
      try bus.wait(for: "the text") {
        bus.events.contains { $0.hasPrefix("TextChanged") && $0.contains("\"x\"") }
      }
      withExtendedLifetime(other) {}
    }

    @Test func `find no window while the screen is locked`() throws {
      let bus = try FakeAccessibilityBus()
      let locker = try FakeScreenLocker(on: bus.daemon)
      let session = try Program.start(environment: bus.environment)
      try bus.wait(for: "the program") { bus.program != nil }
      for isLocked in [true, false] {
        try locker.emitActiveChanged(isLocked)
        try bus.wait(for: "the lock") {
          try bus.call("GetChildren", at: FakeAccessibilityBus.root).first?.elements?.isEmpty == isLocked
        }
      }
      withExtendedLifetime(session) {}
    }

    @Test(.onlyInAll("takes seconds"))
    func `in a flood, of a client that stops, and on a bus that stops, leave typing alone`() throws {
      let bus = try FakeAccessibilityBus()
      let session = try Program.start(environment: bus.environment)
      try bus.wait(for: "the program") { bus.program != nil }
      _ = try bus.tree()
      let memory = try MemoryUsage(of: session.program.pid).anonymous
      /// Returns a client that has sent this number of calls, and has read few of the replies.
      func client(calling count: Int) throws -> Bus {
        let client = try Bus(at: try #require(BusAddress(bus.daemon.address)))
        for _ in 0..<count {
          try client.call(
            "GetChildren", of: "org.a11y.atspi.Accessible", at: "/org/a11y/atspi/accessible/1",
            ownedBy: try #require(bus.program))
        }
        try bus.wait(for: "the calls") {
          client.exchange()
          return client.outgoingSize == 0
        }
        return client
      }
      var stopped: Bus? = try client(calling: 1000)
      var flooding: Bus? = try client(calling: 50_000)
      try session.input.type("Zq7#")
      try bus.wait(for: "the bullets") { bus.bulletCount == 4 }
      withExtendedLifetime((stopped, flooding)) {}
      (stopped, flooding) = (nil, nil)
      #expect(try bus.tree().children.count == 1)
      bus.daemon.suspend()
      try session.expectChange("a bullet of a stopped bus") { try $0.type("kWkWkW") }
      bus.daemon.resume()
      try bus.wait(for: "the bullets") { bus.bulletCount == 10 }
      #expect(try MemoryUsage(of: session.program.pid).anonymous - memory < 20_000_000)
    }
  }
}

extension FakeAccessibilityBus {
  /// Types a password, shows it, and asks for everything that the program tells about it.
  fileprivate func typeAndShow(_ password: String, by input: InputSimulator) throws {
    try wait(for: "the program") { self.program != nil }
    try input.type(password)
    try wait(for: "the bullets") { self.bulletCount == password.count }
    try press("Show password")
    try wait(for: "the revealed text") {
      self.events.contains { $0.hasPrefix("StateChanged") && $0.contains("pressed") }
    }
    try readTexts()
    for key in ["Left", "BackSpace"] { try input.tap(key) }
    try wait(for: "the deletion") { self.events.contains { $0.contains("delete") } }
  }

  /// Performs the action of the first object with a name.
  fileprivate func press(_ name: String) throws {
    let objects = try tree().all
    let object = try #require(
      objects.first { $0.name == name && $0.interfaces.contains("org.a11y.atspi.Action") }, "\(objects)")
    #expect(try call("DoAction", of: "Action", at: object.path, [.int32(0)]) == [.boolean(true)])
  }

  /// Asks for the text of each object in several ways.
  fileprivate func readTexts() throws {
    for object in try tree().all where object.interfaces.contains("org.a11y.atspi.Text") {
      _ = try call("GetText", of: "Text", at: object.path, [.int32(0), .int32(-1)])
      for unit in 0..<UInt32(5) {
        _ = try call("GetStringAtOffset", of: "Text", at: object.path, [.int32(3), .uint32(unit)])
        _ = try call("GetTextAtOffset", of: "Text", at: object.path, [.int32(3), .uint32(unit)])
      }
    }
  }

  /// Searches all messages for a password. At the end, the password is sent, which the search must find.
  ///
  /// - Parameter length: The number of characters that other messages do not have by chance.
  fileprivate func expectAbsent(_ password: String, length: Int = 6, in recorder: BusRecorder) throws {
    let secret = SecretPatterns(of: password, length: length)
    #expect(recorder.parts(of: secret).isEmpty)
    #expect(recorder.messages.count { $0.sender == program } > 20)
    try client.emit("Control", of: "org.example.Control", at: "/", [.string(password)])
    try wait(for: "the control") { recorder.messages.contains { $0.contains("org.example.Control") } }
    #expect(recorder.parts(of: secret).count { $0.encoding == .utf8 } == secret.countPerEncoding)
  }
}
