import DBus
import Glibc
import ScreenDriver
import TestSupport
import Testing

/// A private system bus with a fake polkit and a fake logind, and a display for the agent.
final class FakePolkit {
  private static let name = "org.freedesktop.PolicyKit1"
  private static let agentPath = "/org/freedesktop/PolicyKit1/AuthenticationAgent"

  let dialogs: DialogFixture
  private let daemon: IsolatedSessionBus
  /// The connection of polkit. `nil` while it does not run.
  private var bus: Bus?
  private let stranger: Bus
  private var agent: String?
  /// The arguments of the registrations.
  private(set) var registrations: [[BusValue]] = []
  /// The error with which registrations fail.
  var refusal: BusCallError?
  /// The session that logind names. "none" if it names none, and empty for an agent of this process.
  private let session: String
  /// The number of times that the agent has asked for all actions.
  private(set) var enumerationCount = 0
  private var replies: [Call: BusCallError?] = [:]

  /// A call of the agent: its number on the connection of a client.
  struct Call: Hashable {
    let caller: String
    let serial: UInt32
  }

  /// A helper in place of that of polkit. Its behavior depends on the cookie.
  private static let helper = #"""
    #!/bin/sh
    IFS= read -r cookie
    trap 'echo "end $cookie" >>"${0%/*}/helpers"; exit' TERM
    case $cookie in stubborn*) trap '' TERM ;; esac
    echo "$# $1 $cookie" >>"${0%/*}/helpers"
    asked() { echo "asked $cookie" >>"${0%/*}/helpers"; }
    case $cookie in
    none*) echo SUCCESS; exit ;;
    end*) exit ;;
    long*) head -c 20000 /dev/zero | tr '\0' a; while :; do sleep .05; done ;;
    stubborn*) echo "stubborn $$" >>"${0%/*}/helpers" ;;
    broken*) echo 'PAM_ERROR_MSG The device is broken'; echo FAILURE; exit ;;
    slow*) while [ ! -e "${0%/*}/ready" ]; do sleep .05; done ;;
    flood*) while :; do echo 'PAM_TEXT_INFO Touch the key'; sleep .05; done ;;
    locked*) [ "$(grep -c " $cookie" "${0%/*}/helpers")" = 1 ] || echo 'PAM_ERROR_MSG The account is locked' ;;
    question*) echo 'PAM_PROMPT_ECHO_OFF Insert the security key, touch it, and enter its number: '; asked; read -r answer ;;
    touch*) echo 'PAM_TEXT_INFO Touch the k\303\251y'; while :; do sleep .05; done ;;
    code*) echo 'PAM_PROMPT_ECHO_ON Code: '; asked; IFS= read -r answer; [ "$answer" = 123 ] || { echo FAILURE; exit; } ;;
    esac
    echo 'PAM_PROMPT_ECHO_OFF Password: '
    asked
    IFS= read -r answer || echo "no answer $cookie" >>"${0%/*}/helpers"
    case $cookie in length*) [ ${#answer} = 510 ] && answer=right ;; esac
    if [ "$answer" = right ]; then echo SUCCESS; else echo FAILURE; fi
    """#

  init(session: String = "") throws {
    dialogs = try DialogFixture()
    daemon = try IsolatedSessionBus()
    self.session = session
    stranger = try Bus(at: try #require(BusAddress(daemon.address)))
    try write(Self.helper + "\n", toFile: helperPath)
    chmod(helperPath, 0o755)
    try start()
  }

  var helperPath: String { "\(dialogs.path)/helper" }

  /// The lines that the helpers have written.
  var helperLog: String { (try? contents(ofFile: "\(dialogs.path)/helpers")) ?? "" }

  /// Waits until the dialog accepts the answer to a question of the helpers of a cookie.
  ///
  /// - Parameter number: The number of the question, from 1.
  func waitForQuestion(_ number: Int = 1, of cookie: String, in dialog: OpenDialog) throws {
    try waitForQuestion(number, of: cookie)
    try dialog.waitUntilAccepting()
  }

  /// Waits until a dialog accepts the answer to the first question of the helper of a cookie.
  func dialog(asking cookie: String, after previous: OpenDialog? = nil) throws -> OpenDialog {
    try waitForQuestion(1, of: cookie)
    return try dialogs.dialog(after: previous)
  }

  private func waitForQuestion(_ number: Int, of cookie: String) throws {
    try wait(for: "question \(number) of \(cookie)") {
      self.helperLog.split(separator: "\n").count { $0 == "asked \(cookie)" } >= number
    }
  }

  /// Returns the id of the last helper that ignores SIGTERM.
  func stubbornHelper() throws -> Int32 {
    let line = try #require(helperLog.split(separator: "\n").last { $0.hasPrefix("stubborn ") })
    return try #require(Int32(line.dropFirst("stubborn ".count)))
  }

  /// Starts polkit, of which another one may have ended.
  func start() throws {
    let bus = try Bus(at: try #require(BusAddress(daemon.address)))
    for name in [Self.name, "org.freedesktop.login1"] { try bus.requestName(name) }
    self.bus = bus
    try wait(for: "polkit") { bus.uniqueName != nil && self.stranger.uniqueName != nil }
  }

  func end() { (bus, agent) = (nil, nil) }

  /// Starts an agent, for this process unless it serves the session, and waits until it is registered.
  ///
  /// - Parameter tracer: A program that runs the agent, with its options.
  func startAgent(
    _ options: [String] = [], under tracer: [String] = [], with variables: [String: String] = [:],
    isRegistered: Bool = true
  ) throws -> DialogClient {
    let count = registrations.count
    let own = options.contains("--helper") ? [] : ["--helper", helperPath]
    let subject = session.isEmpty ? ["--process", "\(getpid())"] : []
    let words = tracer + [Program.path, "polkit-agent"] + own + subject + options
    let client = try dialogs.start(
      words[0], Array(words.dropFirst()),
      with: ["DBUS_SYSTEM_BUS_ADDRESS": daemon.address, "LANG": "C.UTF-8"].merging(variables) { $1 })
    if isRegistered { try wait(for: "the registration") { self.registrations.count > count } }
    return client
  }

  func waitForRegistrations(_ count: Int) throws {
    try wait(for: "\(count) registrations") { self.registrations.count >= count }
  }

  /// Serves the agent until a condition is true.
  func wait(for description: String, _ isDone: () throws -> Bool) throws {
    try TactileTests.wait(for: description, serving: serve, until: isDone)
  }

  private func serve() {
    stranger.exchange()
    while let message = stranger.takeMessage() { note(message, on: stranger) }
    guard let bus else { return }
    bus.exchange()
    while let message = bus.takeMessage() {
      if message.isCall { answer(message, on: bus) } else { note(message, on: bus) }
    }
  }

  private func note(_ message: borrowing BusMessage, on bus: Bus) {
    guard message.isReply, let name = bus.uniqueName else { return }
    replies[Call(caller: name, serial: message.replySerial)] = .some(message.error)
  }

  private func answer(_ call: borrowing BusMessage, on bus: Bus) {
    do {
      switch call.member {
      case "RegisterAuthenticationAgentWithOptions":
        registrations.append(call.arguments)
        agent = call.sender
        if let refusal { try bus.reply(to: call, error: refusal) } else { try bus.reply(to: call) }
      case "Get" where call.path == "/org/freedesktop/login1/session/auto":
        // polkit gets another owner while the agent waits for logind.
        try bus.call("ReleaseName", of: Bus.name, at: Bus.path, ownedBy: Bus.name, [.string(Self.name)])
        try bus.requestName(Self.name)
        guard session != "none" else { return try bus.reply(to: call, error: BusCallError("Failed", "none")) }
        #expect(
          call.arguments == [.string("org.freedesktop.login1.Session"), .string("Id")])
        try bus.reply(to: call, [.variant(.string(session))])
      case "EnumerateActions":
        enumerationCount += 1
        let texts = ["org.example.act", "Description", "Message", "Vendor", "", ""].map(BusValue.string)
        let action = BusValue.structure(
          texts + [.uint32(0), .uint32(0), .uint32(0), .array(of: "{ss}", [])])
        try bus.reply(to: call, [.array(of: "(ssssssuuua{ss})", [action])])
      default: try bus.reply(to: call, error: BusCallError("UnknownMethod", "none"))
      }
    } catch { Issue.record(error) }
  }

  /// Sends a request to the agent, and returns the call.
  @discardableResult func begin(
    _ cookie: String, message: String = "Do it?", users: [UInt32] = [getuid()], subject: Int32? = nil,
    caller: Int32? = nil, isStranger: Bool = false
  ) throws -> Call {
    let identities = users.map {
      BusValue.structure([.string("unix-user"), .dictionary([("uid", .uint32($0))])])
    }
    let details = [("subject", subject), ("caller", caller)].compactMap { name, process in
      process.map { BusValue.entry(.string("polkit.\(name)-pid"), .string("\($0)")) }
    }
    return try call(
      "BeginAuthentication",
      [
        .string("org.example.act"), .string(message), .string(""), .array(of: "{ss}", details),
        .string(cookie),
        .array(of: "(sa{sv})", identities),
      ], isStranger: isStranger)
  }

  /// Calls a method of the agent, and returns the call.
  @discardableResult func call(_ member: String, _ arguments: [BusValue], isStranger: Bool = false) throws
    -> Call
  {
    let sender = isStranger ? stranger : try #require(bus)
    let serial = try sender.call(
      member, of: "\(Self.name).AuthenticationAgent", at: Self.agentPath, ownedBy: try #require(agent),
      arguments)
    try wait(for: "the call to be sent") { sender.outgoingSize == 0 }
    return Call(caller: try #require(sender.uniqueName), serial: serial)
  }

  /// Waits for the reply of the agent. Returns the last element of the name of the error, or "success".
  func outcome(of call: Call) throws -> String {
    try wait(for: "the reply") { self.replies[call] != nil }
    return outcome(ofReplied: call) ?? ""
  }

  /// Returns the outcome of a call if the reply has arrived.
  func outcome(ofReplied call: Call) -> String? {
    guard let reply = replies[call] else { return nil }
    return reply.map { String($0.name.split(separator: ".").last ?? "") } ?? "success"
  }
}
