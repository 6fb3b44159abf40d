import DBus
import Glibc
import ScreenDriver

/// The services of at-spi2-core on a session bus of their own, and a client of the accessibility bus.
struct AccessibilityBus: ~Copyable {
  /// The variables with which a program finds the bus, and GTK describes itself.
  let environment: [String: String]
  private let client: Bus
  // Destroyed in this order.
  private let launcher: ChildProcess
  private let session: IsolatedSessionBus

  /// An object of a program on the bus.
  struct Object: Hashable {
    var owner: String
    var path: String

    init?(_ value: BusValue?) {
      guard let members = value?.elements, members.count == 2, case .string(let owner) = members[0],
        case .objectPath(let path) = members[1]
      else { return nil }
      (self.owner, self.path) = (owner, path)
    }
  }

  private static let prefix = "org.a11y.atspi."
  private static let registry = "\(prefix)Registry"
  private static let root = "/org/a11y/atspi/accessible/root"

  /// Starts the services.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether programs describe themselves.
  ///   - hasListener: Whether the client waits for all events.
  init(for display: borrowing BenchmarkDisplay, isEnabled: Bool, hasListener: Bool)
    throws(ScreenDriverError)
  {
    let session = try IsolatedSessionBus()
    let environment = [
      "DBUS_SESSION_BUS_ADDRESS": session.address, "NO_AT_BRIDGE": "0", "GTK_A11Y": "atspi",
    ]
    let launcher = try ChildProcess(
      "/usr/libexec/at-spi-bus-launcher", ["--launch-immediately", "--a11y=\(isEnabled ? 1 : 0)"],
      environment: display.environment.merging(environment) { $1 }, redirections: [.discard(1), .discard(2)])
    let service = try Self.connect(session.address)
    let text = try Deadline(after: .defaultTimeout).poll(for: "the accessibility bus") {
      () throws(ScreenDriverError) -> String? in
      let results = try Self.call(
        "GetAddress", of: "org.a11y.Bus", at: "/org/a11y/bus", ownedBy: "org.a11y.Bus", over: service)
      return if case .string(let text)? = results.first, text.hasPrefix("unix:") { text } else { nil }
    }
    let client = try Self.connect(text)
    for event in hasListener ? ["Object:", "Window:"] : [] {
      _ = try Self.call(
        "RegisterEvent", of: Self.registry, at: "/org/a11y/atspi/registry", ownedBy: Self.registry,
        [.string(event), .array(of: "s", [])], over: client)
    }
    (self.environment, self.client) = (environment, client)
    self.launcher = launcher
    self.session = session
  }

  private static func connect(_ text: String) throws(ScreenDriverError) -> Bus {
    guard let address = BusAddress(text) else { throw .unexpected("no address: \(text)") }
    do throws(BusError) { return try Bus(at: address) } catch { throw .unexpected("\(error)") }
  }

  /// Calls a method and waits for the reply. Returns no results if the reply is an error.
  private static func call(
    _ member: String, of interface: String, at path: String, ownedBy owner: String,
    _ arguments: [BusValue] = [], over bus: Bus
  ) throws(ScreenDriverError) -> [BusValue] {
    let serial: UInt32
    do throws(BusError) {
      serial = try bus.call(member, of: interface, at: path, ownedBy: owner, arguments)
    } catch { throw .unexpected("\(error)") }
    let deadline = Deadline(after: .defaultTimeout)
    while !deadline.hasPassed {
      bus.exchange()
      while let message = bus.takeMessage() {
        if message.isReply, message.replySerial == serial { return message.isError ? [] : message.arguments }
      }
      var target = pollfd(fd: bus.descriptor, events: bus.pollEvents, revents: 0)
      poll(&target, 1, 100)
    }
    throw .timedOut(waitingFor: "the reply to \(member)")
  }

  /// Calls a method of an object. An interface without a point is one of AT-SPI.
  func call(
    _ member: String, of interface: String = "Accessible", _ object: Object, _ arguments: [BusValue] = []
  ) throws(ScreenDriverError) -> [BusValue] {
    let name = interface.contains(".") ? interface : Self.prefix + interface
    return try Self.call(member, of: name, at: object.path, ownedBy: object.owner, arguments, over: client)
  }

  func property(_ name: String, of object: Object) throws(ScreenDriverError) -> BusValue? {
    let arguments: [BusValue] = [.string("\(Self.prefix)Accessible"), .string(name)]
    return try call("Get", of: "org.freedesktop.DBus.Properties", object, arguments).first?.unwrapped
  }

  /// Waits for a program, and returns all its objects, except the elements of long lists.
  func objects() throws(ScreenDriverError) -> [Object] {
    guard let desktop = Object(.structure([.string(Self.registry), .objectPath(Self.root)])) else {
      return []
    }
    var found = try Deadline(after: .defaultTimeout).poll(for: "a program on the accessibility bus") {
      () throws(ScreenDriverError) -> [Object]? in
      guard let program = try children(of: desktop).last, try !children(of: program).isEmpty else {
        return nil
      }
      return [program]
    }
    var index = 0
    while index < found.count {
      found += try children(of: found[index])
      index += 1
    }
    return found
  }

  private func children(of object: Object) throws(ScreenDriverError) -> [Object] {
    (try call("GetChildren", object).first?.elements ?? []).compactMap(Object.init)
  }
}
