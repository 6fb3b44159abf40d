import DBus
import Scene

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

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let changed = "SettingChanged"

  /// The match rules of the signals that the bus forwards.
  static let rules = [
    "type='signal',sender='\(name)',path='\(path)',interface='\(interface)',member='\(changed)',"
      + "arg0='\(PortalAppearance.namespace)'",
    Bus.ownerRule(of: name),
  ]

  /// Requests all settings without waiting for the reply.
  mutating func requestAll(over bus: Bus) {
    call = try? bus.call(
      "ReadAll", of: Self.interface, at: Self.path, ownedBy: Self.name,
      [.array(of: "s", [.string(PortalAppearance.namespace)])])
  }

  /// Handles a message if it concerns the appearance.
  mutating func handle(_ message: borrowing BusMessage, from bus: Bus) {
    if message.isReply {
      guard let call, message.replySerial == call else { return }
      self.call = nil
      // An error reply contains no dictionary and resets all settings.
      appearance = message.arguments.first.map { PortalAppearance(all: $0) } ?? PortalAppearance()
    } else if message.isSignal(Self.changed, of: Self.interface) {
      let arguments = message.arguments
      guard arguments.count == 3, arguments[0] == .string(PortalAppearance.namespace) else { return }
      appearance.set(arguments[1], to: arguments[2])
    } else if let change = OwnerChange(message), change.name == Self.name, change.owner != nil {
      // When a portal exits, the last settings remain valid.
      requestAll(over: bus)
    }
  }
}

/// The appearance settings of the desktop portal ([org.freedesktop.portal.Settings][1], namespace
/// `org.freedesktop.appearance`).
///
/// [1]: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
struct PortalAppearance: Hashable, Sendable {
  static let namespace = "org.freedesktop.appearance"

  private(set) var colorScheme: DesktopSettings.ColorScheme?
  private(set) var wantsHighContrast = false
  private(set) var accent: Color?
  private(set) var reducesMotion = false

  /// Reads the reply to `ReadAll`, a dictionary of dictionaries. Missing settings have their
  /// defaults.
  init(all: BusValue) {
    let settings = all.first { $0 == .string(Self.namespace) }
    for entry in settings?.entries ?? [] { set(entry.key, to: entry.value) }
  }

  /// Creates the default settings.
  init() {}

  /// Updates one setting. Ignores an unknown key; a value that is not valid resets the setting.
  mutating func set(_ key: BusValue, to value: BusValue) {
    let value = value.unwrapped
    switch key {
    case .string("color-scheme"):
      colorScheme = value == .uint32(1) ? .dark : value == .uint32(2) ? .light : nil
    case .string("contrast"): wantsHighContrast = value == .uint32(1)
    case .string("accent-color"): accent = Self.color(value)
    case .string("reduced-motion"): reducesMotion = value == .uint32(1)
    default: break
    }
  }

  /// Returns the color of three sRGB components. A component outside 0…1 means that there is no
  /// accent.
  private static func color(_ value: BusValue) -> Color? {
    guard case .structure(let members) = value else { return nil }
    let components = members.compactMap { member -> Double? in
      guard case .double(let component) = member, (0...1).contains(component) else { return nil }
      return component
    }
    guard members.count == 3, components.count == 3 else { return nil }
    return Color(red: components[0], green: components[1], blue: components[2])
  }
}

/// An observer of the screen lock and the screen saver, over the D-Bus interfaces of their programs.
///
/// Each family of desktops has its own interface with the same members. Lockers without D-Bus, such
/// as i3lock, cover the window. The X server reports that to all windows except overlays, which observe the windows
/// that are mapped.
struct ScreenLock {
  /// The desktops in the names of interfaces and paths: KDE (`freedesktop`), GNOME, Cinnamon, MATE and Xfce.
  private static let desktops = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"]
  private static let interfaces = desktops.map { "org.\($0).ScreenSaver" }
  private static let changed = "ActiveChanged"

  /// The match rules of the signals that the bus forwards.
  static let rules = interfaces.flatMap {
    ["type='signal',sender='\($0)',interface='\($0)',member='\(changed)'", Bus.ownerRule(of: $0)]
  }

  /// The interfaces of the `GetActive` calls that have no reply yet, by serial number.
  private var calls: [UInt32: String] = [:]
  /// The interfaces whose programs have reported that the screen is locked.
  private var lockers: Set<String> = []

  /// Whether a program has locked the screen, as last reported.
  var isLocked: Bool { !lockers.isEmpty }

  /// Asks the programs that are running whether the screen is locked, without waiting for the replies.
  mutating func requestAll(over bus: Bus) {
    calls = [:]
    for interface in Self.interfaces { request(interface, over: bus) }
  }

  private mutating func request(_ interface: String, over bus: Bus) {
    let path = "/" + interface.split(separator: ".").joined(separator: "/")
    let call = try? bus.call("GetActive", of: interface, at: path, ownedBy: interface, startsOwner: false)
    if let call { calls[call] = interface }
  }

  /// Handles a message, and returns whether it reports that the screen is locked or unlocked.
  ///
  /// The signal is one of the owner of the name. A pointer motion that was pending when the screen was locked at worst lets
  /// the window continue as if the screen were unlocked.
  mutating func handle(_ message: borrowing BusMessage, from bus: Bus) -> Bool {
    if let interface = calls.removeValue(forKey: message.replySerial) {
      // The bus replies with an error for a name without an owner.
      return update(interface, isActive: message.arguments.first == .boolean(true))
    }
    for interface in Self.interfaces where message.isSignal(Self.changed, of: interface) {
      guard case .boolean(let isActive) = message.arguments.first else { continue }
      return update(interface, isActive: isActive)
    }
    guard let change = OwnerChange(message), Self.interfaces.contains(change.name) else { return false }
    // A program that has started may have replaced one that has locked the screen.
    if change.owner != nil { request(change.name, over: bus) }
    // A program that has ended does not report that the screen is unlocked.
    return change.owner == nil && update(change.name, isActive: false)
  }

  /// Updates the state of one program, and returns whether it has changed.
  private mutating func update(_ interface: String, isActive: Bool) -> Bool {
    isActive ? lockers.insert(interface).inserted : lockers.remove(interface) != nil
  }
}
