import DBus
import Glibc
import ScreenDriver
import System
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Accessible dialogs` {
    /// A dialog with a short text.
    struct Case: CustomTestStringConvertible {
      let command: [String]
      /// The lines that the client of pinentry sends.
      var requests: [String] = []
      /// The roles and the names of the objects that the user can use.
      let objects: [String]
      /// A text of one or two words, or an error, that describes the object with the focus.
      let description: String
      /// The process that asks. `nil` if the dialog does not tell it.
      var asker: Int32? = getpid()

      var testDescription: String { command.joined(separator: " ") }
    }

    private static let cases = [
      Case(
        command: ["askpass", "Unlock it"],
        objects: [
          "password text Password", "toggle button Show password", "push button Cancel", "push button OK",
        ],
        description: "Unlock it"),
      Case(
        command: ["pinentry"],
        requests: [
          "OPTION owner=\(getppid()) \(String(decoding: hostName ?? [], as: UTF8.self))",
          "SETDESC Unlock%20it", "SETPROMPT Smartcard:", "SETERROR Bad PIN. 2 tries left.", "GETPIN",
        ],
        objects: [
          "password text Smartcard", "toggle button Show password", "push button Cancel", "push button OK",
        ],
        description: "Unlock it Bad PIN. 2 tries left.", asker: getppid()),
      Case(
        command: ["confirm", "--ok-label", "Remove", "Remove build?"],
        objects: ["push button Cancel", "push button Remove"], description: "Remove build?"),
      Case(
        command: ["message", "Backup done"], objects: ["push button OK"], description: "Backup done",
        asker: nil),
      Case(
        command: ["new-password", "--text", "Backup password"],
        objects: [
          "password text Enter password", "toggle button Show password", "password text Re-enter password",
          "push button Characters", "push button Words", "push button Cancel", "push button OK",
        ], description: "Backup password"),
      Case(
        command: ["tokens", "--text", "Mail recipients"],
        objects: [
          "list box Mail recipients", "entry New token", "push button Cancel", "push button OK",
        ],
        description: "Mail recipients"),
      Case(
        command: ["ask-password-agent", "--directory"],
        objects: [
          "password text Password", "toggle button Show password", "push button Cancel", "push button OK",
        ],
        description: "Disk key"),
    ]

    /// Returns the start of the details about a process: its user, its start and its command.
    private static func details(of asker: Int32?) -> String {
      guard let process = asker.flatMap(ProcessInformation.init(of:)) else { return "" }
      let user = UserAccount(id: process.realUser)?.name ?? "\(process.realUser)"
      return "\(process.id), user \(user), started \(process.localStartTime); \(process.name): "
    }

    @Test(arguments: cases) func `name each object, and read a short text with the focus`(dialog: Case) throws
    {
      let bus = try FakeAccessibilityBus()
      let fixture = try DialogFixture()
      var command = dialog.command
      if command.last == "--directory" {
        let question = "[Ask]\nPID=\(getpid())\nSocket=\(fixture.path)/none\nMessage=Disk key\n"
        try write(question, to: "\(fixture.path)/ask.1")
        command.append(fixture.path)
      }
      let client = try fixture.startProgram(command, with: bus.environment)
      for request in dialog.requests { client.send(request + "\n") }
      try bus.wait(for: "the program") { bus.program != nil }
      var objects: [FakeAccessibilityBus.Node] = []
      try bus.wait(for: "the dialog") {
        objects = try bus.tree().all
        // The command of the program that asks is read in the background.
        let hasCommand = objects.contains { $0.description.contains(Self.details(of: dialog.asker)) }
        return hasCommand && objects.contains { $0.role == "dialog" && !$0.children.isEmpty }
      }
      let origins = objects.map(\.name).filter { $0.contains("asked by") }
      let asker = dialog.asker.flatMap { ProcessInformation(of: $0)?.name }
      #expect(origins.count == (asker == nil ? 0 : 1), "\(objects)")
      #expect(origins.allSatisfy { $0.hasPrefix("Not verified: asked by \(asker ?? "")") }, "\(origins)")
      let usable = Set(["Action", "Text", "Selection"].map { "org.a11y.atspi.\($0)" })
      let names = objects.filter { !usable.isDisjoint(with: $0.interfaces) }.map { "\($0.role) \($0.name)" }
      #expect(Set(names).isSuperset(of: dialog.objects), "\(names)")
      #expect(objects.allSatisfy { !$0.name.isEmpty && $0.name != $0.description }, "\(objects)")
      let described = objects.filter { $0.description.hasPrefix(dialog.description) }
      #expect(described.count == 1 && !usable.isDisjoint(with: described[0].interfaces), "\(objects)")
      let others = described.map { $0.description.dropFirst(dialog.description.count) }
      #expect(others.allSatisfy { !$0.contains(dialog.description) }, "\(objects)")
      // A screen reader reads the labels of three words or more when the dialog opens.
      let labels = objects.filter { $0.role == "label" && $0.name.contains(" ") }.map(\.name)
      let repeated = labels.filter { label in objects.contains { $0.description.contains(label) } }
      #expect(repeated.allSatisfy { $0.count { $0 == " " } < 2 }, "\(objects)")
    }

    /// A screen reader reads each label of three words or more when the dialog opens.
    @Test(arguments: [
      ["askpass"], ["confirm"], ["message"], ["new-password", "--text"], ["tokens", "--text"],
    ]) func `read a long text once`(command: [String]) throws {
      let bus = try FakeAccessibilityBus()
      let fixture = try DialogFixture()
      let text = "This text of seven words is long"
      let program = try fixture.startProgram(command + [text], with: bus.environment)
      var objects: [FakeAccessibilityBus.Node] = []
      try bus.wait(for: "the dialog") {
        objects = bus.program == nil ? [] : try bus.tree().all
        return objects.contains { $0.role == "dialog" && !$0.children.isEmpty }
      }
      #expect(objects.count { $0.role == "label" && $0.name == text } == 1, "\(objects)")
      #expect(!objects.contains { $0.description.contains(text) }, "\(objects)")
      program.process.send(SIGTERM)
    }

    /// ssh-agent leaves the connection of its client, and the socket on which it listens, to the dialog.
    @Test(arguments: [1, 2]) func `name the client of ssh-agent, if there is one`(clientCount: Int) throws {
      let bus = try FakeAccessibilityBus()
      let fixture = try DialogFixture()
      let python = try #require(realpath("/usr/bin/python3", nil))
      defer { free(python) }
      try #require(symlink(python, "\(fixture.path)/ssh-agent") == 0)
      let client = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.recv(1)"
      let agent = """
        import socket, subprocess, sys
        s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()
        clients = [subprocess.Popen(["/usr/bin/python3", "-c", sys.argv[2], sys.argv[1]]) for _ in range(\(clientCount))]
        sockets = [s] + [s.accept()[0] for _ in clients]
        subprocess.call([sys.argv[3], "Allow?"], pass_fds=[s.fileno() for s in sockets])
        """
      let program = try fixture.start(
        "\(fixture.path)/ssh-agent", ["-c", agent, "\(fixture.path)/agent", client, fixture.askpass],
        with: bus.environment)
      defer { program.process.send(SIGKILL) }
      var origin: (name: String, description: String)?
      try bus.wait(for: "the origin") {
        origin =
          try bus.program == nil
          ? nil
          : bus.tree().all.first { $0.name.hasPrefix("Not verified") }.map { ($0.name, $0.description) }
        return origin != nil
      }
      let (known, unknown) = ("by python3.* ← ssh-agent ←", "by ssh-agent ← .*, for an unknown program$")
      let (found, agentID) = (try #require(origin), program.process.pid)
      #expect(try found.name.contains(Regex(clientCount == 1 ? known : unknown)), "\(found)")
      // The agent is not replaced.
      #expect(found.description.hasPrefix("\(agentID), "), "\(found)")
    }

    /// Orca before 45 does not take its commands from the program.
    @Test(arguments: [true, false]) func `ignore commands of Orca while a client listens`(isEnabled: Bool)
      throws
    {
      let bus = try FakeAccessibilityBus(isEnabled: isEnabled)
      let fixture = try DialogFixture()
      var client = try fixture.startProgram(["askpass", "Password:"], with: bus.environment)
      if isEnabled {
        try bus.wait(for: "the program") { bus.program != nil }
        // It has handled the reply about the clients that listen.
        _ = try bus.tree()
      }
      let dialog = try fixture.dialog()
      try dialog.input.type("a")
      for modifier in ["Insert", "Caps_Lock"] {
        try dialog.input.press(key: modifier)
        try dialog.input.tap("t")
        try dialog.input.release(key: modifier)
        // Caps Lock is off again.
        if modifier == "Caps_Lock" { try dialog.input.tap(modifier) }
      }
      // With Num Lock, the same key types a digit.
      try dialog.input.tap("Num_Lock")
      try dialog.input.press(key: "KP_Insert")
      try dialog.input.tap("5")
      try dialog.input.release(key: "KP_Insert")
      try dialog.input.tap("KP_Enter")
      try dialog.answer("b")
      let output = isEnabled ? "a05b\n" : "atT05\n"
      #expect(try client.result() == DialogClient.Result(termination: .exited(0), output: output, errors: ""))
    }

    @Test(arguments: ["askpass", "askpass --grab", "pinentry"])
    func `grab the keyboard while a client listens only with --grab`(command: String) throws {
      let bus = try FakeAccessibilityBus(isEnabled: false)
      let fixture = try DialogFixture()
      let other = try HostileClient(on: fixture.display.name)
      let client = try fixture.startProgram(
        command.split(separator: " ").map(String.init), with: bus.environment)
      if command == "pinentry" { client.send("GETPIN\n") }
      _ = try fixture.dialog()
      func expectGrab(_ isGrabbed: Bool) throws {
        try bus.wait(for: isGrabbed ? "a grab" : "no grab") {
          let isFree = other.grabKeyboard()
          if isFree { other.ungrab() }
          return isFree != isGrabbed
        }
      }
      try expectGrab(true)
      for isEnabled in [true, false, true] {
        let old = bus.program
        try bus.setEnabled(isEnabled)
        if isEnabled {
          try bus.wait(for: "the program") { bus.program != old }
          // It has handled the reply about the clients that listen.
          _ = try bus.tree()
        }
        try expectGrab(!isEnabled || command.hasSuffix("--grab"))
      }
      withExtendedLifetime(client) {}
    }

    @Test func `grab no keyboard while a message that is too long has ended the session bus`() throws {
      let bus = try FakeAccessibilityBus()
      let fixture = try DialogFixture()
      let other = try HostileClient(on: fixture.display.name)
      let client = try fixture.startProgram(["askpass"], with: bus.environment)
      _ = try fixture.dialog()
      try bus.wait(for: "the program") { bus.program != nil }
      func isFree() -> Bool {
        defer { other.ungrab() }
        return other.grabKeyboard()
      }
      try bus.wait(for: "no grab", isFree)
      let (program, count) = (bus.program, bus.questionCount)
      // The program listens to this signal on the session bus only, and the bus forwards that of the owner of the name.
      try bus.client.requestName("org.gnome.ScreenSaver")
      try bus.client.emit(
        "ActiveChanged", of: "org.gnome.ScreenSaver", at: "/",
        [.string(String(repeating: "x", count: 300_000))])
      try bus.wait(for: "another question on the session bus") {
        #expect(isFree())
        return bus.questionCount > count
      }
      #expect(try !bus.tree().children.isEmpty)
      #expect(isFree() && bus.program == program)
      withExtendedLifetime(client) {}
    }
  }
}
