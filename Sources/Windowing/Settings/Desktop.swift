import Accessibility
import CX11
import DBus
import Motion
import Scene
import System
import X11

/// The desktop settings and the display scale, updated when they change.
///
/// The first frame depends on two sources, which are queried before it: the XSETTINGS manager, with
/// two round trips, and the monitors, with four more. The monitors are queried only if no setting
/// defines the scale and the screen has many pixels. The other sources are queried after it: the
/// monitors of other screens, and the session bus, which requires its own library.
struct Desktop: ~Copyable {
  private let connection: Connection
  private var source: XSettingsSource
  /// `nil` as long as other sources provide the scale and the refresh interval.
  private var monitors: MonitorSource?
  /// The session bus. `nil` if it is missing, or was not queried yet. If it is unresponsive, the settings keep their
  /// defaults and at most an attempt to connect blocks, for a second.
  private var bus: Bus?
  private var reconnection = Reconnection()
  private var portal = AppearancePortal()
  private var lock = ScreenLock()
  /// `nil` if the environment names the accessibility bus, or disables it.
  private var accessibility: AccessibilityStatus?
  /// The changes until they are taken.
  private var changes: Changes = []
  /// The accessibility bus that the environment names.
  private var namedAccessibilityBus: BusAddress?
  private let busAddress: BusAddress?
  private var hasQueriedAll = false
  private var scaleResolver: ScaleResolver

  /// The values that may have changed. Every window handles all of them.
  struct Changes: OptionSet {
    let rawValue: UInt8

    static let settings = Changes(rawValue: 1 << 0)
    /// The monitors, their arrangement or their refresh rates.
    static let monitors = Changes(rawValue: 1 << 1)
    /// The screen was locked or unlocked, or this was reported again.
    static let screenLock = Changes(rawValue: 1 << 2)
  }

  /// Reads the desktop settings.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per logical pixel, if the user has set it for this program.
  ///     It then never changes.
  ///   - bus: The address of the session bus, or `nil` to use none.
  init(
    on connection: Connection, scale: Double? = nil,
    bus: BusAddress? = BusAddress(
      variable: environmentVariable("DBUS_SESSION_BUS_ADDRESS"),
      runtimeDirectory: environmentVariable("XDG_RUNTIME_DIR"))
  ) {
    self.connection = connection
    busAddress = bus
    // Selected before the manager is located, so that the start of another manager is not missed.
    connection.selectRootEvents(PropertyChangeMask | StructureNotifyMask)
    source = XSettingsSource(on: connection)
    scaleResolver = ScaleResolver(
      override: scale, settings: source.settings, resource: connection.initialResourceScale)
    if connection.mayBeDense, scaleResolver.global == nil { queryMonitors() }
  }

  /// Whether the screen is locked, as last reported.
  var isScreenLocked: Bool { lock.isLocked }

  /// The current settings.
  var settings: DesktopSettings { DesktopSettings(source.settings, portal.appearance) }

  /// Returns the refresh interval in nanoseconds of the monitor that shows most of a window. `nil`
  /// if it is unknown. Needs a round trip for the window position and, once, round trips for the
  /// monitors.
  mutating func refreshInterval(under window: WindowID, of size: PixelSize) -> Double? {
    queryMonitors()
    guard let frame = connection.frame(of: window, size) else { return nil }
    return monitors?.interval(under: frame)
  }

  /// Returns the frame of the monitor that shows most of a rectangle, in device pixels of the screen: the screen if it
  /// is on no monitor. Needs round trips for the monitors once.
  mutating func monitorFrame(under rect: PixelRect) -> PixelRect {
    queryMonitors()
    return monitors?.layout.monitor(under: rect)?.frame ?? connection.screenSize.bounds
  }

  /// The frames of all monitors in device pixels of the screen, the primary one first. Needs round trips once.
  var monitorFrames: [PixelRect] {
    mutating get {
      queryMonitors()
      return monitors?.layout.monitors.map(\.frame) ?? []
    }
  }

  /// Device pixels per logical pixel for a new window.
  var scale: Double { scaleResolver.global ?? monitors?.layout.openingScale ?? 1 }

  /// Queries the monitors if the scale depends on them, and lets each window determine its own again.
  private mutating func queryMonitorsIfNeeded() {
    guard scaleResolver.global == nil else { return }
    queryMonitors()
    changes.insert(.monitors)
  }

  private mutating func queryMonitors() {
    if monitors == nil { monitors = MonitorSource(on: connection) }
  }
}

// Events.
extension Desktop {
  /// Returns the changes since the last call.
  mutating func takeChanges() -> Changes {
    defer { changes = [] }
    return changes
  }

  /// Handles an event if it concerns the desktop settings.
  ///
  /// - Returns: Whether the event was consumed.
  mutating func handle(_ event: inout XEvent) -> Bool {
    if event.type == PropertyNotify, event.xproperty.window == connection.root,
      event.xproperty.atom == XA_RESOURCE_MANAGER
    {
      scaleResolver.resource = connection.resourceScale
      queryMonitorsIfNeeded()
    } else if source.handle(event) {
      scaleResolver.settings = source.settings
      changes.insert(.settings)
      queryMonitorsIfNeeded()
    } else {
      guard monitors?.handle(&event) == true else { return false }
      changes.insert(.monitors)
    }
    return true
  }

  /// Returns the device pixels per logical pixel for a window whose current scale is `scale`.
  ///
  /// Needs a round trip for the window position if the monitors differ and the window may have
  /// moved.
  ///
  /// - Parameter mayHaveMoved: Whether the window or the monitors may have moved since the last call.
  ///   Set to `false` if the monitors determine the scale.
  func scale(
    for window: WindowID, of size: PixelSize, current scale: Double, ifMoved mayHaveMoved: inout Bool
  ) -> Double {
    if let global = scaleResolver.global { return global }
    guard let layout = monitors?.layout, !layout.monitors.isEmpty else { return 1 }
    guard mayHaveMoved else { return scale }
    mayHaveMoved = false
    guard layout.hasSeveralScales else { return layout.openingScale }
    guard let frame = connection.frame(of: window, size) else { return scale }
    return layout.scale(forWindowAt: frame, current: scale)
  }
}

// After the first frame.
extension Desktop {
  /// Queries, once, the sources that were not queried before the first frame. Takes about 1 ms.
  ///
  /// - Returns: `false` if the sources were already queried.
  @discardableResult mutating func queryRemainingSettings() -> Bool {
    guard !hasQueriedAll else { return false }
    hasQueriedAll = true
    queryMonitorsIfNeeded()
    followAccessibility()
    // A bus that is busy while the session starts is tried again. Without one, nothing wakes the program.
    if case .notAccepted = connectToBus() { reconnection.lost(at: MonotonicClock.now) }
    return true
  }

  /// Connects, subscribes to changes and requests all settings, without waiting for the replies. Until these arrive, or the
  /// attempt fails, the values of an earlier connection stay valid: any client of the bus can end one.
  @discardableResult private mutating func connectToBus() -> BusError? {
    guard let busAddress else { return nil }
    let bus: Bus
    do throws(BusError) { bus = try Bus(at: busAddress) } catch { return error }
    let accessibilityRules = accessibility == nil ? [] : AccessibilityStatus.rules
    for rule in AppearancePortal.rules + ScreenLock.rules + accessibilityRules {
      try? bus.addMatch(rule)
    }
    self.bus = bus
    portal.requestAll(over: bus)
    lock.requestAll(over: bus)
    accessibility?.request(over: bus)
    return nil
  }

  /// Chooses how to find the accessibility bus. A variable of the environment disables it, and one takes precedence over the
  /// session bus, as in other toolkits.
  private mutating func followAccessibility() {
    guard environmentVariable("NO_AT_BRIDGE") != "1" else { return }
    let variable = environmentVariable("AT_SPI_BUS_ADDRESS") ?? ""
    if variable.isEmpty {
      accessibility = AccessibilityStatus()
    } else {
      namedAccessibilityBus = BusAddress(variable)
    }
  }

  /// The bus for the objects of the program: that of the environment, or that of the service while an assistive program
  /// runs.
  var accessibilityBus: BusAddress? { accessibility?.address ?? namedAccessibilityBus }

  /// The descriptor of the bus to poll (−1 for none) and the events, as bits of `poll(2)`.
  var pollTarget: (descriptor: Int32, events: Int16) { bus.map { ($0.descriptor, $0.pollEvents) } ?? (-1, 0) }

  /// The time of the next call of `readBus(at:)` if the descriptor does not become ready before. `nil` if there is none.
  var deadline: Instant? {
    if let bus, bus.isDue { return .distantPast }
    return reconnection.next
  }

  /// Reads messages of the bus, a limited number in each iteration, so that a client that sends many does not delay input.
  /// Connects again some time after the bus has ended the connection, as after a message that is too long.
  mutating func readBus(at now: Instant) {
    if let next = reconnection.next, next <= now {
      connectToBus()
      if bus != nil {
        reconnection.connected(at: now)
      } else {
        reconnection.lost(at: now)
        // The program that has locked the screen is not on the bus any more, and cannot report that it is unlocked.
        // Settings stay valid: they are choices of the user, and not the state of a program.
        if isScreenLocked { changes.insert(.screenLock) }
        lock = ScreenLock()
      }
    }
    guard let bus else { return }
    let old = portal.appearance
    bus.exchange()
    bus.takeMessages { message in
      // By the match rules, the bus forwards only the signals of the owners of the names, except those that any client
      // addresses to this one.
      guard message.isReply || !message.isAddressed else { return }
      portal.handle(message, from: bus)
      accessibility?.handle(message, from: bus)
      if lock.handle(message, from: bus) { changes.insert(.screenLock) }
    }
    if !bus.isConnected, !bus.hasMessage {
      reconnection.lost(at: now)
      self.bus = nil
    }
    if portal.appearance != old { changes.insert(.settings) }
  }
}
