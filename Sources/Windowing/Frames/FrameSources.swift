import CX11
import System
import X11

/// Requests vertical blank events from the Present extension (`PresentNotifyMSC`).
struct VerticalBlank {
  private let display: OpaquePointer
  private let window: WindowID
  private let opcode: Int32

  /// The maximum refresh number. No display reaches it, and larger values could overflow.
  private static let lastRefresh: UInt64 = 1 << 62

  /// Initializes the extension; several round trips.
  ///
  /// - Returns: `nil` if the server has no Present extension or the variable `TACTILE_NO_PRESENT`
  ///   is set (for drivers with wrong refreshes).
  init?(of window: WindowID, on connection: X11.Connection) {
    let display = connection.display
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    var (major, minor): (Int32, Int32) = (1, 0)
    guard environmentVariable("TACTILE_NO_PRESENT") == nil,
      XPresentQueryExtension(display, &opcode, &event, &error) != 0,
      XPresentQueryVersion(display, &major, &minor) != 0
    else { return nil }
    (self.display, self.window, self.opcode) = (display, window, opcode)
    _ = XPresentSelectInput(display, window, UInt32(PresentCompleteNotifyMask))
  }

  /// Requests a refresh. The reply arrives as an event.
  func send(_ request: VerticalBlankRequest) {
    // Without a divisor, the server replies immediately for a refresh that has already begun.
    let target = request.refresh.map { UInt64(bitPattern: $0 &+ 1) }
    XPresentNotifyMSC(display, window, request.serial, target ?? 0, target == nil ? 1 : 0, 0)
  }

  /// Returns the vertical blank event in a generic event, or `nil` for an unrelated event.
  ///
  /// - Parameter cookie: The event with its data.
  func verticalBlankEvent(in cookie: XGenericEventCookie) -> VerticalBlankEvent? {
    guard cookie.extension == opcode, cookie.evtype == PresentCompleteNotify, let data = cookie.data else {
      return nil
    }
    let complete = data.load(as: XPresentCompleteNotifyEvent.self)
    guard complete.window == window, complete.kind == PresentCompleteKindNotifyMSC,
      complete.msc <= Self.lastRefresh
    else { return nil }
    return VerticalBlankEvent(
      serial: complete.serial_number, refresh: Int64(complete.msc), microseconds: complete.ust)
  }
}

/// The two counters of the SYNC extension that a window manager observes, advertised in
/// `_NET_WM_SYNC_REQUEST_COUNTER`. `Window.setProtocols()` adds the protocol.
struct SyncCounters: ~Copyable {
  private let connection: X11.Connection
  private let basic: XSyncCounter
  private let extended: XSyncCounter

  /// Creates both counters and sets `_NET_WM_SYNC_REQUEST_COUNTER`.
  ///
  /// Several round trips. Window managers detect the counters at any time (EWMH does not specify
  /// when).
  ///
  /// - Returns: `nil` if the server has no SYNC extension.
  init?(for window: WindowID, on connection: X11.Connection) {
    let display = connection.display
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XSyncQueryExtension(display, &event, &error) != 0, XSyncInitialize(display, &major, &minor) != 0
    else { return nil }
    self.connection = connection
    basic = XSyncCreateCounter(display, XSyncValue(hi: 0, lo: 0))
    extended = XSyncCreateCounter(display, XSyncValue(hi: 0, lo: 0))
    connection.write(.words([basic, extended], type: XA_CARDINAL), to: .netWMSyncRequestCounter, of: window)
  }

  deinit {
    XSyncDestroyCounter(connection.display, basic)
    XSyncDestroyCounter(connection.display, extended)
  }

  /// Sets a counter; no round trip.
  func set(_ new: CounterValue) {
    let value = XSyncValue(
      hi: Int32(truncatingIfNeeded: new.value >> 32), lo: UInt32(truncatingIfNeeded: new.value))
    XSyncSetCounter(connection.display, new.isExtended ? extended : basic, value)
  }
}

/// Observes whether a compositor is running, for all windows. A compositor owns the selection `_NET_WM_CM_Sn` of its
/// screen (EWMH), and XFIXES reports changes of the owner.
final class CompositorObserver {
  private let selection: Atom
  /// The event type of XFIXES selection events.
  private let eventType: Int32
  private(set) var isComposited = false

  /// Creates the observer; several round trips.
  ///
  /// - Returns: `nil` if the server has no XFIXES.
  init?(on connection: Connection) {
    let display = connection.display
    var (event, error): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(display, &event, &error) != 0 else { return nil }
    selection = connection.atoms.named(["_NET_WM_CM_S\(connection.screen)"])[0]
    eventType = event + Int32(XFixesSelectionNotify)
    XFixesSelectSelectionInput(
      display, connection.root, selection,
      UInt(
        XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
          | XFixesSelectionClientCloseNotifyMask))
    isComposited = XGetSelectionOwner(display, selection) != WindowID(None)
  }

  /// Handles the start or the end of a compositor.
  ///
  /// - Returns: Whether the event was consumed.
  func handle(_ event: XEvent) -> Bool {
    guard event.type == eventType else { return false }
    let change = withUnsafeBytes(of: event) { $0.load(as: XFixesSelectionNotifyEvent.self) }
    guard change.selection == selection else { return false }
    isComposited = change.owner != WindowID(None)
    return true
  }
}
