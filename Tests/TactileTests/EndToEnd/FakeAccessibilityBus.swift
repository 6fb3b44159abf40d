import DBus
import ScreenDriver
import TestSupport
import Testing

/// Serves the program under test until a condition is true.
///
/// - Parameter serve: Answers the messages that have arrived.
func wait(for description: String, serving serve: () -> Void, until isDone: () throws -> Bool) throws {
  let deadline = Deadline(after: .defaultTimeout)
  while try !isDone() {
    try #require(!deadline.hasPassed, "timed out waiting for \(description)")
    serve()
    Deadline(after: .milliseconds(1)).wait()
  }
}

/// A session bus with the accessibility status service, the registry of the accessibility bus, and a client of it.
final class FakeAccessibilityBus {
  /// A description of an object of the program.
  struct Node {
    let path: String
    let role: String
    let name: String
    let description: String
    let interfaces: [String]
    let children: [Node]

    /// The object and all objects in it.
    var all: [Node] { [self] + children.flatMap(\.all) }
  }

  let daemon: IsolatedSessionBus
  private let service: Bus
  let client: Bus
  var program: String?
  private var isEnabled: Bool
  /// The number of questions whether an assistive program runs.
  private(set) var questionCount = 0
  /// An object that was in the program when its path was read.
  private struct RemovedObject: Error {}

  private var replies: [UInt32: (isError: Bool, arguments: [BusValue])] = [:]
  /// The texts and the kinds of all events of the program.
  private(set) var events: [String] = []
  private static let registry = "org.a11y.atspi.Registry"
  static let root = "/org/a11y/atspi/accessible/root"

  init(isEnabled: Bool = true) throws {
    self.isEnabled = isEnabled
    daemon = try IsolatedSessionBus()
    let address = try #require(BusAddress(daemon.address))
    (service, client) = (try Bus(at: address), try Bus(at: address))
    for name in ["org.a11y.Bus", Self.registry] { try service.requestName(name) }
    for kind in ["Object", "Window"] {
      try client.addMatch("type='signal',interface='org.a11y.atspi.Event.\(kind)'")
    }
    try wait(for: "the names") { self.service.uniqueName != nil && self.client.uniqueName != nil }
  }

  /// The environment of the program.
  var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": daemon.address] }

  /// Turns descriptions on or off, as the start and the end of a screen reader do.
  func setEnabled(_ isEnabled: Bool) throws {
    self.isEnabled = isEnabled
    try service.emit(
      "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: "/org/a11y/bus",
      [.string("org.a11y.Status"), .dictionary([("IsEnabled", .boolean(isEnabled))]), .array(of: "s", [])])
  }

  /// Serves the program until a condition is true.
  func wait(for description: String, _ isDone: () throws -> Bool) throws {
    try TactileTests.wait(for: description, serving: serve, until: isDone)
  }

  func serve() {
    service.exchange()
    while let message = service.takeMessage() { if message.isCall { answer(message) } }
    client.exchange()
    while let message = client.takeMessage() {
      if message.isReply {
        replies[message.replySerial] = (message.isError, message.arguments)
      } else if let member = message.member, message.interface?.hasPrefix("org.a11y.atspi.Event.") == true {
        events.append("\(member) \(message.arguments)")
      }
    }
  }

  private func answer(_ call: borrowing BusMessage) {
    do {
      switch call.member {
      case "Get":
        questionCount += 1
        try service.reply(to: call, [.variant(.boolean(isEnabled))])
      case "GetAddress": try service.reply(to: call, [.string(daemon.address)])
      case "Embed":
        if case .structure(let members)? = call.arguments.first, case .string(let name) = members[0] {
          program = name
        }
        try service.reply(to: call, [.structure([.string(""), .objectPath(Self.root)])])
      case "GetRegisteredEvents":
        let names = ["Object:", "Window:"].map {
          BusValue.structure([.string(client.uniqueName ?? ""), .string($0)])
        }
        try service.reply(to: call, [.array(of: "(ss)", names)])
      default: try service.reply(to: call, error: BusCallError("UnknownMethod", "none"))
      }
    } catch { Issue.record(error) }
  }

  /// Calls a method of the program and returns the results.
  func call(
    _ member: String, of interface: String = "Accessible", at path: String, _ arguments: [BusValue] = []
  )
    throws -> [BusValue]
  {
    let name = interface.contains(".") ? interface : "org.a11y.atspi.\(interface)"
    let serial = try client.call(
      member, of: name, at: path, ownedBy: try #require(program), arguments)
    try wait(for: "the reply to \(member)") { self.replies[serial] != nil }
    let found = replies.removeValue(forKey: serial)
    let reply = try #require(found)
    if reply.isError, case .string("There is no object \(path).")? = reply.arguments.first {
      throw RemovedObject()
    }
    try #require(!reply.isError, "\(member) of \(path): \(reply.arguments)")
    return reply.arguments
  }

  /// The number of bullets that were inserted into fields.
  var bulletCount: Int {
    events.filter { $0.hasPrefix("TextChanged") && $0.contains("insert") }.reduce(0) {
      $0 + $1.count { $0 == "•" }
    }
  }

  /// Returns whether a connection exists.
  func hasOwner(_ name: String) throws -> Bool {
    let serial = try client.call(
      "NameHasOwner", of: Bus.name, at: Bus.path, ownedBy: Bus.name, [.string(name)])
    try wait(for: "the reply of the bus") { self.replies[serial] != nil }
    return replies.removeValue(forKey: serial)?.arguments == [.boolean(true)]
  }

  func text(_ property: String, at path: String) throws -> String {
    let value = try call(
      "Get", of: "org.freedesktop.DBus.Properties", at: path,
      [.string("org.a11y.atspi.Accessible"), .string(property)])
    guard case .string(let text)? = value.first?.unwrapped else { return "" }
    return text
  }

  /// Returns all objects of the program. Begins again when an object is removed in between.
  func tree() throws -> Node {
    let deadline = Deadline(after: .defaultTimeout)
    while true {
      do { return try tree(at: Self.root) } catch is RemovedObject { try #require(!deadline.hasPassed) }
    }
  }

  private func tree(at path: String) throws -> Node {
    func texts(_ value: BusValue?) -> [String] {
      value?.elements?.compactMap { if case .string(let text) = $0 { text } else { nil } } ?? []
    }
    let children = try call("GetChildren", at: path).first?.elements ?? []
    let role = try call("GetRoleName", at: path).first
    return Node(
      path: path, role: texts(.array(of: "s", role.map { [$0] } ?? [])).first ?? "",
      name: try text("Name", at: path),
      description: try text("Description", at: path),
      interfaces: texts(try call("GetInterfaces", at: path).first),
      children: try children.compactMap { reference in
        guard case .objectPath(let child)? = reference.elements?.last else { return nil }
        return try tree(at: child)
      })
  }
}
