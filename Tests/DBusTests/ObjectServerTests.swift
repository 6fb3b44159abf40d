import CDBus
import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import DBus
@testable import System

/// libdbus, of which some functions are observed or fail.
private enum ObservedLibrary {
  nonisolated(unsafe) private static var functions: CDBusFunctions?
  /// The numbers of messages whose arguments were read, and of errors that were freed.
  nonisolated(unsafe) static var (readCount, freedCount) = (0, 0)
  nonisolated(unsafe) static var hasMemory = true

  static func open() throws -> DBusLibrary {
    var functions = try DBusLibrary().functions
    ObservedLibrary.functions = functions
    functions.beginReading = { message, iterator in
      ObservedLibrary.readCount += 1
      return ObservedLibrary.functions?.beginReading(message, iterator) ?? 0
    }
    functions.freeError = { error in
      ObservedLibrary.freedCount += 1
      ObservedLibrary.functions?.freeError(error)
    }
    functions.writeBasic = { iterator, type, value in
      ObservedLibrary.hasMemory ? ObservedLibrary.functions?.writeBasic(iterator, type, value) ?? 0 : 0
    }
    functions.openConnection = { address, error in
      if ObservedLibrary.hasMemory { return ObservedLibrary.functions?.openConnection(address, error) }
      // `freeError` frees it, since the error is not marked as a constant.
      error.pointee.name = UnsafePointer(strdup("org.freedesktop.DBus.Error.NoMemory"))
      return nil
    }
    return DBusLibrary(functions)
  }
}

/// A bus with two clients: one exports objects, the other calls them.
private final class Fixture {
  let daemon: IsolatedSessionBus
  let server: Bus
  let client: Bus
  let objects: ObjectServer<Lamp>

  /// - Parameter library: The library of the server. By default, the usual one.
  init(_ lamp: Lamp, through library: DBusLibrary? = nil) throws {
    let daemon = try IsolatedSessionBus()
    let address = try #require(BusAddress(variable: daemon.address, runtimeDirectory: nil))
    server = try Bus(
      at: address, maximumMessageSize: Bus.maximumMessageSize, through: try library ?? DBusLibrary())
    client = try Bus(at: address)
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
      case "/a": (self, [Self.interface, Self.closed])
      default: nil
      }
    }
  }

  /// An interface that no client of the tests may call.
  private static var closed: BusInterface<Lamp> {
    var interface = BusInterface<Lamp>("org.example.Closed", methods: ["Open": .init(["s"]) { _, _ in [] }])
    interface.accepts = { $0 == "" }
    return interface
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

  @Test func `refuses calls without reading their arguments`() throws {
    let fixture = try Fixture(Lamp(), through: try ObservedLibrary.open())
    let count = ObservedLibrary.readCount
    let text = [BusValue.string("a")]
    #expect(try fixture.fails("no object /b", "Echo", of: Self.lamp, at: "/b", text))
    #expect(try fixture.fails("no interface", "Echo", of: "org.example.Other", text))
    #expect(try fixture.fails("no method Dim", "Dim", of: Self.lamp, text))
    #expect(try fixture.fails("takes arguments", "Echo", of: Self.lamp, text))
    #expect(try fixture.fails("may not call /a", "Open", of: "org.example.Closed", text))
    #expect(ObservedLibrary.readCount == count)
    _ = try fixture.value("Echo", of: Self.lamp, [.variant(.string("a"))])
    #expect(ObservedLibrary.readCount == count + 1)
  }

  /// A few bytes in a message can be many values in memory.
  @Test func `refuses a call with more values than are read`() throws {
    let fixture = try Fixture(Lamp())
    func echo(_ value: BusValue) throws -> Bool {
      try fixture.value("Echo", of: Self.lamp, [.variant(value)]) == .variant(value)
    }
    func bytes(_ count: Int) -> BusValue { .array(of: "y", Array(repeating: .byte(1), count: count)) }
    let empty = BusValue.array(of: "(\(String(repeating: "s", count: 60)))", [])
    let many = [
      bytes(100_000), .array(of: "ay", Array(repeating: bytes(20), count: 5000)),
      .array(of: empty.signature, Array(repeating: empty, count: 5000)),
      .array(of: "v", Array(repeating: .variant(.variant(.byte(1))), count: 30_000)),
    ]
    for value in many {
      #expect(
        try fixture.fails("too many values", "Echo", of: Self.lamp, [.variant(value)]), "\(value.signature)")
    }
    #expect(try echo(bytes(60_000)))
    #expect(try echo(.array(of: empty.signature, Array(repeating: empty, count: 1000))))
  }

  @Test func `reports a result for which there is no memory`() throws {
    let fixture = try Fixture(Lamp(), through: try ObservedLibrary.open())
    let serial = try fixture.client.call(
      "Echo", of: Self.lamp, at: "/a", ownedBy: "org.example.Server", [.variant(.byte(1))])
    var error: BusCallError?
    ObservedLibrary.hasMemory = false
    defer { ObservedLibrary.hasMemory = true }
    try fixture.waitUntil {
      while let message = fixture.client.takeMessage() {
        if message.replySerial == serial { error = message.error }
      }
      return error != nil
    }
    #expect(error?.name == "org.freedesktop.DBus.Error.NoMemory")
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
    #expect(throws: BusError.invalidMessage) { try bus.requestName("a\0b") }
  }
}

@Suite struct `Message bus` {
  @Test func `that cannot be connected to has a reason, of which no memory is kept`() throws {
    let library = try ObservedLibrary.open()
    defer { ObservedLibrary.hasMemory = true }
    for hasMemory in [true, false] {
      ObservedLibrary.hasMemory = hasMemory
      let count = ObservedLibrary.freedCount
      let address = try #require(BusAddress("unix:path=/nonexistent"))
      let reason = hasMemory ? BusError.cannotConnect(address: address.text) : .noMemory
      #expect(throws: reason) { _ = try Bus(at: address, maximumMessageSize: 1 << 16, through: library) }
      #expect(ObservedLibrary.freedCount == count + 1)
    }
  }

  /// The queue of a listening socket has one place more than it names.
  @Test func `that accepts no connection is waited for once`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/bus"
    func makeSocket() -> Int32 {
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }
    let (listener, client) = (makeSocket(), makeSocket())
    defer { for descriptor in [listener, client] { close(descriptor) } }
    try #require(withSocketAddress(path) { Int(bind(listener, $0, $1)) } == 0 && listen(listener, 0) == 0)
    try #require(withSocketAddress(path) { Int(connect(client, $0, $1)) } == 0)
    let address = try #require(BusAddress("unix:path=\(path)"))
    for _ in 1...3 {
      #expect(throws: BusError.notAccepted(address: address.text)) { _ = try Bus(at: address) }
    }
    // The connection that was not waited for is closed: its end follows nothing.
    close(accept(listener, nil, nil))
    let late = accept(listener, nil, nil)
    defer { close(late) }
    var byte: UInt8 = 0
    #expect(late >= 0 && read(late, &byte, 1) == 0)
    // One thread for all attempts.
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == 0)
  }

  @Test func `that ends during a write is due without a descriptor`() throws {
    let fixture = try Fixture(Lamp())
    #expect(!fixture.server.isDue)
    // A write fails only if the bus has ended with unread messages; otherwise, the next read does.
    fixture.daemon.suspend()
    for _ in 1...50 { try fixture.server.call("GetId", of: Bus.name, at: Bus.path, ownedBy: Bus.name) }
    fixture.daemon.kill()
    var end = pollfd(fd: fixture.server.descriptor, events: 0, revents: 0)
    try #require(poll(&end, 1, Int32(Duration.defaultTimeout / .milliseconds(1))) == 1)
    try fixture.server.call("GetId", of: Bus.name, at: Bus.path, ownedBy: Bus.name)
    #expect(fixture.server.descriptor == -1 && fixture.server.isDue)
    while fixture.server.takeMessage() != nil {}
    #expect(fixture.server.isDue)
  }

  @Test func `that ends while many messages wait is not connected`() throws {
    let fixture = try Fixture(Lamp())
    let name = try #require(fixture.server.uniqueName)
    let text = BusValue.string(String(repeating: "a", count: 50_000))
    let deadline = Deadline(after: .defaultTimeout)
    while fixture.server.pollEvents & Int16(POLLIN) != 0, !deadline.hasPassed {
      if fixture.client.outgoingSize == 0 {
        try fixture.client.call("Wait", of: "org.example.Lamp", at: "/a", ownedBy: name, [text])
      }
      fixture.client.exchange()
      fixture.server.exchange()
    }
    #expect(fixture.server.isConnected)
    fixture.daemon.kill()
    var end = pollfd(fd: fixture.server.descriptor, events: 0, revents: 0)
    try #require(poll(&end, 1, Int32(Duration.defaultTimeout / .milliseconds(1))) == 1)
    fixture.server.exchange()
    #expect(!fixture.server.isConnected && fixture.server.hasMessage)
  }

  /// Match rules select only the others.
  @Test func `tells signals that a client has addressed to another one from those for all`() throws {
    let fixture = try Fixture(Lamp())
    let name = try #require(fixture.client.uniqueName)
    try fixture.client.addMatch("type='signal',interface='org.example.Lamp'")
    _ = try fixture.client.call("GetId", of: Bus.name, at: Bus.path, ownedBy: Bus.name)
    var (received, hasMatch) = ([Bool](), false)
    func waitFor(_ count: Int) throws {
      try fixture.waitUntil {
        while let message = fixture.client.takeMessage() {
          if message.isReply { hasMatch = true }
          if message.isSignal("Changed", of: "org.example.Lamp") { received.append(message.isAddressed) }
        }
        return hasMatch && received.count >= count
      }
    }
    try waitFor(0)
    try fixture.server.emit("Changed", of: "org.example.Lamp", at: "/a")
    try waitFor(1)
    let environment = ChildProcess.inheritedEnvironment.merging(
      ["DBUS_SESSION_BUS_ADDRESS": fixture.daemon.address]) { $1 }
    var sender = try ChildProcess(
      "dbus-send", ["--session", "--type=signal", "--dest=\(name)", "/a", "org.example.Lamp.Changed"],
      environment: environment)
    try waitFor(2)
    _ = try sender.waitForExit(within: .defaultTimeout)
    #expect(received == [false, true])
  }

  @Test func `reports the new owner of a name, or that it has none`() throws {
    let fixture = try Fixture(Lamp())
    try fixture.client.addMatch(Bus.ownerRule(of: "org.example.Other"))
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
