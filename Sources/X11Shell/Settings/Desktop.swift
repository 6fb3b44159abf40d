import CX11
import Glibc

/// The desktop settings and the display scale, updated when they change.
///
/// The first frame depends on two sources, which are queried before it: the XSETTINGS manager, with
/// two round trips, and the monitors, with four more. The monitors are queried only if no setting
/// defines the scale and the screen has many pixels. The other sources are queried after it: the
/// monitors of other screens, and the session bus, which requires its own library.
public struct Desktop: ~Copyable {
  private let connection: Connection
  private var source: XSettingsSource
  /// `nil` as long as other sources provide the scale and the refresh interval.
  private var monitors: MonitorSource?
  private var bus = DesktopBus()
  private let busAddress: BusAddress?
  private var hasQueriedAll = false
  private var scaleResolver: ScaleResolver
  /// Whether the settings have changed since they were last read.
  private var hasChanged = false
  /// Whether the window may have moved to another monitor.
  private var hasMoved = false
  /// Whether the monitors may have changed since they were last read.
  private(set) var haveMonitorsChanged = false

  /// Reads the desktop settings.
  ///
  /// - Parameter scale: Device pixels per logical pixel, if the user has set it for this program.
  ///   It then never changes.
  public init(on connection: Connection, scale: Double? = nil) {
    self.init(
      on: connection, scale: scale,
      bus: BusAddress(
        variable: Self.variable("DBUS_SESSION_BUS_ADDRESS"),
        runtimeDirectory: Self.variable("XDG_RUNTIME_DIR")))
  }

  /// - Parameter bus: The address of the session bus, or `nil` to use none.
  init(on connection: Connection, scale: Double? = nil, bus: BusAddress?) {
    self.connection = connection
    busAddress = bus
    // Selected before the manager is located, so that the start of another manager is not missed.
    connection.selectRootEvents(PropertyChangeMask | StructureNotifyMask)
    source = XSettingsSource(on: connection)
    scaleResolver = ScaleResolver(
      override: scale, settings: source.settings, resource: connection.initialResourceScale)
    if connection.mayBeDense { queryMonitorsIfNeeded() }
  }

  /// The current settings.
  public var settings: DesktopSettings { DesktopSettings(source.settings, bus.appearance) }

  /// Returns whether the monitors may have changed since the last call.
  mutating func takeMonitorChange() -> Bool {
    defer { haveMonitorsChanged = false }
    return haveMonitorsChanged
  }

  /// Returns the refresh interval in nanoseconds of the monitor that shows most of a window. `nil`
  /// if it is unknown. Needs a round trip for the window position and, once, round trips for the
  /// monitors.
  mutating func refreshInterval(under window: Window, of size: PixelSize) -> Double? {
    queryMonitors()
    guard let frame = connection.frame(of: window, size) else { return nil }
    return monitors?.interval(under: frame)
  }

  /// Device pixels per logical pixel for a new window.
  public var scale: Double { scaleResolver.global ?? monitors?.layout.openingScale ?? 1 }

  private mutating func queryMonitorsIfNeeded() { if scaleResolver.global == nil { queryMonitors() } }

  private mutating func queryMonitors() {
    guard monitors == nil else { return }
    monitors = MonitorSource(on: connection)
    hasMoved = true
  }
}

// Events.
extension Desktop {
  /// Handles an event if it concerns the desktop settings.
  ///
  /// - Returns: Whether the event was handled and needs no other handler.
  mutating func handle(_ event: inout XEvent) -> Bool {
    if event.type == PropertyNotify, event.xproperty.window == connection.root,
      event.xproperty.atom == XA_RESOURCE_MANAGER
    {
      scaleResolver.resource = connection.resourceScale
      queryMonitorsIfNeeded()
      return true
    }
    if source.handle(event) {
      scaleResolver.settings = source.settings
      hasChanged = true
      queryMonitorsIfNeeded()
      return true
    }
    guard monitors?.handle(&event) == true else { return false }
    (hasMoved, haveMonitorsChanged) = (true, true)
    return true
  }

  /// Records that the window may have moved.
  mutating func windowMoved() { hasMoved = true }

  /// Returns whether the settings may have changed since the last call.
  mutating func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// Returns the device pixels per logical pixel for a window whose current scale is `scale`.
  ///
  /// Needs a round trip for the window position if the monitors differ and the window may have
  /// moved.
  mutating func scale(for window: Window, of size: PixelSize, current scale: Double) -> Double {
    if let global = scaleResolver.global { return global }
    guard let layout = monitors?.layout, !layout.monitors.isEmpty else { return 1 }
    guard layout.hasSeveralScales else { return layout.openingScale }
    guard hasMoved else { return scale }
    hasMoved = false
    guard let frame = connection.frame(of: window, size) else { return scale }
    return layout.scale(forWindowAt: frame, current: scale)
  }
}

// After the first frame.
extension Desktop {
  /// Queries, once, the sources that were not queried before the first frame. Takes about 1 ms.
  ///
  /// - Returns: Whether the sources were queried by this call, so that any value may have changed.
  @discardableResult mutating func queryRemainingSettings() -> Bool {
    guard !hasQueriedAll else { return false }
    hasQueriedAll = true
    queryMonitorsIfNeeded()
    bus.connect(to: busAddress)
    return true
  }

  /// The descriptor of the bus to poll (−1 for none) and the events, as bits of `poll(2)`.
  var pollTarget: (descriptor: Int32, events: Int16) { bus.pollTarget }

  /// Reads the messages of the bus.
  mutating func readBus() { if bus.exchange() { hasChanged = true } }

  /// Returns whether the screen is locked, or `nil` if there was no change since the last call.
  mutating func takeScreenLockChange() -> Bool? { bus.takeScreenLockChange() }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
