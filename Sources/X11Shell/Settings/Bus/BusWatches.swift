import Glibc

/// The descriptors that libdbus reads and writes, as registered by its callbacks (`DBusWatch`).
///
/// It is a class because the callbacks identify it by its address.
final class BusWatches {
  private var watches: [OpaquePointer] = []

  private static let readable: UInt32 = 1
  private static let writable: UInt32 = 2

  /// Registers the callbacks of a connection (`dbus_connection_set_watch_functions`). This object
  /// must outlive the connection.
  ///
  /// - Returns: `false` if there is no memory.
  func register(_ connection: OpaquePointer, of library: DBusLibrary) -> Bool {
    let address = Unmanaged.passUnretained(self).toOpaque()
    return library.setWatchFunctions(
      connection,
      { watch, watches in
        BusWatches.at(watches)?.add(watch)
        return 1
      }, { watch, watches in BusWatches.at(watches)?.remove(watch) },
      // The enabled state is queried when it is needed.
      { _, _ in }, address, nil) != 0
  }

  /// Returns the descriptor, which all watches of a connection share, or −1 if there is no watch.
  func descriptor(by library: DBusLibrary) -> Int32 {
    watches.first.map { library.watchDescriptor($0) } ?? -1
  }

  /// Returns the events that the enabled watches wait for, as bits of `poll(2)`.
  func pollEvents(by library: DBusLibrary) -> Int16 {
    let flags = watches.filter { library.isWatchEnabled($0) != 0 }.reduce(0) { $0 | library.watchFlags($1) }
    let reading = flags & Self.readable != 0 ? POLLIN : 0
    let writing = flags & Self.writable != 0 ? POLLOUT : 0
    return Int16(reading | writing)
  }

  /// Lets libdbus read and write for all enabled watches, without blocking.
  func handle(by library: DBusLibrary) {
    for watch in watches where watches.contains(watch) && library.isWatchEnabled(watch) != 0 {
      _ = library.handleWatch(watch, library.watchFlags(watch))
    }
  }

  private static func at(_ address: UnsafeMutableRawPointer?) -> BusWatches? {
    address.map { Unmanaged<BusWatches>.fromOpaque($0).takeUnretainedValue() }
  }

  private func add(_ watch: OpaquePointer?) { if let watch { watches.append(watch) } }

  private func remove(_ watch: OpaquePointer?) { watches.removeAll { $0 == watch } }
}
