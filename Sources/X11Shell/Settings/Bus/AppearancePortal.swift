/// Follows what the desktop portal says of the appearance ([org.freedesktop.portal.Settings][1]).
///
/// Without a bus, without a portal, and with either of them dead or dumb, nothing is said, and
/// nothing waits for them.
///
/// [1]: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
struct AppearancePortal: ~Copyable {
  private(set) var appearance = PortalAppearance()
  private var bus: SessionBus?
  /// Of the last call for all settings.
  private var call: UInt32?
  /// The unique name of the portal that answered.
  private var portal: String?

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let changed = "SettingChanged"
  private static let ownerChanged = "NameOwnerChanged"

  private static let rules = [
    "type='signal',sender='\(name)',path='\(path)',interface='\(interface)',member='\(changed)',"
      + "arg0='\(PortalAppearance.namespace)'",
    "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
      + "member='\(ownerChanged)',arg0='\(name)'",
  ]

  /// Connects to the bus, and asks for all there is and for word of what changes. The answers are
  /// not waited for.
  mutating func connect(to address: BusAddress?) {
    guard let address, let bus = try? SessionBus(at: address) else { return }
    for rule in Self.rules { try? bus.listen(to: rule) }
    self.bus = bus
    askForAll()
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
    while let message = bus.takeMessage() { take(message) }
    return appearance != old
  }

  private mutating func askForAll() {
    call = try? bus?.call("ReadAll", of: Self.interface, at: Self.path, ownedBy: Self.name) {
      message throws(BusError) in
      try message.append([PortalAppearance.namespace])
    }
  }

  private mutating func take(_ message: borrowing BusMessage) {
    if message.isReply {
      takeAnswer(message)
    } else if message.isSignal(Self.changed, of: Self.interface) {
      takeChange(message)
    } else if message.isSignal(Self.ownerChanged, of: BusNames.bus) {
      takeOwner(message)
    }
  }

  /// An error has no dictionary in it and says nothing.
  private mutating func takeAnswer(_ message: borrowing BusMessage) {
    guard let call, message.replySerial == call else { return }
    self.call = nil
    portal = message.sender
    appearance = message.arguments.first.map { PortalAppearance(all: $0) } ?? PortalAppearance()
  }

  /// Whoever is on the bus can send a signal to this program; only the portal's own counts.
  private mutating func takeChange(_ message: borrowing BusMessage) {
    guard let portal, message.sender == portal else { return }
    let arguments = message.arguments
    guard arguments.count == 3, arguments[0] == .string(PortalAppearance.namespace) else { return }
    appearance.set(arguments[1], to: arguments[2])
  }

  /// Asks a new portal anew; while there is none, what was last said holds.
  private mutating func takeOwner(_ message: borrowing BusMessage) {
    let arguments = message.arguments
    guard message.sender == BusNames.bus, arguments.count == 3,
      arguments[0] == .string(Self.name), arguments[2] != .string("")
    else { return }
    askForAll()
  }
}
