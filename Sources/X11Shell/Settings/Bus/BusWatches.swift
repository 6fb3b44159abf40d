import Glibc

/// What libdbus wants to read and to write, as it tells by its callbacks (`DBusWatch`).
///
/// A class, since those callbacks know it by its address.
final class BusWatches {
  private var watches: [OpaquePointer] = []

  private static let readable: UInt32 = 1
  private static let writable: UInt32 = 2

  /// Has a connection's library call here (`dbus_connection_set_watch_functions`); this must live
  /// as long as the connection.
  ///
  /// - Returns: `false` where there is no memory.
  func follow(_ connection: OpaquePointer, of library: DBusLibrary) -> Bool {
    let me = Unmanaged.passUnretained(self).toOpaque()
    return library.setWatchFunctions(
      connection,
      { watch, watches in
        BusWatches.at(watches)?.add(watch)
        return 1
      },
      { watch, watches in BusWatches.at(watches)?.remove(watch) },
      // Whether it is enabled is asked whenever it matters.
      { _, _ in }, me, nil) != 0
  }

  /// All of a connection's watches have the same one; −1 where there are none.
  func descriptor(by library: DBusLibrary) -> Int32 {
    watches.first.map { library.watchDescriptor($0) } ?? -1
  }

  /// What the enabled ones wait for, in the bits of `poll(2)`.
  func pollEvents(by library: DBusLibrary) -> Int16 {
    let flags = watches.filter { library.isWatchEnabled($0) != 0 }
      .reduce(0) { $0 | library.watchFlags($1) }
    let reading = flags & Self.readable != 0 ? POLLIN : 0
    let writing = flags & Self.writable != 0 ? POLLOUT : 0
    return Int16(reading | writing)
  }

  /// Has the library try all that the enabled ones wait for; none of it blocks.
  func handle(by library: DBusLibrary) {
    for watch in watches where watches.contains(watch) && library.isWatchEnabled(watch) != 0 {
      _ = library.handleWatch(watch, library.watchFlags(watch))
    }
  }

  private static func at(_ address: UnsafeMutableRawPointer?) -> BusWatches? {
    address.map { Unmanaged<BusWatches>.fromOpaque($0).takeUnretainedValue() }
  }

  private func add(_ watch: OpaquePointer?) {
    if let watch { watches.append(watch) }
  }

  private func remove(_ watch: OpaquePointer?) { watches.removeAll { $0 == watch } }
}
