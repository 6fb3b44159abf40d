import Accessibility
import DBus
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

/// A dialog with a passphrase, a list of tokens, a text and a slider.
final class FakeDialog: AccessibleWindow {
  let accessibleNumber: UInt32 = 1
  private(set) var accessibleGeneration: UInt64 = 1
  var isAccessibleActive = true
  let accessibleNode = AccessibleNode(.dialog, "Unlock", in: Rect(x: 0, y: 0, width: 90, height: 90))
  let (accessibleOrigin, accessibleScale) = (PixelPoint(x: 100, y: 50), 2.0)

  var secretLength = 3 { didSet { accessibleGeneration += 1 } }
  var problem = "" { didSet { accessibleGeneration += 1 } }
  /// The caret and the selection of the passphrase. `nil` for the end.
  var secretSelection: (caret: Int, range: Range<Int>)? { didSet { accessibleGeneration += 1 } }
  var number = 0.5 { didSet { accessibleGeneration += 1 } }
  /// The announcements of the button and of the text.
  var announcements: [AccessibleAnnouncement?] = [nil, nil] { didSet { accessibleGeneration += 1 } }
  var hasButton = true { didSet { accessibleGeneration += 1 } }
  var focus = 0 { didSet { accessibleGeneration += 1 } }
  var count = 100_000 { didSet { accessibleGeneration += 1 } }
  static let alone = 50_000
  private(set) var requests: [AccessibilityRequest] = []
  var acceptsRequests = true
  /// The generation since which the dialog only moves. `nil` at rest.
  var motionStart: UInt64?

  func describe(_ query: AccessibleTree.Query) -> [AccessibleTree.Entry] {
    var tree = AccessibleTree(query)
    tree.scope(.member(1)) { tree in
      tree.add(
        .part(0),
        node(
          .passwordEntry, "Passphrase", 0, description: problem,
          text: AccessibleText(
            .obscured(count: secretLength), caret: secretSelection?.caret ?? secretLength,
            selection: secretSelection?.range)))
      guard hasButton else { return }
      let press = AccessibleAction("press", "Press", shortcut: "Alt+V;Alt+V;")
      tree.add(.part(1), node(.toggleButton, "Show", 1, actions: [press], announcement: announcements[0]))
    }
    tree.scope(.member(2)) { tree in
      tree.addList(
        .part(0), AccessibleNode(.listBox, "Tokens", in: frame(2)), count: count, selected: [2..<4, 7..<8],
        focused: focus == BridgeFixture.token ? count - 1 : nil,
        index: { number, hint in
          // The field does not find a token that was added alone from afar.
          let isFound = number != Self.alone || abs(number - (hint ?? 0)) < 10_000
          return isFound && (0..<self.count).contains(number) ? number : nil
        }, hit: { _ in 5 },
        element: {
          let isFocused = self.focus == BridgeFixture.token && $0 == self.count - 1
          let states: AccessibleStates = isFocused ? [.selectable, .focused] : .selectable
          return ($0, AccessibleNode(.listItem, "token \($0)", states: states, in: self.frame(2)))
        })
      let text = AccessibleText(.plain("né 👩 x"), caret: 1)
      tree.add(.part(1), node(.entry, "Text", 3, text: text, announcement: announcements[1]))
    }
    let value = AccessibleValue(number, in: 0...1, step: 0.1, text: "50 %")
    tree.add(.part(9), node(.slider, "Size", 4, value: value))
    return tree.entries
  }

  func hasOnlyMoved(since generation: UInt64) -> Bool { motionStart.map { $0 <= generation } == true }

  private func frame(_ row: Int) -> Rect { Rect(x: 10, y: 10 * Double(row), width: 50, height: 10) }

  private func node(
    _ role: AccessibleRole, _ name: String, _ row: Int, description: String = "", text: AccessibleText? = nil,
    value: AccessibleValue? = nil, actions: [AccessibleAction] = [],
    announcement: AccessibleAnnouncement? = nil
  ) -> AccessibleNode {
    AccessibleNode(
      role, name, description: description, states: focus == row ? [.focusable, .focused] : .focusable,
      text: text, value: value, actions: actions, announcement: announcement, in: frame(row))
  }

  func perform(_ request: AccessibilityRequest) -> Bool {
    requests.append(request)
    return acceptsRequests
  }
}

/// An accessibility bus with a registry, a client, and the bridge of a program with a dialog. The time is virtual.
final class BridgeFixture: AccessibleSource {
  /// The numbers of objects of the dialog that can have the focus: the button, and the last token.
  static let (button, token) = (1, 2)
  let (accessibleName, accessibleLocale) = ("Tactile", "de_DE")
  var accessibleWindows: [any AccessibleWindow] { isOpen ? [dialog] : [] }
  let dialog = FakeDialog()
  var isOpen = true
  var now = Instant.zero
  /// The time between two looks at the clock.
  var tick = Duration.zero
  /// The number of looks at the clock: one before each message, and one more if a limit of messages is not reached.
  private(set) var looks = 0

  let daemon: IsolatedSessionBus
  private var registry: Bus
  let client: Bus
  /// The events that the client waits for when the program joins.
  private let registered: [String]
  /// The number of other clients that wait for a text.
  private let otherClientCount: Int
  private(set) var embeddings: [BusValue] = []
  /// The events of the program, as `member kind detail value`.
  private(set) var events: [String] = []
  private(set) var replies: [UInt32: (error: String?, arguments: [BusValue])] = [:]

  private static let root = "/org/a11y/atspi/accessible/root"
  private(set) lazy var bridge = AccessibilityBridge(for: self, at: address, now: now)
  let address: BusAddress
  private var isJoining = false
  /// Whether the registry ends instead of returning the events, and another one starts.
  private var restartsRegistry: Bool

  /// Starts the bus, and waits until the program has joined.
  init(listeningTo registered: [String] = [], otherClients: Int = 0, restartingRegistry: Bool = false) throws
  {
    (restartsRegistry, otherClientCount) = (restartingRegistry, otherClients)
    daemon = try IsolatedSessionBus()
    address = try #require(BusAddress(daemon.address))
    (registry, client) = (try Bus(at: address), try Bus(at: address))
    self.registered = registered
    try registry.requestName("org.a11y.atspi.Registry")
    for kind in ["Object", "Window"] {
      try client.addMatch("type='signal',interface='org.a11y.atspi.Event.\(kind)'")
    }
    try waitUntil { self.client.uniqueName != nil && self.registry.uniqueName != nil }
    isJoining = true
    try waitUntil {
      self.now = max(self.now, self.bridge.deadline ?? self.now)
      return !self.embeddings.isEmpty
    }
    try settle()
  }

  /// Serves all until a condition is true.
  func waitUntil(_ isDone: () throws -> Bool) throws {
    let deadline = Deadline(after: .defaultTimeout)
    repeat {
      serveRegistry()
      if isJoining { serveBridge() }
      serveClient()
      if try isDone() { return }
      Deadline(after: .milliseconds(1)).wait()
    } while !deadline.hasPassed
    Issue.record("the bus has not answered in time")
  }

  func serveBridge() {
    bridge.exchange(isReady: true, at: now) {
      now = now + tick
      looks += 1
      return now
    }
  }

  func serveClient() {
    client.exchange()
    while let message = client.takeMessage() { receive(message) }
  }

  /// Waits until everything that was sent has arrived.
  func settle() throws {
    let serial = try client.call("GetId", of: Bus.name, at: Bus.path, ownedBy: Bus.name)
    try waitUntil { self.replies[serial] != nil }
    _ = try call("GetRole", at: Self.root)
  }

  private func receive(_ message: borrowing BusMessage) {
    if message.isReply {
      let arguments = message.arguments
      let text = if case .string(let text) = arguments.first { text } else { "" }
      replies[message.replySerial] = (message.isError ? text : nil, arguments)
    } else if message.interface?.hasPrefix("org.a11y.atspi.Event.") == true, let member = message.member {
      let arguments = message.arguments
      let value = arguments.count > 3 ? arguments[3].unwrapped : .other
      let kind = if case .string(let kind) = arguments.first { kind } else { "?" }
      let text = if case .string(let text) = value { text } else { "" }
      events.append("\(member) \(kind) \(arguments[1].number) \(text)")
    }
  }

  private func serveRegistry() {
    registry.exchange()
    while let message = registry.takeMessage() {
      guard message.isCall else { continue }
      do {
        switch message.member {
        case "Embed":
          embeddings += message.arguments
          try registry.reply(
            to: message, [.structure([.string(registry.uniqueName ?? ""), .objectPath(Self.root)])])
        case "GetRegisteredEvents" where restartsRegistry:
          restartsRegistry = false
          try restartRegistry()
        case "GetRegisteredEvents":
          let name = BusValue.string(client.uniqueName ?? "")
          let events =
            (0..<otherClientCount).map {
              BusValue.structure([.string(":9.\($0)"), .string("Object:TextChanged")])
            }
            + registered.map { BusValue.structure([name, .string($0)]) }
          try registry.reply(to: message, [.array(of: "(ss)", events)])
        default: try registry.reply(to: message, error: BusCallError("UnknownMethod", "none"))
        }
      } catch { Issue.record(error) }
    }
  }

  /// Announces a text of the dialog.
  func announce(_ text: String, isUrgent: Bool) {
    let announcement = AccessibleAnnouncement(text, isUrgent: isUrgent)
    bridge.announce(announcement, in: dialog.accessibleNumber, at: now)
  }

  func endRegistry() throws {
    registry = try Bus(at: address)
    try waitUntil { self.registry.uniqueName != nil }
  }

  func startRegistry() throws { try registry.requestName("org.a11y.atspi.Registry") }

  /// Ends the registry and starts another one.
  func restartRegistry() throws {
    try endRegistry()
    try startRegistry()
  }

  /// Sends a signal of the registry.
  func register(_ event: String, isGone: Bool = false, by other: Bus? = nil) throws {
    try registry.emit(
      isGone ? "EventListenerDeregistered" : "EventListenerRegistered", of: "org.a11y.atspi.Registry",
      at: "/org/a11y/atspi/registry",
      [.string((other ?? client).uniqueName ?? ""), .string(event)] + (isGone ? [] : [.array(of: "s", [])]))
    try settle()
  }

  /// Calls a method of the program and returns the results, or the text of the error.
  func call(
    _ member: String, of interface: String = "Accessible", at path: String, _ arguments: [BusValue] = []
  ) throws -> Result<[BusValue], CallFailure> {
    let name = interface.contains(".") ? interface : "org.a11y.atspi.\(interface)"
    let owner = try #require(ownName)
    let serial = try client.call(member, of: name, at: path, ownedBy: owner, arguments)
    try waitUntil { self.replies[serial] != nil }
    let reply = try #require(replies[serial])
    return reply.error.map { .failure(CallFailure(text: $0)) } ?? .success(reply.arguments)
  }

  /// Returns whether a call fails with a text.
  func fails(
    _ text: String, _ member: String, of interface: String = "Accessible", at path: String,
    _ arguments: [BusValue] = []
  ) throws -> Bool {
    guard case .failure(let failure) = try call(member, of: interface, at: path, arguments) else {
      return false
    }
    return failure.text.contains(text)
  }

  /// The name of the program on the bus.
  var ownName: String? {
    guard case .structure(let members) = embeddings.last, case .string(let name) = members[0] else {
      return nil
    }
    return name
  }

  /// Returns the path of a child by its indices from the application.
  func path(_ indices: Int...) throws -> String {
    try indices.reduce(Self.root) { path, index in
      let reference = try call("GetChildAtIndex", at: path, [.int32(Int32(index))]).get().first
      guard case .structure(let members) = reference, case .objectPath(let child) = members[1] else {
        return ""
      }
      return child
    }
  }

  func property(_ name: String, of interface: String = "Accessible", at path: String) throws -> BusValue? {
    try call(
      "Get", of: "org.freedesktop.DBus.Properties", at: path,
      [.string("org.a11y.atspi.\(interface)"), .string(name)]
    ).get().first?.unwrapped
  }
}

/// An error reply.
struct CallFailure: Error, Hashable {
  let text: String
}

extension BusValue {
  var number: Int {
    switch self {
    case .int32(let number): Int(number)
    case .uint32(let number): Int(number)
    default: -1
    }
  }
}
