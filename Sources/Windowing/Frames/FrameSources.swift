import CX11
import Glibc
import System
import X11

/// The sources of frame timing and visibility. Each is queried separately after the first frame is
/// shown, and each may be missing.
struct FrameSources: ~Copyable {
  private let connection: X11.Connection
  private let window: WindowID
  /// The queries that were not made yet, in this order.
  private var open: ArraySlice<Query> = []
  private var hasBegun = false
  private(set) var counters: SyncCounters?
  private(set) var verticalBlank: VerticalBlank?
  /// Whether the refresh interval is read from the monitor because no better source exists.
  private var needsMonitor = false

  /// A query to the display.
  enum Query: CaseIterable { case compositor, state, counters, verticalBlank, monitors }

  init(for window: WindowID, on connection: X11.Connection) {
    (self.window, self.connection) = (window, connection)
  }

  /// Starts the queries after the first frame was shown.
  mutating func begin() { if !hasBegun { (hasBegun, open) = (true, Query.allCases[...]) } }

  /// Whether queries are pending.
  var hasPendingQueries: Bool { !open.isEmpty }

  /// Makes the next query; a few round trips.
  ///
  /// - Parameters:
  ///   - compositor: Observes the compositor.
  ///   - desktop: The source of the monitor layout.
  ///   - size: The size of the window in device pixels.
  mutating func performNextQuery(
    _ clock: inout FrameClock, _ visibility: inout WindowVisibility,
    _ compositor: @autoclosure () -> CompositorObserver?, _ desktop: inout Desktop, _ size: PixelSize
  ) {
    switch open.popFirst() {
    case .compositor:
      visibility.isComposited = compositor()?.isComposited == true
      clock.setComposited(visibility.isComposited)
    case .state:
      connection.selectRootEvents(PropertyChangeMask)
      for property in Self.stateProperties { readState(property, into: &visibility) }
    case .counters: counters = SyncCounters(for: window, on: connection)
    case .verticalBlank:
      verticalBlank = VerticalBlank(of: window, on: connection)
      if verticalBlank != nil { clock.verticalBlank.support() }
    case .monitors:
      // The interval is needed only if the display reports no refreshes.
      needsMonitor = verticalBlank == nil
      let interval = needsMonitor ? desktop.refreshInterval(under: window, of: size) : nil
      if let interval { clock.expect(interval: interval) }
    case nil: break
    }
  }

  /// The window manager's properties about the visibility of the window.
  private static let stateProperties: [Atoms.Name] = [.netWMState, .netWMDesktop, .netCurrentDesktop]

  /// Returns the property that an event reports, or `nil` for an unrelated event.
  func stateProperty(changedBy event: XPropertyEvent) -> Atoms.Name? {
    Self.stateProperties.first {
      event.atom == connection.atoms[$0]
        && event.window == ($0 == .netCurrentDesktop ? connection.root : window)
    }
  }

  /// Reads a property after a change and updates the visibility; a round trip. The state is first read after the first
  /// frame is shown.
  func updateState(_ property: Atoms.Name, in visibility: inout WindowVisibility) {
    if hasBegun, !open.contains(.state) { readState(property, into: &visibility) }
  }

  private func readState(_ property: Atoms.Name, into visibility: inout WindowVisibility) {
    let owner = property == .netCurrentDesktop ? connection.root : window
    switch property {
    case .netWMState:
      let hidden = connection.atoms[.netWMStateHidden]
      visibility.isMinimized = connection.states(of: owner).contains(hidden)
    case .netWMDesktop: visibility.desktop = connection.words(property, of: owner, type: XA_CARDINAL).first
    default: visibility.currentDesktop = connection.words(property, of: owner, type: XA_CARDINAL).first
    }
  }

  /// Repeats the monitor query after the window or the monitor configuration changed. Does nothing
  /// if the display reports refreshes itself.
  mutating func repeatMonitorQuery() { if needsMonitor, !open.contains(.monitors) { open.append(.monitors) } }
}

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
  func set(_ change: FrameCounters.Change) {
    let value = XSyncValue(
      hi: Int32(truncatingIfNeeded: change.value >> 32), lo: UInt32(truncatingIfNeeded: change.value))
    XSyncSetCounter(connection.display, change.isExtended ? extended : basic, value)
  }
}
