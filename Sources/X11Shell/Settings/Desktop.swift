import CX11
import Glibc

/// How the desktop is set, and how large a logical pixel is on it, followed while it changes.
///
/// Asked before the first frame is what that depends on: the XSETTINGS manager, in two round trips,
/// and, only where nobody says a scale for a screen of many pixels, the monitors, in four more. The
/// rest is asked after it: other screens' monitors, and the session's bus, which takes a library of
/// its own.
public struct Desktop: ~Copyable {
  private let connection: Connection
  private var source: XSettingsSource
  /// `nil` as long as something else tells scale and refreshes.
  private var monitors: MonitorSource?
  private var bus = DesktopBus()
  private let busAddress: BusAddress?
  private var hasAskedAll = false
  private var scaleSources: ScaleSources
  /// Whether anything is other than it was told last.
  private var hasChanged = false
  /// Whether the window may have come to another monitor.
  private var hasMoved = false
  /// Whether the monitors may be others than they were told last.
  private(set) var haveMonitorsChanged = false

  /// Reads how the desktop is set.
  ///
  /// - Parameter scale: Device pixels to one logical pixel, if the person has said so to this
  ///   program; it then never changes.
  public init(on connection: Connection, scale: Double? = nil) {
    self.init(
      on: connection, scale: scale,
      bus: BusAddress(
        variable: Self.variable("DBUS_SESSION_BUS_ADDRESS"),
        runtimeFolder: Self.variable("XDG_RUNTIME_DIR")))
  }

  /// - Parameter bus: Where the session's bus is; `nil` for nowhere.
  init(on connection: Connection, scale: Double? = nil, bus: BusAddress?) {
    self.connection = connection
    busAddress = bus
    // Before the manager is looked for, so that no other one that comes meanwhile is missed.
    connection.hearOfRoot(PropertyChangeMask | StructureNotifyMask)
    source = XSettingsSource(on: connection)
    scaleSources = ScaleSources(
      override: scale, settings: source.settings, resource: connection.initialResourceScale)
    if connection.mayBeDense { askForMonitorsIfNeeded() }
  }

  /// What is so now.
  public var settings: DesktopSettings { DesktopSettings(source.settings, bus.appearance) }

  /// Whether the monitors may be others than when this was asked last.
  mutating func takeMonitorChange() -> Bool {
    defer { haveMonitorsChanged = false }
    return haveMonitorsChanged
  }

  /// Between two refreshes of the monitor that shows most of a window, in nanoseconds; `nil` where
  /// it does not say. Costs round trips: for the window's place, and once for the monitors.
  mutating func refreshInterval(under window: Window, of size: PixelSize) -> Double? {
    askForMonitors()
    guard let frame = connection.frame(of: window, size) else { return nil }
    return monitors?.interval(under: frame)
  }

  /// Device pixels to one logical pixel for a window that is about to open.
  public var scale: Double { scaleSources.global ?? monitors?.layout.openingScale ?? 1 }

  private mutating func askForMonitorsIfNeeded() {
    if scaleSources.global == nil { askForMonitors() }
  }

  private mutating func askForMonitors() {
    guard monitors == nil else { return }
    monitors = MonitorSource(on: connection)
    hasMoved = true
  }
}

// Events.
extension Desktop {
  /// Takes in an event if it is about the desktop.
  ///
  /// - Returns: Whether it was, and means nothing to anybody else.
  mutating func handle(_ event: inout XEvent) -> Bool {
    if event.type == PropertyNotify, event.xproperty.window == connection.root,
      event.xproperty.atom == XA_RESOURCE_MANAGER
    {
      scaleSources.resource = connection.resourceScale
      askForMonitorsIfNeeded()
      return true
    }
    if source.handle(event) {
      scaleSources.settings = source.settings
      hasChanged = true
      askForMonitorsIfNeeded()
      return true
    }
    guard monitors?.handle(&event) == true else { return false }
    (hasMoved, haveMonitorsChanged) = (true, true)
    return true
  }

  /// Notes that a window may be somewhere else.
  mutating func noteMove() { hasMoved = true }

  /// Whether the settings may be others than when this was asked last.
  mutating func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// Device pixels to one logical pixel for a window that has had `scale`.
  ///
  /// Costs a round trip, for the window's place, where the monitors differ and it may have moved.
  mutating func scale(for window: Window, of size: PixelSize, having scale: Double) -> Double {
    if let global = scaleSources.global { return global }
    guard let layout = monitors?.layout, !layout.monitors.isEmpty else { return 1 }
    guard layout.hasSeveralScales else { return layout.openingScale }
    guard hasMoved else { return scale }
    hasMoved = false
    guard let frame = connection.frame(of: window, size) else { return scale }
    return layout.scale(forWindowAt: frame, having: scale)
  }
}

// After the first frame.
extension Desktop {
  /// Asks, once, what was not asked before the first frame; about a millisecond.
  ///
  /// - Returns: Whether it has only now asked, so that anything may be other than before.
  @discardableResult
  mutating func askTheRest() -> Bool {
    guard !hasAskedAll else { return false }
    hasAskedAll = true
    askForMonitorsIfNeeded()
    bus.connect(to: busAddress)
    return true
  }

  /// What to sleep on for the bus, −1 for nothing, and what for, in the bits of `poll(2)`.
  var pollTarget: (descriptor: Int32, events: Int16) { bus.pollTarget }

  /// Takes in what was said over the bus.
  mutating func hearBus() {
    if bus.exchange() { hasChanged = true }
  }

  /// Whether the screen is locked, if anybody has said since this was asked last.
  mutating func takeLockNews() -> Bool? { bus.takeLockNews() }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
