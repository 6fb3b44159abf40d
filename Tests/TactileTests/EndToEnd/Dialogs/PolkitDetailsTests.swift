import Accessibility
import Controls
import DBus
import Glibc
import Motion
import Prompts
import Scene
import ScreenDriver
import TestSupport
import Testing
import Windowing

@testable import System
@testable import Tactile

extension `Dialog in this process` {
  /// A process decides when its memory can be read.
  @Test func `shows commands that are read late in the open details of a request of polkit`() throws {
    let display = try VirtualDisplay(windowManager: .none)
    let directory = try TemporaryDirectory()
    let helper = "\(directory.path)/helper"
    try write("#!/bin/sh\necho 'PAM_PROMPT_ECHO_OFF Password: '\nexec cat >/dev/null\n", toFile: helper)
    chmod(helper, 0o755)
    var settings = DialogSettings()
    settings.display = display.name
    let gate = Semaphore()
    let session = try DialogSession(settings, isAgent: true) { process in
      gate.wait()
      var process = process
      process.words = ["late", "\(process.id)"]
      return process
    }
    let agent = PolkitAgent(helperPaths: [helper], in: session)
    let polkit = try RequestingPolkit()
    agent.begin(try polkit.request(by: getpid()))
    let count = Requester(of: getpid()).unread.count
    var (texts, hasSignalled): ([String], Bool) = ([], false)
    var poll: EventRegistration?
    func look() {
      let window = session.application.accessibleWindows.first
      let objects = window?.describe(.outline) ?? []
      texts = objects.map(\.node.name)
      let unread = texts.count { $0.hasSuffix("(command not read)") }
      let isOpen = texts.contains { $0.hasPrefix("Action: ") }
      if !isOpen, let button = objects.first(where: { $0.node.name == "Details" }) {
        // It has no effect in the first half second.
        _ = window?.perform(AccessibilityRequest(.perform("press"), of: button.path))
      }
      if isOpen, !hasSignalled, unread == count {
        hasSignalled = true
        for _ in 0..<count { gate.signal() }
      }
      if hasSignalled, unread == 0 { return agent.end() }
      poll = session.application.schedule(at: session.application.now + .milliseconds(20)) { _ in look() }
    }
    look()
    session.setTimeout(.defaultTimeout) { session.finish(ExitStatus.timedOut) }
    #expect(session.run() == ExitStatus.success && count > 0)
    agent.waitForHelpers()
    for _ in 0..<count { gate.signal() }
    #expect(texts.contains { $0.hasSuffix(": “late \(getpid())”") }, "\(texts)")
    #expect(texts.contains("User") && !texts.contains(""), "\(texts)")
    withExtendedLifetime(poll) {}
  }
}

extension `Dialog in this process` {
  /// The texts of a reader of fingerprints that has not recognized a finger twice.
  @Test func `shows each text of PAM again when it is repeated, below the field that follows`() throws {
    let display = try VirtualDisplay(windowManager: .none)
    let directory = try TemporaryDirectory()
    let helper = "\(directory.path)/helper"
    let texts = ["Place your finger", "Failed to match", "Place your finger", "Failed to match"]
    let lines = texts.map { "echo 'PAM_TEXT_INFO \($0)'\n" }
    try write(
      "#!/bin/sh\n\(lines.joined())echo 'PAM_PROMPT_ECHO_OFF PIN: '\nexec cat >/dev/null\n", toFile: helper)
    chmod(helper, 0o755)
    var settings = DialogSettings()
    settings.display = display.name
    let session = try DialogSession(settings, isAgent: true)
    let agent = PolkitAgent(helperPaths: [helper], in: session)
    let polkit = try RequestingPolkit()
    agent.begin(try polkit.request(by: getpid()))
    var (names, poll): ([String], EventRegistration?) = ([], nil)
    func look() {
      names = session.application.accessibleWindows.first?.describe(.outline).map(\.node.name) ?? []
      if names.contains("PIN"), names.count(where: texts.contains) == 4 { return agent.end() }
      poll = session.application.schedule(at: session.application.now + .milliseconds(20)) { _ in look() }
    }
    look()
    session.setTimeout(.defaultTimeout) { session.finish(ExitStatus.timedOut) }
    #expect(session.run() == ExitStatus.success)
    agent.waitForHelpers()
    #expect(names.filter { (["PIN"] + texts).contains($0) } == ["PIN"] + texts, "\(names)")
    withExtendedLifetime(poll) {}
  }

  /// An assistive program chooses a user who is out of sight.
  @Test func `shows the chosen one of many users and the field on a low screen`() throws {
    let display = try VirtualDisplay(width: 1280, height: 720)
    let directory = try TemporaryDirectory()
    let helper = "\(directory.path)/helper"
    try write("#!/bin/sh\necho 'PAM_PROMPT_ECHO_OFF Password: '\nexec cat >/dev/null\n", toFile: helper)
    chmod(helper, 0o755)
    var settings = DialogSettings()
    (settings.display, settings.scale) = (display.name, 2)
    let session = try DialogSession(settings, isAgent: true)
    let agent = PolkitAgent(helperPaths: [helper], in: session)
    let users = Array((0..<uid_t(100)).filter { UserAccount(id: $0) != nil }.prefix(12))
    try #require(users.count == 12)
    agent.begin(try RequestingPolkit().request(by: getpid(), users: users))
    var (objects, chosen, poll): ([AccessibleTree.Entry], Int, EventRegistration?) = ([], 0, nil)
    func look() {
      let window = session.application.accessibleWindows.first
      objects = window?.describe(.outline) ?? []
      let choices = objects.filter { $0.node.role == .radioButton }
      let rowHeight = session.environment.theme.segmentedControl.height
      let field = objects.first { $0.node.role == .passwordEntry }
      if choices.count == 12, choices[chosen].node.states.contains(.checked),
        choices[chosen].node.frame.height > rowHeight - 1, field?.node.states.contains(.offscreen) == false
      {
        if chosen == 11 { return agent.end() }
        // It has no effect in the first half second.
        if window?.perform(AccessibilityRequest(.perform("press"), of: choices[11].path)) == true {
          chosen = 11
        }
      }
      poll = session.application.schedule(at: session.application.now + .milliseconds(20)) { _ in look() }
    }
    look()
    session.setTimeout(.defaultTimeout) { session.finish(ExitStatus.timedOut) }
    #expect(session.run() == ExitStatus.success, "\(chosen): \(objects.map(\.node))")
    agent.waitForHelpers()
    withExtendedLifetime(poll) {}
  }

  /// The number may be that of another process, since the option was read.
  @Test func `ends the agent of polkit if its process is another one`() throws {
    let display = try VirtualDisplay(windowManager: .none)
    let daemon = try IsolatedSessionBus()
    var settings = DialogSettings()
    settings.display = display.name
    let session = try DialogSession(settings, isAgent: true)
    let agent = PolkitAgent(helperPaths: [Program.path], in: session)
    let process = try #require(ProcessInformation(of: getpid()))
    let other = ProcessInformation(
      id: process.id, parent: process.parent, startTime: process.startTime + 1, realUser: process.realUser,
      name: process.name)
    agent.start(at: try #require(BusAddress(daemon.address)), for: other)
    #expect(session.run() == ExitStatus.success && agent.authority == nil)
  }
}

extension `Dialog in this process` {
  @Test(arguments: [true, false])
  func `ends the agent of polkit if logind or polkit does not reply in time`(servesSession: Bool) throws {
    let display = try VirtualDisplay(windowManager: .none)
    let daemon = try IsolatedSessionBus()
    let address = try #require(BusAddress(daemon.address))
    // A client that owns both names, and never replies.
    let silent = try Bus(at: address)
    for name in ["org.freedesktop.PolicyKit1", "org.freedesktop.login1"] { try silent.requestName(name) }
    var replyCount = 0
    // One for each name, and one for the greeting.
    try wait(for: "the names", serving: silent.exchange) {
      while let message = silent.takeMessage() { replyCount += message.isReply ? 1 : 0 }
      return replyCount == 3
    }
    var settings = DialogSettings()
    settings.display = display.name
    let session = try DialogSession(settings, isAgent: true)
    // Also the lowest limit is longer than the registration with the bus.
    let agent = PolkitAgent(helperPaths: [Program.path], replyTimeout: .milliseconds(1), in: session)
    let process = try #require(ProcessInformation(of: getpid()))
    let errors = try standardError {
      agent.start(at: address, for: servesSession ? nil : process)
      #expect(session.run() == (servesSession ? ExitStatus.noSession : ExitStatus.noBus))
    }
    // Other tests may print, too.
    #expect(errors.contains("tactile: \(servesSession ? "logind" : "polkit") does not answer\n"))
    withExtendedLifetime(silent) {}
  }

  /// Returns what a closure prints to standard error.
  private func standardError(of body: () throws -> Void) throws -> String {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/errors"
    let (saved, file) = (dup(STDERR_FILENO), open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    dup2(file, STDERR_FILENO)
    defer {
      dup2(saved, STDERR_FILENO)
      close(saved)
      close(file)
    }
    try body()
    return try contents(ofFile: path)
  }
}

/// The two ends of a call of polkit, on a private bus.
private final class RequestingPolkit {
  private static let agent = "org.freedesktop.PolicyKit1.AuthenticationAgent"
  private let daemon: IsolatedSessionBus
  private let bus: Bus
  private var call: BusCall?

  init() throws {
    daemon = try IsolatedSessionBus()
    bus = try Bus(at: try #require(BusAddress(daemon.address)))
  }

  /// Returns the request of a process, as the agent receives it.
  ///
  /// - Parameter users: The users of whom one is chosen.
  func request(by process: Int32, users: [uid_t] = [getuid(), 1]) throws -> BusCall {
    let interface = BusInterface<RequestingPolkit>(
      Self.agent,
      methods: ["BeginAuthentication": .init(PolkitRequest.signature, deferring: { $0.call = $1 })])
    let server = ObjectServer<RequestingPolkit> { _ in (self, [interface]) }
    let subject = BusValue.entry(.string("polkit.subject-pid"), .string("\(process)"))
    let identities = users.map {
      BusValue.structure([.string("unix-user"), .dictionary([("uid", .uint32($0))])])
    }
    let deadline = Deadline(after: .defaultTimeout)
    var isSent = false
    while call == nil, !deadline.hasPassed {
      bus.exchange()
      while let message = bus.takeMessage() { _ = server.handle(message, on: bus) }
      if !isSent, let name = bus.uniqueName {
        isSent = true
        try bus.call(
          "BeginAuthentication", of: Self.agent, at: "/a", ownedBy: name,
          [
            .string("org.example.act"), .string("Do it?"), .string(""), .array(of: "{ss}", [subject]),
            .string("cookie"), .array(of: "(sa{sv})", identities),
          ])
      }
      Deadline(after: .milliseconds(1)).wait()
    }
    return try #require(call)
  }
}
