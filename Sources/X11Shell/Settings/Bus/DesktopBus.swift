/// The desktop settings that are available over the session bus.
///
/// If the bus is missing or unresponsive, the settings keep their defaults and nothing blocks.
struct DesktopBus: ~Copyable {
  private var bus: SessionBus?
  private var portal = AppearancePortal()
  private var screenLock = ScreenLock()

  var appearance: PortalAppearance { portal.appearance }

  /// Connects, subscribes to changes and requests all settings, without waiting for the replies.
  mutating func connect(to address: BusAddress?) {
    guard let address, let bus = try? SessionBus(at: address) else { return }
    for rule in AppearancePortal.rules + ScreenLock.rules { try? bus.addMatch(rule) }
    self.bus = bus
    portal.requestAll(over: bus)
  }

  /// The descriptor to poll (−1 for none) and the events, as bits of `poll(2)`.
  var pollTarget: (descriptor: Int32, events: Int16) { bus.map { ($0.descriptor, $0.pollEvents) } ?? (-1, 0) }

  /// Reads the available messages.
  ///
  /// - Returns: Whether the appearance settings have changed.
  mutating func exchange() -> Bool {
    guard let bus else { return false }
    let old = appearance
    bus.exchange()
    while let message = bus.takeMessage() {
      portal.handle(message, from: bus)
      screenLock.handle(message)
    }
    return appearance != old
  }

  /// Returns whether the screen is locked, or `nil` if there was no change since the last call.
  mutating func takeScreenLockChange() -> Bool? { screenLock.takeChange() }
}
