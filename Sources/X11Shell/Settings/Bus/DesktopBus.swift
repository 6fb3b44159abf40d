/// What the desktop says over the session's message bus.
///
/// Without a bus, and with a dead or dumb one, nothing is said, and nothing waits for it.
struct DesktopBus: ~Copyable {
  private var bus: SessionBus?
  private var portal = AppearancePortal()
  private var screenLock = ScreenLock()

  var appearance: PortalAppearance { portal.appearance }

  /// Connects, and asks for all there is and for word of what changes. The answers are not waited
  /// for.
  mutating func connect(to address: BusAddress?) {
    guard let address, let bus = try? SessionBus(at: address) else { return }
    for rule in AppearancePortal.rules + ScreenLock.rules { try? bus.listen(to: rule) }
    self.bus = bus
    portal.ask(over: bus)
  }

  /// What to sleep on, −1 for nothing, and what for, in the bits of `poll(2)`.
  var pollTarget: (descriptor: Int32, events: Int16) {
    bus.map { ($0.descriptor, $0.pollEvents) } ?? (-1, 0)
  }

  /// Reads what has come.
  ///
  /// - Returns: Whether the appearance is another now.
  mutating func exchange() -> Bool {
    guard let bus else { return false }
    let old = appearance
    bus.exchange()
    while let message = bus.takeMessage() {
      portal.take(message, from: bus)
      screenLock.take(message)
    }
    return appearance != old
  }

  /// Whether the screen is locked, if anybody has said since this was asked last.
  mutating func takeLockNews() -> Bool? { screenLock.takeNews() }
}
