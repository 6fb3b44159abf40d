import CDBus
import DynamicLibraries
import Glibc

/// A non-blocking connection to a message bus.
///
/// Messages are sent and received when the run loop finds the descriptor ready. The reply to a call
/// contains the serial number of the call. There are no timeouts, so no timer wakes the program. If
/// the bus exits, the connection remains but receives nothing.
final class SessionBus {
  let library: DBusLibrary
  private let connection: OpaquePointer
  private let watches = BusWatches()

  /// The maximum size of a message in bytes. A longer one ends the connection; usual replies have a
  /// few hundred bytes.
  private static let maximumMessageSize = 1 << 18

  /// Connects and authenticates, as far as `connect(2)` and the first write allow without blocking.
  ///
  /// - Throws: `noLibrary`, `cannotConnect`, `noMemory`.
  init(at address: BusAddress) throws(BusError) {
    let library = try Self.openLibrary()
    // By default, the library ignores SIGPIPE in the whole process, although it does not need that.
    library.setChangesSIGPIPE(0)
    var error = CDBusError()
    guard let connection = library.openConnection(address.text, &error) else {
      throw .cannotConnect(address: address.text)
    }
    library.setMaximumMessageSize(connection, Self.maximumMessageSize)
    self.library = library
    self.connection = connection
    guard watches.register(connection, of: library) else { throw .noMemory }
    // The bus accepts other messages only after `Hello`.
    try call("Hello", of: BusNames.bus, at: BusNames.busPath, ownedBy: BusNames.bus)
  }

  private static func openLibrary() throws(BusError) -> DBusLibrary {
    do throws(DynamicLibraryError) { return try DBusLibrary() } catch { throw .noLibrary(error) }
  }

  deinit {
    library.closeConnection(connection)
    library.releaseConnection(connection)
  }

  /// The descriptor to poll, or −1 if the connection has ended.
  var descriptor: Int32 { watches.descriptor(by: library) }

  /// The events to poll for, as bits of `poll(2)`.
  var pollEvents: Int16 { watches.pollEvents(by: library) }

  /// Reads and writes as much as possible without blocking.
  func exchange() { watches.handle(by: library) }

  /// Returns and removes the oldest received message. `nil` if there is none.
  func takeMessage() -> BusMessage? {
    library.takeMessage(connection).map { BusMessage(adopting: $0, of: library) }
  }

  /// Sends a method call.
  ///
  /// - Parameter arguments: A closure that adds the arguments.
  /// - Returns: The serial number, which the reply contains.
  /// - Throws: `noMemory`.
  @discardableResult func call(
    _ member: String, of interface: String, at path: String, ownedBy name: String,
    _ arguments: (borrowing BusMessage) throws(BusError) -> Void = { _ throws(BusError) in }
  ) throws(BusError) -> UInt32 {
    let message = try BusMessage(calling: member, of: interface, at: path, ownedBy: name, by: library)
    try arguments(message)
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
  func addMatch(_ rule: String) throws(BusError) {
    try call("AddMatch", of: BusNames.bus, at: BusNames.busPath, ownedBy: BusNames.bus) {
      message throws(BusError) in try message.append(rule)
    }
  }
}

/// The names of the bus itself.
enum BusNames {
  static let bus = "org.freedesktop.DBus"
  static let busPath = "/org/freedesktop/DBus"
}
