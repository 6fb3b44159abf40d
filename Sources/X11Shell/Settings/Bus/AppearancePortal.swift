/// A client that follows the appearance settings of the desktop portal
/// ([org.freedesktop.portal.Settings][1]).
///
/// If the portal is missing or unresponsive, the settings keep their defaults and nothing blocks.
///
/// [1]: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
struct AppearancePortal {
  private(set) var appearance = PortalAppearance()
  /// The serial number of the last `ReadAll` call that has no reply yet.
  private var call: UInt32?
  /// The unique bus name of the portal that replied.
  private var portal: String?

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let changed = "SettingChanged"
  private static let ownerChanged = "NameOwnerChanged"

  /// The match rules of the signals that the bus forwards.
  static let rules = [
    "type='signal',sender='\(name)',path='\(path)',interface='\(interface)',member='\(changed)',"
      + "arg0='\(PortalAppearance.namespace)'",
    "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
      + "member='\(ownerChanged)',arg0='\(name)'",
  ]

  /// Requests all settings without waiting for the reply.
  mutating func requestAll(over bus: SessionBus) {
    call = try? bus.call("ReadAll", of: Self.interface, at: Self.path, ownedBy: Self.name) {
      message throws(BusError) in try message.append([PortalAppearance.namespace])
    }
  }

  /// Handles a message if it concerns the appearance.
  mutating func handle(_ message: borrowing BusMessage, from bus: SessionBus) {
    if message.isReply {
      handleReply(message)
    } else if message.isSignal(Self.changed, of: Self.interface) {
      handleChange(message)
    } else if message.isSignal(Self.ownerChanged, of: BusNames.bus) {
      handleOwnerChange(message, bus)
    }
  }

  /// Handles the reply. An error reply contains no dictionary and resets all settings.
  private mutating func handleReply(_ message: borrowing BusMessage) {
    guard let call, message.replySerial == call else { return }
    self.call = nil
    portal = message.sender
    appearance = message.arguments.first.map { PortalAppearance(all: $0) } ?? PortalAppearance()
  }

  /// Handles a change. Any bus client can send the signal, so only signals of the portal count.
  private mutating func handleChange(_ message: borrowing BusMessage) {
    guard let portal, message.sender == portal else { return }
    let arguments = message.arguments
    guard arguments.count == 3, arguments[0] == .string(PortalAppearance.namespace) else { return }
    appearance.set(arguments[1], to: arguments[2])
  }

  /// Queries a new portal. When a portal exits, the last settings remain valid.
  private mutating func handleOwnerChange(_ message: borrowing BusMessage, _ bus: SessionBus) {
    let arguments = message.arguments
    guard message.sender == BusNames.bus, arguments.count == 3, arguments[0] == .string(Self.name),
      arguments[2] != .string("")
    else { return }
    requestAll(over: bus)
  }
}
