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
    while let message = server.takeMessage() { _ = objects.handle(message, on: server) }
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
        result = message.error.map { .failure($0) } ?? .success(values)
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
  /// The calls that are answered later.
  var calls: [BusCall] = []

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
        "Wait": .init(["s"], ["s"], deferring: { $0.calls.append($1) }),
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

  @Test func `answers deferred calls in any order, with any error, and those that are dropped`() throws {
    let lamp = Lamp()
    let fixture = try Fixture(lamp)
    let name = try #require(fixture.client.uniqueName)
    let serials = try ["a", "b", "c", "d"].map {
      try fixture.client.call("Wait", of: Self.lamp, at: "/a", ownedBy: "org.example.Server", [.string($0)])
    }
    try fixture.waitUntil { lamp.calls.count == serials.count }
    #expect(lamp.calls.allSatisfy { $0.sender == name } && lamp.calls[2].arguments == [.string("c")])
    lamp.calls[1].finish(.success([.string("B")]))
    lamp.calls[1].finish(.success([.string("again")]))
    lamp.calls[0].finish(.failure(BusCallError(name: "org.example.Error.Late", message: "no")))
    lamp.calls[3].finish(.success([.string("\0")]))
    lamp.calls = []
    var replies: [UInt32: [String]] = [:]
    try fixture.waitUntil {
      while let message = fixture.client.takeMessage() {
        replies[message.replySerial, default: []].append("\(message.error?.name ?? "") \(message.arguments)")
      }
      return serials.allSatisfy { replies[$0] != nil }
    }
    let failed = "org.freedesktop.DBus.Error.Failed"
    #expect(replies[serials[0]] == [#"org.example.Error.Late [DBus.BusValue.string("no")]"#])
    #expect(replies[serials[1]] == [#" [DBus.BusValue.string("B")]"#])
    #expect(replies[serials[2]]?.first?.hasPrefix(failed) == true)
    #expect(replies[serials[3]]?.first?.hasPrefix(failed) == true)
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

@Suite struct `Message bus` {
  @Test func `reports the new owner of a name, or that it has none`() throws {
    let fixture = try Fixture(Lamp())
    try fixture.client.watchOwner(of: "org.example.Other")
    try fixture.server.requestName("org.example.Other")
    var owners: [String?] = []
    func waitForChange() throws {
      let count = owners.count
      try fixture.waitUntil {
        while let message = fixture.client.takeMessage() {
          if let change = OwnerChange(message), change.name == "org.example.Other" {
            owners.append(change.owner)
          }
        }
        return owners.count > count
      }
    }
    try waitForChange()
    try fixture.server.call(
      "ReleaseName", of: Bus.name, at: Bus.path, ownedBy: Bus.name, [.string("org.example.Other")])
    try waitForChange()
    #expect(owners == [fixture.server.uniqueName, nil])
  }

  /// Any client can send such a signal to another one, which may wait for the reply to a call with this number.
  @Test func `has no reply in a signal with the number of a call`() throws {
    let library = dlopen("libdbus-1.so.3", RTLD_NOW)
    func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
      unsafeBitCast(try #require(dlsym(library, name)), to: type)
    }
    typealias MakeSignal =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>
      ) -> OpaquePointer?
    let makeSignal = try function("dbus_message_new_signal", as: MakeSignal.self)
    let setReplySerial = try function(
      "dbus_message_set_reply_serial", as: (@convention(c) (OpaquePointer, UInt32) -> UInt32).self)
    let signal = try #require(makeSignal("/a", "org.example.A", "Changed"))
    #expect(setReplySerial(signal, 7) == 1)
    let message = BusMessage(adopting: signal, of: try DBusLibrary())
    #expect(message.replySerial == 0 && !message.isReply && message.isSignal("Changed", of: "org.example.A"))
  }

  @Test func `delivers a message of a megabyte only to a client that allows it`() throws {
    let daemon = try IsolatedSessionBus()
    let address = try #require(BusAddress(systemVariable: daemon.address))
    let text = String(repeating: "a", count: 1 << 20)
    for limit in [Bus.maximumMessageSize, 4 << 20] {
      let bus = try Bus(at: address, maximumMessageSize: limit)
      let deadline = Deadline(after: .defaultTimeout)
      var (isSent, hasArrived) = (false, false)
      while !hasArrived, bus.isConnected, !deadline.hasPassed {
        bus.exchange()
        while let message = bus.takeMessage() { hasArrived = hasArrived || message.isCall }
        if !isSent, let name = bus.uniqueName {
          try bus.call("A", of: "org.example.A", at: "/a", ownedBy: name, [.string(text)])
          isSent = true
        }
        Deadline(after: .milliseconds(1)).wait()
      }
      #expect(hasArrived == (limit > 1 << 20))
    }
  }

  @Test func `of the system has the address of the variable, or the standard one`() {
    #expect(BusAddress(systemVariable: "unix:path=/a;tcp:host=b")?.text == "unix:path=/a")
    #expect(BusAddress(systemVariable: "tcp:host=b") == nil)
    for variable in [nil, ""] {
      #expect(
        BusAddress(systemVariable: variable)?.text.hasPrefix("unix:path=/run/dbus/system_bus_socket") == true)
    }
  }
}
