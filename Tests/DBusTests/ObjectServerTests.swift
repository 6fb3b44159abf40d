import Glibc
import ScreenDriver
import System
import TestSupport
import Testing

@testable import DBus

/// A bus with two clients: one exports objects, the other calls them.
private final class Fixture {
  let daemon: IsolatedSessionBus
  let server: Bus
  let client: Bus
  let objects: ObjectServer<Lamp>

  init(_ lamp: Lamp) throws {
    let daemon = try IsolatedSessionBus()
    let address = try #require(BusAddress(variable: daemon.address, runtimeDirectory: nil))
    (server, client) = (try Bus(at: address), try Bus(at: address))
    self.daemon = daemon
    objects = lamp.objects
    try server.requestName("org.example.Server")
    try waitUntil { client.uniqueName != nil && server.uniqueName != nil }
  }

  /// Serves both clients until a condition is true.
  func waitUntil(_ isDone: () throws -> Bool) throws {
    let deadline = Deadline(after: .defaultTimeout)
    repeat {
      try serve()
      if try isDone() { return }
      Deadline(after: .milliseconds(1)).wait()
    } while !deadline.hasPassed
    Issue.record("the bus has not answered in time")
  }

  private func serve() throws {
    client.exchange()
    server.exchange()
    while let message = server.takeMessage() { _ = try objects.handle(message, on: server) }
    if client.uniqueName == nil { _ = client.takeMessage() }
  }

  /// Calls a method and returns the results, or the text of the error.
  func call(_ member: String, of interface: String, at path: String = "/a", _ arguments: [BusValue] = [])
    throws -> Result<[BusValue], BusCallError>
  {
    let serial = try client.call(
      member, of: interface, at: path, ownedBy: "org.example.Server", arguments)
    var result: Result<[BusValue], BusCallError>?
    try waitUntil {
      while let message = client.takeMessage() {
        guard message.replySerial == serial else { continue }
        let values = message.arguments
        if message.isError, case .string(let text) = values.first {
          result = .failure(BusCallError("", text))
        } else {
          result = .success(values)
        }
      }
      return result != nil
    }
    return try #require(result)
  }

  /// Calls a method and returns its only result.
  func value(_ member: String, of interface: String, at path: String = "/a", _ arguments: [BusValue] = [])
    throws -> BusValue?
  { try call(member, of: interface, at: path, arguments).get().first }

  /// Returns whether a call fails with a text.
  func fails(
    _ text: String, _ member: String, of interface: String, at path: String = "/a",
    _ arguments: [BusValue] = []
  ) throws -> Bool {
    guard case .failure(let error) = try call(member, of: interface, at: path, arguments) else {
      return false
    }
    return error.message.contains(text)
  }
}

/// The state of an exported object.
private final class Lamp {
  var level: UInt32 = 5

  var objects: ObjectServer<Lamp> {
    ObjectServer { path in
      switch path {
      case "/": ObjectServer.Object(self, [], children: ["a"])
      case "/a": ObjectServer.Object(self, [Self.interface])
      default: nil
      }
    }
  }

  private static var interface: BusInterface<Lamp> {
    BusInterface(
      "org.example.Lamp",
      methods: [
        "Echo": .init(["v"], ["v"]) { $1 },
        "Fail": .init { _, _ throws(BusCallError) in throw BusCallError("Failed", "The lamp is broken.") },
      ],
      properties: [
        "Level": .init("u", get: { .uint32($0.level) }) { lamp, value in
          if case .uint32(let level) = value { lamp.level = level }
        },
        "Name": .init("s", get: { _ in .string("lamp") }),
      ], signals: ["Changed": ["u"]])
  }
}

@Suite struct `Exported object` {
  private static let lamp = "org.example.Lamp"
  private static let properties = "org.freedesktop.DBus.Properties"

  @Test(arguments: 0..<4) func `returns every valid value unchanged`(seed: Int) throws {
    let fixture = try Fixture(Lamp())
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let value = BusValue.variant(.randomValid(depth: 3, &random))
      #expect(value.isValid(by: try DBusLibrary()))
      #expect(try fixture.value("Echo", of: Self.lamp, [value]) == value)
    }
  }

  @Test func `gets and sets its properties`() throws {
    let lamp = Lamp()
    let fixture = try Fixture(lamp)
    let level = [BusValue.string(Self.lamp), .string("Level")]
    #expect(try fixture.value("Get", of: Self.properties, level) == .variant(.uint32(5)))
    #expect(try fixture.call("Set", of: Self.properties, level + [.variant(.uint32(7))]) == .success([]))
    #expect(lamp.level == 7)
    #expect(
      try fixture.value("GetAll", of: Self.properties, [.string(Self.lamp)])
        == .dictionary([("Level", .uint32(7)), ("Name", .string("lamp"))]))
  }

  @Test func `reports calls that it cannot perform`() throws {
    let fixture = try Fixture(Lamp())
    #expect(try fixture.fails("no object /b", "Echo", of: Self.lamp, at: "/b"))
    #expect(try fixture.fails("no interface", "Echo", of: "org.example.Other"))
    #expect(try fixture.fails("no method Dim", "Dim", of: Self.lamp))
    #expect(try fixture.fails("takes arguments of type 'v', not 's'", "Echo", of: Self.lamp, [.string("a")]))
    #expect(try fixture.fails("The lamp is broken.", "Fail", of: Self.lamp))
    let name = [BusValue.string(Self.lamp), .string("Name"), .variant(.string("x"))]
    #expect(try fixture.fails("cannot be changed", "Set", of: Self.properties, name))
    let level = [BusValue.string(Self.lamp), .string("Level"), .variant(.string("x"))]
    #expect(try fixture.fails("has the type 'u'", "Set", of: Self.properties, level))
    #expect(
      try fixture.fails("no such property", "Get", of: Self.properties, [.string(Self.lamp), .string("X")]))
  }

  @Test func `is found by a client of another implementation`() throws {
    let fixture = try Fixture(Lamp())
    let directory = try TemporaryDirectory()
    let output = "\(directory.path)/output"
    var environment = ChildProcess.inheritedEnvironment
    environment["DBUS_SESSION_BUS_ADDRESS"] = fixture.daemon.address
    var client = try ChildProcess(
      "dbus-send",
      [
        "--session", "--print-reply=literal", "--dest=org.example.Server", "/a",
        "org.freedesktop.DBus.Introspectable.Introspect",
      ], environment: environment, redirections: [.file(output, as: 1)])
    try fixture.waitUntil { !client.isRunning() }
    #expect(try client.waitForExit(within: .defaultTimeout) == .exited(0))
    let file = try AtomicFile(directory: directory.path, name: "output").read(limit: 1 << 16)
    let xml = String(decoding: file, as: UTF8.self)
    for text in [
      #"<interface name="org.example.Lamp">"#, #"<property name="Level" type="u" access="readwrite"/>"#,
      #"<property name="Name" type="s" access="read"/>"#, #"<signal name="Changed">"#,
      #"<method name="Fail"/>"#, #"<interface name="org.freedesktop.DBus.Peer">"#,
    ] {
      #expect(xml.contains(text), "\(xml)")
    }
  }

  @Test func `sends signals to clients that subscribe to them`() throws {
    let fixture = try Fixture(Lamp())
    try fixture.client.addMatch("type='signal',interface='org.example.Lamp'")
    _ = try fixture.value("Ping", of: "org.freedesktop.DBus.Peer")
    try fixture.server.emit("Changed", of: Self.lamp, at: "/a", [.uint32(9)])
    var arguments: [BusValue]?
    try fixture.waitUntil {
      while let message = fixture.client.takeMessage() {
        if message.isSignal("Changed", of: Self.lamp) { arguments = message.arguments }
      }
      return arguments != nil
    }
    #expect(arguments == [.uint32(9)])
  }

  @Test func `rejects messages that the protocol cannot carry`() throws {
    let bus = try Fixture(Lamp()).server
    #expect(throws: BusError.invalidMessage) { try bus.emit("a.b", of: Self.lamp, at: "/a") }
    #expect(throws: BusError.invalidMessage) { try bus.emit("A", of: "lamp", at: "/a") }
    #expect(throws: BusError.invalidMessage) { try bus.emit("A", of: Self.lamp, at: "a") }
    #expect(throws: BusError.invalidMessage) { try bus.emit("A", of: Self.lamp, at: "/a", [.string("\0")]) }
    #expect(throws: BusError.invalidMessage) { try bus.call("A", of: Self.lamp, at: "/a", ownedBy: "") }
    #expect(throws: BusError.invalidMessage) { try bus.requestName("a b") }
  }
}
