/// Follows what the desktop portal says of the appearance ([org.freedesktop.portal.Settings][1]).
///
/// Without a portal, and with a dead or dumb one, nothing is said, and nothing waits for it.
///
/// [1]: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
struct AppearancePortal {
  private(set) var appearance = PortalAppearance()
  /// Of the last call for all settings.
  private var call: UInt32?
  /// The unique name of the portal that answered.
  private var portal: String?

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let changed = "SettingChanged"
  private static let ownerChanged = "NameOwnerChanged"

  /// Which signals the bus is to pass on.
  static let rules = [
    "type='signal',sender='\(name)',path='\(path)',interface='\(interface)',member='\(changed)',"
      + "arg0='\(PortalAppearance.namespace)'",
    "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
      + "member='\(ownerChanged)',arg0='\(name)'",
  ]

  /// Asks for all there is; the answer is not waited for.
  mutating func ask(over bus: SessionBus) {
    call = try? bus.call("ReadAll", of: Self.interface, at: Self.path, ownedBy: Self.name) {
      message throws(BusError) in
      try message.append([PortalAppearance.namespace])
    }
  }

  /// Takes in what a message says, if it is about the appearance.
  mutating func take(_ message: borrowing BusMessage, from bus: SessionBus) {
    if message.isReply {
      takeAnswer(message)
    } else if message.isSignal(Self.changed, of: Self.interface) {
      takeChange(message)
    } else if message.isSignal(Self.ownerChanged, of: BusNames.bus) {
      takeOwner(message, bus)
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
  private mutating func takeOwner(_ message: borrowing BusMessage, _ bus: SessionBus) {
    let arguments = message.arguments
    guard message.sender == BusNames.bus, arguments.count == 3,
      arguments[0] == .string(Self.name), arguments[2] != .string("")
    else { return }
    ask(over: bus)
  }
}
