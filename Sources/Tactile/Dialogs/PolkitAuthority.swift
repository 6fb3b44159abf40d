import DBus
import Motion
import Prompts
import System
import Windowing

/// The connection of the agent to polkit: its registration for a session or a process, also after polkit has ended or
/// the system bus was lost.
final class PolkitAuthority {
  private static let name = "org.freedesktop.PolicyKit1"
  private static let path = "/org/freedesktop/PolicyKit1/AuthenticationAgent"
  /// The reply with all actions is longer than most.
  private static let maximumMessageSize = 4 << 20

  private let address: BusAddress
  private unowned let agent: PolkitAgent
  /// The process or the session to serve. `nil` until logind has named the session.
  private var subject: (name: String, value: BusValue)?
  private var bus: Bus?
  private var registration: EventRegistration?
  private var retry: EventRegistration?
  /// The handlers of replies, by the serial numbers of the calls.
  private var handlers: [UInt32: (borrowing BusMessage) -> Void] = [:]
  /// The unique name of the polkit that has accepted the registration.
  private var owner: String?
  private var isRegistering = false
  private var hasRegistered = false
  private var attempts = Reconnection()

  private lazy var server = ObjectServer<PolkitAgent> { [unowned self] path in
    path == Self.path ? (agent, [interface]) : nil
  }

  private lazy var interface = BusInterface<PolkitAgent>(
    "\(Self.name).AuthenticationAgent",
    methods: [
      "BeginAuthentication": .init(PolkitRequest.signature, deferring: { $0.begin($1) }),
      "CancelAuthentication": .init(["s"], deferring: { $0.cancel($1) }),
    ],
    // The policy of the bus lets all programs of its user call.
    accepts: { [unowned self] in $0 == owner })

  /// - Parameter process: The process to serve. `nil` for the session of this process.
  init(at address: BusAddress, for process: ProcessInformation?, agent: PolkitAgent) {
    (self.address, self.agent) = (address, agent)
    guard let process else { return }
    let members: [(String, BusValue)] = [
      ("pid", .uint32(UInt32(process.id))), ("start-time", .uint64(process.startTime)),
      ("uid", .int32(Int32(truncatingIfNeeded: process.realUser))),
    ]
    subject = ("process \(process.id)", .structure([.string("unix-process"), .dictionary(members)]))
  }

  private var application: Application { agent.session.application }
}

// The connection.
extension PolkitAuthority {
  func connect() {
    do throws(BusError) {
      let bus = try Bus(at: address, maximumMessageSize: Self.maximumMessageSize)
      try bus.addMatch(Bus.ownerRule(of: Self.name))
      self.bus = bus
      registration = application.watch(bus) { [unowned self] in handleMessages() }
      if subject == nil { findSession() } else { register() }
    } catch {
      disconnect(after: error)
    }
  }

  private func handleMessages() {
    guard let bus else { return }
    bus.takeMessages { handle($0, from: bus) }
    if !bus.isConnected { disconnect() }
  }

  private func handle(_ message: consuming BusMessage, from bus: Bus) {
    guard let message = server.handle(message, on: bus) else { return }
    if let handler = handlers.removeValue(forKey: message.replySerial) {
      handler(message)
    } else if let change = OwnerChange(message), change.name == Self.name, change.owner != owner,
      // A polkit that the registration has started is the owner already, and would refuse a second registration. Before
      // the session is known, none is possible.
      subject != nil
    {
      endRequests()
      if change.owner != nil { register() } else { tryAgain() }
    }
  }

  private func endRequests() {
    if owner != nil { agent.dismiss() }
    owner = nil
  }

  private func disconnect(after error: BusError? = nil) {
    // A bus that is busy while the session starts is tried again.
    let isBusy = if case .notAccepted = error { true } else { false }
    guard hasRegistered || isBusy else {
      let reason =
        switch error {
        case .noLibrary(let error): ": \(error.reason)"
        case .noMemory: ": there is no memory"
        default: ""
        }
      return agent.fail("cannot connect to the system bus \(address.text)\(reason)", ExitStatus.noBus)
    }
    endRequests()
    (bus, registration, handlers, isRegistering) = (nil, nil, [:], false)
    tryAgain()
  }

  /// Connects or registers after a pause. That starts polkit if nothing else does, because a program that asks polkit without
  /// an agent would be refused.
  private func tryAgain() {
    attempts.lost(at: application.now)
    retry = attempts.next.map {
      application.schedule(at: $0) { [unowned self] _ in if bus == nil { connect() } else { register() } }
    }
  }

  /// Calls a method, of polkit unless another object is given.
  ///
  /// - Parameter status: The status with which the agent ends without a reply, unless it was registered before and connects
  ///   again. `nil` if no reply is needed.
  private func call(
    _ member: String, _ arguments: [BusValue], of interface: String = "\(PolkitAuthority.name).Authority",
    at path: String = "/org/freedesktop/PolicyKit1/Authority", ownedBy name: String = PolkitAuthority.name,
    orEndWith status: Int32? = nil, then handler: @escaping (borrowing BusMessage) -> Void
  ) {
    if let status {
      retry = agent.session.schedule(after: agent.replyTimeout) { [unowned self] in
        let program = name == Self.name ? "polkit" : "logind"
        if hasRegistered { disconnect() } else { agent.fail("\(program) does not answer", status) }
      }
    }
    // Without memory for the call, the connection starts again.
    do throws(BusError) {
      guard let bus else { return disconnect() }
      handlers[try bus.call(member, of: interface, at: path, ownedBy: name, arguments)] = handler
    } catch {
      disconnect(after: error)
    }
  }
}

// The registration.
extension PolkitAuthority {
  /// Asks logind for the object "auto" (systemd and elogind 243): the session of this process or, for a unit of the user, that
  /// of the user's display. polkit expects the same one. The environment variable `XDG_SESSION_ID` can be missing or wrong.
  private func findSession() {
    let login = "org.freedesktop.login1"
    call(
      "Get", [.string("\(login).Session"), .string("Id")], of: "org.freedesktop.DBus.Properties",
      at: "/org/freedesktop/login1/session/auto", ownedBy: login, orEndWith: ExitStatus.noSession
    ) { [unowned self] reply in
      guard case .variant(.string(let id))? = reply.arguments.first, !id.isEmpty else {
        return agent.fail(
          "this process belongs to no login session, and the user has no graphical one (logind: "
            + "\(reply.error?.message ?? "no answer")); use --process to serve one program",
          ExitStatus.noSession)
      }
      let session = BusValue.dictionary([("session-id", .string(id))])
      subject = ("session \(id)", .structure([.string("unix-session"), session]))
      register()
    }
  }

  private func register() {
    guard let subject, !isRegistering else { return }
    isRegistering = true
    call(
      "RegisterAuthenticationAgentWithOptions", [subject.value, locale, .string(Self.path), .dictionary([])],
      orEndWith: ExitStatus.noBus
    ) { [unowned self] reply in
      (isRegistering, retry) = (false, nil)
      if let error = reply.error { return handle(error) }
      (owner, hasRegistered) = (reply.sender, true)
      attempts.connected(at: application.now)
    }
  }

  /// The language of the texts of polkit: the first one that is not empty, as in libpolkit.
  private var locale: BusValue {
    let values = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(environmentVariable)
    return .string(values.first { !$0.isEmpty } ?? "C")
  }

  /// Passes the description and the vendor of an action to a closure, unless polkit does not know it.
  func describe(_ action: String, then handler: @escaping (_ description: String, _ vendor: String) -> Void) {
    call("EnumerateActions", [locale]) { reply in
      let actions = reply.arguments.first?.elements ?? []
      guard let fields = actions.lazy.compactMap(\.elements).first(where: { $0.first == .string(action) }),
        fields.count > 3, let description = fields[1].text, let vendor = fields[3].text
      else { return }
      handler(description, vendor)
    }
  }

  private func handle(_ error: BusCallError) {
    if error.message.contains("already exists") {
      agent.fail(
        "another authentication agent is registered for \(subject?.name ?? ""); end it first. polkit's log names it, since polkit "
          + "125 only with --log-level=info: journalctl -u polkit", ExitStatus.otherAgent)
    } else if hasRegistered {
      tryAgain()
    } else if error.name.hasPrefix("org.freedesktop.DBus.Error.") {
      agent.fail("polkit does not answer: \(error.message)", ExitStatus.noBus)
    } else {
      let isHidden = error.message.contains("Cannot determine user of subject")
      agent.fail(
        "polkit refuses this agent: \(error.message)\(isHidden ? "; is /proc mounted with hidepid?" : "")")
    }
  }
}
