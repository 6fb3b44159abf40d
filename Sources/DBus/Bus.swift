import CDBus
import Glibc
package import Motion
import Synchronization
package import System

/// A non-blocking connection to a message bus.
///
/// Messages are sent and received when the event loop finds the descriptor ready. The reply to a call
/// contains the serial number of the call. There are no timeouts, so no timer wakes the program. If
/// the bus exits, the connection remains but receives nothing.
///
/// Use it on one thread.
package final class Bus {
  private let library: DBusLibrary
  private let connection: OpaquePointer
  /// The descriptors that libdbus reads and writes, as registered by its callbacks (`DBusWatch`).
  private var watches: [OpaquePointer] = []
  /// The serial number of the call `Hello`, which the bus answers with the name of this connection.
  private var helloSerial: UInt32 = 0
  /// The unique name of this connection. `nil` until the answer of the bus was taken.
  package private(set) var uniqueName: String?

  /// The default of the maximum size of a message in bytes. Usual replies have a few hundred bytes.
  package static let maximumMessageSize = 1 << 18

  /// The maximum size in bytes of the received messages that were not taken. The rest waits in the socket.
  private static let maximumReceivedSize = 1 << 20
  /// The maximum number of file descriptors in these messages. None is used, but each is open until its message is taken.
  private static let maximumReceivedDescriptorCount = 16

  /// Connects, and authenticates as far as the first write allows without blocking. Waits at most a second for a program
  /// that listens but accepts no connections, unless no thread can be created.
  ///
  /// - Parameter maximumMessageSize: The size in bytes. A longer message ends the connection.
  /// - Throws: `noLibrary`, `cannotConnect`, `notAccepted`, `noMemory`.
  package convenience init(at address: BusAddress, maximumMessageSize: Int = Bus.maximumMessageSize)
    throws(BusError)
  {
    let library: DBusLibrary
    do throws(DynamicLibraryError) { library = try DBusLibrary() } catch { throw .noLibrary(error) }
    try self.init(at: address, maximumMessageSize: maximumMessageSize, through: library)
  }

  init(at address: BusAddress, maximumMessageSize: Int, through library: DBusLibrary) throws(BusError) {
    // By default, the library ignores SIGPIPE in the whole process, although it does not need that.
    library.setChangesSIGPIPE(0)
    let connection = try OpenedConnection.open(address.text, through: library)
    library.setMaximumMessageSize(connection, maximumMessageSize)
    library.setMaximumReceivedSize(connection, Self.maximumReceivedSize)
    library.setMaximumReceivedDescriptors(connection, Self.maximumReceivedDescriptorCount)
    self.library = library
    self.connection = connection
    guard registerWatches() else { throw .noMemory }
    // The bus accepts other messages only after `Hello`.
    helloSerial = try call("Hello", of: Bus.name, at: Bus.path, ownedBy: Bus.name)
  }

  deinit {
    library.closeConnection(connection)
    library.releaseConnection(connection)
  }

  /// Whether the bus has not ended the connection. It ends it after a message that is too long.
  package var isConnected: Bool { library.isConnected(connection) != 0 }

  /// The size in bytes of the messages that were sent and that the bus has not read.
  package var outgoingSize: Int { library.outgoingSize(connection) }

  /// Whether `takeMessage` returns a message. No descriptor becomes ready for it again.
  package var hasMessage: Bool { library.dispatchStatus(connection) == 0 }

  /// Whether there is a message, or the end of the connection, that no descriptor reports: it may have ended during the last
  /// write.
  package var isDue: Bool { !isConnected || hasMessage }

  /// Returns and removes the oldest received message. `nil` if there is none.
  package func takeMessage() -> BusMessage? {
    guard let pointer = library.takeMessage(connection) else { return nil }
    let message = BusMessage(adopting: pointer, of: library)
    if uniqueName == nil, message.replySerial == helloSerial { uniqueName = message.arguments.first?.text }
    return message
  }

  /// Removes the oldest messages, and passes them to a closure: as many as one iteration of an event loop should handle.
  package func takeMessages(_ body: (consuming BusMessage) -> Void) {
    for _ in 0..<64 { if let message = takeMessage() { body(message) } else { return } }
  }

  /// Sends a method call.
  ///
  /// - Parameter startsOwner: Whether the bus starts the program that owns the name, if none runs.
  /// - Returns: The serial number, which the reply contains.
  /// - Throws: `noMemory`; `invalidMessage` if a name, a path or an argument is invalid.
  @discardableResult package func call(
    _ member: String, of interface: String, at path: String, ownedBy name: String,
    _ arguments: [BusValue] = [], startsOwner: Bool = true
  ) throws(BusError) -> UInt32 {
    guard library.accepts(name, as: library.isBusName), accepts(member, of: interface, at: path) else {
      throw .invalidMessage
    }
    let call = library.makeCall(name, path, interface, member)
    if let call, !startsOwner { library.setStartsOwner(call, 0) }
    return try send(call, arguments)
  }

  /// Sends the results of a call to its caller.
  ///
  /// - Throws: `noMemory`; `invalidMessage` if a value is invalid.
  package func reply(to call: borrowing BusMessage, _ results: [BusValue] = []) throws(BusError) {
    try send(library.makeReply(call.pointer), results)
  }

  /// Sends an error to the caller.
  ///
  /// - Throws: `noMemory`; `invalidMessage` if the name or the text is invalid.
  package func reply(to call: borrowing BusMessage, error: BusCallError) throws(BusError) {
    guard library.accepts(error.name, as: library.isInterface), !error.message.utf8.contains(0) else {
      throw .invalidMessage
    }
    try send(library.makeError(call.pointer, error.name, error.message), [])
  }

  /// Sends a signal to all clients that subscribe to it.
  ///
  /// - Throws: `noMemory`; `invalidMessage` if a name, the path or an argument is invalid.
  package func emit(
    _ member: String, of interface: String, at path: String, _ arguments: [BusValue] = []
  ) throws(BusError) {
    guard accepts(member, of: interface, at: path) else { throw .invalidMessage }
    try send(library.makeSignal(path, interface, member), arguments)
  }

  private func accepts(_ member: String, of interface: String, at path: String) -> Bool {
    library.accepts(member, as: library.isMember) && library.accepts(interface, as: library.isInterface)
      && library.accepts(path, as: library.isPath)
  }

  /// Appends the arguments to a new message, sends it and returns its serial number.
  @discardableResult private func send(_ pointer: OpaquePointer?, _ arguments: [BusValue]) throws(BusError)
    -> UInt32
  {
    guard let pointer else { throw .noMemory }
    let message = BusMessage(adopting: pointer, of: library)
    guard arguments.allSatisfy({ $0.isValid(by: library) }) else { throw .invalidMessage }
    try message.append(arguments)
    var serial: UInt32 = 0
    guard library.send(connection, message.pointer, &serial) != 0 else { throw .noMemory }
    return serial
  }

  /// Subscribes to signals.
  ///
  /// - Parameter rule: The match rule ([D-Bus Specification][1]).
  /// - Throws: `noMemory`.
  ///
  /// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#message-bus-routing-match-rules
  package func addMatch(_ rule: String) throws(BusError) {
    try call("AddMatch", of: Bus.name, at: Bus.path, ownedBy: Bus.name, [.string(rule)])
  }

  /// Returns the match rule of the signals that report a change of the owner of a name, which `OwnerChange` reads.
  package static func ownerRule(of name: String) -> String {
    "type='signal',sender='\(Self.name)',interface='\(Self.name)',member='\(ownerChanged)',arg0='\(name)'"
  }

  fileprivate static let ownerChanged = "NameOwnerChanged"

  /// The name of the bus itself, and of its interface.
  package static let name = "org.freedesktop.DBus"
  /// The object path of the bus itself.
  package static let path = "/org/freedesktop/DBus"
}

// The descriptors.
extension Bus {
  private static let readable: UInt32 = 1
  private static let writable: UInt32 = 2
  private static let hangup: UInt32 = 8

  /// Registers callbacks (`dbus_connection_set_watch_functions`), which identify this object by its address. It outlives the
  /// connection.
  ///
  /// - Returns: `false` if there is no memory.
  private func registerWatches() -> Bool {
    library.setWatchFunctions(
      connection,
      { watch, address in
        if let watch { Bus.at(address)?.watches.append(watch) }
        return 1
      }, { watch, address in Bus.at(address)?.watches.removeAll { $0 == watch } },
      // The enabled state is queried when it is needed.
      { _, _ in }, Unmanaged.passUnretained(self).toOpaque(), nil) != 0
  }

  private static func at(_ address: UnsafeMutableRawPointer?) -> Bus? {
    address.map { Unmanaged<Bus>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The descriptor to poll, which all watches share, or −1 if the connection has ended.
  package var descriptor: Int32 { watches.first.map { library.watchDescriptor($0) } ?? -1 }

  /// The events to poll for, as bits of `poll(2)`.
  package var pollEvents: Int16 {
    let flags = watches.filter { library.isWatchEnabled($0) != 0 }.reduce(0) { $0 | library.watchFlags($1) }
    let reading = flags & Self.readable != 0 ? POLLIN : 0
    let writing = flags & Self.writable != 0 ? POLLOUT : 0
    return Int16(reading | writing)
  }

  /// Reads and writes as much as possible without blocking.
  package func exchange() {
    for watch in watches where watches.contains(watch) && library.isWatchEnabled(watch) != 0 {
      _ = library.handleWatch(watch, library.watchFlags(watch))
    }
    // While many messages wait, the library does not read, and so does not notice the end, which `poll(2)` reports again
    // and again.
    guard let watch = watches.first, pollEvents & Int16(POLLIN) == 0 else { return }
    var end = pollfd(fd: descriptor, events: 0, revents: 0)
    if poll(&end, 1, 0) == 1 { _ = library.handleWatch(watch, Self.hangup) }
  }
}

/// The reason why a message bus is not available, or a message cannot be sent.
package enum BusError: Error, Hashable, Sendable {
  /// libdbus-1 is not installed or lacks a function.
  case noLibrary(DynamicLibraryError)
  /// No process listens at this address, or it refuses the connection.
  case cannotConnect(address: String)
  /// The process that listens at this address accepts no connection at present.
  case notAccepted(address: String)
  case noMemory
  /// A name, a path or a value breaks the rules of the protocol. libdbus would end the process.
  case invalidMessage
}

/// A connection that another thread opens: libdbus connects a blocking socket, which waits without limit while the queue of
/// the listening program is full. It is closed unless it is taken.
///
/// One thread uses it at a time: that which connects, until its `Job` has a result, and then that which takes the result.
private final class OpenedConnection: @unchecked Sendable {
  private static let timeout = Duration.seconds(1)
  /// The addresses to which threads still connect, which have one thread each. Any client of the session bus may name
  /// addresses, so their number is limited.
  private static let pending = Mutex<Set<String>>([])
  private static let maximumPendingCount = 3

  private let library: DBusLibrary
  private var connection: OpaquePointer?
  private let error: BusError

  private init(_ address: String, through library: DBusLibrary) {
    self.library = library
    var error = CDBusError()
    defer { library.freeError(&error) }
    connection = library.openConnection(address, &error)
    let name = error.name.map { String(cString: $0) }
    self.error = name == "\(Bus.name).Error.NoMemory" ? .noMemory : .cannotConnect(address: address)
  }

  deinit {
    guard let connection else { return }
    library.closeConnection(connection)
    library.releaseConnection(connection)
  }

  static func open(_ address: String, through library: DBusLibrary) throws(BusError) -> OpaquePointer {
    let isFirst = pending.withLock { $0.count < maximumPendingCount && $0.insert(address).inserted }
    guard isFirst else { throw .notAccepted(address: address) }
    let job = Job {
      defer { _ = pending.withLock { $0.remove(address) } }
      return OpenedConnection(address, through: library)
    }
    guard job.wait(atMost: timeout), let opened = job.takeResult() else {
      throw .notAccepted(address: address)
    }
    guard let connection = opened.connection.take() else { throw opened.error }
    return connection
  }
}

/// A change of the owner of a bus name, as the bus reports it.
package struct OwnerChange {
  package let name: String
  /// The unique name of the new owner. `nil` if there is none.
  package let owner: String?

  /// - Returns: `nil` if the message is another one, or not from the bus.
  package init?(_ message: borrowing BusMessage) {
    guard message.isSignal(Bus.ownerChanged, of: Bus.name), message.sender == Bus.name else { return nil }
    let arguments = message.arguments
    guard arguments.count == 3, let name = arguments[0].text, let owner = arguments[2].text else {
      return nil
    }
    (self.name, self.owner) = (name, owner.isEmpty ? nil : owner)
  }
}

/// libdbus-1, which is loaded with the first connection.
///
/// Linking the library would add one millisecond to every start. It remains loaded until the
/// process ends.
typealias DBusLibrary = LoadedLibrary<CDBusFunctions>

extension LoadedLibrary<CDBusFunctions> {
  static var name: String { "libdbus-1.so.3" }

  /// - Parameter name: The name of the library, which may differ on other systems.
  convenience init(_ name: String = name) throws(DynamicLibraryError) {
    try self.init(name, tactile_dbus_names())
  }

  typealias Check = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CDBusError>?) -> CDBusBool

  /// Returns whether a function of the library accepts a text. For C, the text would end at a NUL.
  func accepts(_ text: String, as check: Check) -> Bool { !text.utf8.contains(0) && check(text, nil) != 0 }
}

/// The times of the attempts to connect to a bus again after its connection was lost, or to register with a service on it.
///
/// The pause before each attempt is twice as long as the last one. It is short again after a connection that has lasted as
/// long as the longest pause: any client of the bus can end a connection by a message that is too long.
package struct Reconnection {
  private static let pauses = (first: Duration.seconds(1), last: Duration.seconds(60))

  private var pause = Reconnection.pauses.first
  /// The start of the connection. `nil` without one, and if the pause is the first one.
  private var start: Instant?
  /// The time of the next attempt. `nil` during a connection, and before the first one.
  package private(set) var next: Instant?

  package init() {}

  /// Ends the attempts, because a connection was opened.
  package mutating func connected(at now: Instant) { (start, next) = (now, nil) }

  /// Schedules another attempt, because the connection was lost or could not be opened.
  package mutating func lost(at now: Instant) {
    if let start, start.duration(to: now) >= Self.pauses.last { pause = Self.pauses.first }
    (start, next) = (nil, now + pause)
    pause = min(pause * 2, Self.pauses.last)
  }
}
