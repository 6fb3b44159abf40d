import CX11
import CXExt

/// The two counters of the SYNC extension that a window manager observes, advertised in
/// `_NET_WM_SYNC_REQUEST_COUNTER`.
struct SyncCounters: ~Copyable {
  private let connection: Connection
  private let basic: XSyncCounter
  private let extended: XSyncCounter

  /// Creates and advertises both counters.
  ///
  /// Several round trips. Window managers detect the counters at any time (EWMH does not specify
  /// when).
  ///
  /// - Returns: `nil` if the server has no SYNC extension.
  init?(for window: Window, on connection: Connection) {
    let display = connection.display
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XSyncQueryExtension(display, &event, &error) != 0, XSyncInitialize(display, &major, &minor) != 0
    else { return nil }
    self.connection = connection
    basic = XSyncCreateCounter(display, XSyncValue(hi: 0, lo: 0))
    extended = XSyncCreateCounter(display, XSyncValue(hi: 0, lo: 0))
    advertise(on: window)
  }

  deinit {
    XSyncDestroyCounter(connection.display, basic)
    XSyncDestroyCounter(connection.display, extended)
  }

  /// Sets a counter; no round trip.
  func set(_ change: FrameCounters.Change) {
    let value = XSyncValue(
      hi: Int32(truncatingIfNeeded: change.value >> 32), lo: UInt32(truncatingIfNeeded: change.value))
    XSyncSetCounter(connection.display, change.isExtended ? extended : basic, value)
  }

  private func advertise(on window: Window) {
    let atoms = connection.atoms
    PropertyValue.words([basic, extended], type: XA_CARDINAL).write(
      to: atoms[.netWMSyncRequestCounter], of: window, on: connection)
    var word = atoms[.netWMSyncRequest]
    _ = withUnsafeBytes(of: &word) {
      XChangeProperty(
        connection.display, window, atoms[.wmProtocols], XA_ATOM, 32, PropModeAppend,
        $0.bindMemory(to: UInt8.self).baseAddress, 1)
    }
  }
}
