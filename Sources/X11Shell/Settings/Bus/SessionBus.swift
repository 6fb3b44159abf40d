import CDBus
import DynamicLibraries
import Glibc

/// A connection to a message bus that is never waited for.
///
/// What is sent goes out, and what comes is read, when the run loop finds the descriptor ready.
/// Calls are answered by messages with their serial number, in whatever time that takes: no
/// deadline wakes the program. A bus that goes away leaves a connection on which nothing comes.
final class SessionBus {
  let library: DBusLibrary
  private let connection: OpaquePointer
  private let watches = BusWatches()

  /// Longer ones end the connection; what is asked for here has a few hundred bytes.
  private static let longestMessage = 1 << 18

  /// Connects, and asks to be let in as `connect(2)` and the first write allow at once.
  ///
  /// - Throws: `noLibrary`, `cannotConnect`, `noMemory`.
  init(at address: BusAddress) throws(BusError) {
    let library = try Self.openLibrary()
    // By default the library has the whole process ignore SIGPIPE; it does not need that.
    library.setChangesSIGPIPE(0)
    var error = CDBusError()
    guard let connection = library.openConnection(address.text, &error) else {
      throw .cannotConnect(address: address.text)
    }
    library.setLongestMessage(connection, Self.longestMessage)
    self.library = library
    self.connection = connection
    guard watches.follow(connection, of: library) else { throw .noMemory }
    // There is a bus only to those who have said hello to it.
    try call("Hello", of: BusNames.bus, at: BusNames.busPath, ownedBy: BusNames.bus)
  }

  private static func openLibrary() throws(BusError) -> DBusLibrary {
    do throws(DynamicLibraryError) {
      return try DBusLibrary()
    } catch {
      throw .noLibrary(error)
    }
  }

  deinit {
    library.closeConnection(connection)
    library.releaseConnection(connection)
  }

  /// What to sleep on; −1 where there is nothing any more.
  var descriptor: Int32 { watches.descriptor(by: library) }

  /// What to wait for on it, in the bits of `poll(2)`.
  var pollEvents: Int16 { watches.pollEvents(by: library) }

  /// Reads and writes as much as goes without waiting.
  func exchange() { watches.handle(by: library) }

  /// The oldest message that has come; `nil` where all were taken.
  func takeMessage() -> BusMessage? {
    library.takeMessage(connection).map { BusMessage(adopting: $0, of: library) }
  }

  /// Sends a call.
  ///
  /// - Parameter arguments: Adds them.
  /// - Returns: The serial number that the answer names.
  /// - Throws: `noMemory`.
  @discardableResult
  func call(
    _ member: String, of interface: String, at path: String, ownedBy name: String,
    _ arguments: (borrowing BusMessage) throws(BusError) -> Void = { _ throws(BusError) in }
  ) throws(BusError) -> UInt32 {
    let message = try BusMessage(
      calling: member, of: interface, at: path, ownedBy: name, by: library)
    try arguments(message)
    var serial: UInt32 = 0
    guard library.send(connection, message.pointer, &serial) != 0 else { throw .noMemory }
    return serial
  }

  /// Has the bus pass on signals.
  ///
  /// - Parameter rule: Which ([D-Bus Specification][1]).
  /// - Throws: `noMemory`.
  ///
  /// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#message-bus-routing-match-rules
  func listen(to rule: String) throws(BusError) {
    try call("AddMatch", of: BusNames.bus, at: BusNames.busPath, ownedBy: BusNames.bus) {
      message throws(BusError) in
      try message.append(rule)
    }
  }
}

/// What the bus itself is called.
enum BusNames {
  static let bus = "org.freedesktop.DBus"
  static let busPath = "/org/freedesktop/DBus"
}
