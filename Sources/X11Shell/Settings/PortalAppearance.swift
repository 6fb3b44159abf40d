import Scene

/// The appearance settings of the desktop portal ([org.freedesktop.portal.Settings][1], namespace
/// `org.freedesktop.appearance`).
///
/// [1]: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
struct PortalAppearance: Hashable, Sendable {
  /// The key of a setting.
  enum Key: String {
    case colorScheme = "color-scheme"
    case contrast
    case accentColor = "accent-color"
    case reducedMotion = "reduced-motion"
  }

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
    guard case .string(let name) = key, let key = Key(rawValue: name) else { return }
    let value = value.unwrapped
    switch key {
    case .colorScheme: colorScheme = Self.colorScheme(value)
    case .contrast: wantsHighContrast = value == .unsigned(1)
    case .accentColor: accent = Self.color(value)
    case .reducedMotion: reducesMotion = value == .unsigned(1)
    }
  }

  private static func colorScheme(_ value: BusValue) -> DesktopSettings.ColorScheme? {
    switch value {
    case .unsigned(1): .dark
    case .unsigned(2): .light
    default: nil
    }
  }

  /// Returns the color of three sRGB components. A component outside 0…1 means that there is no
  /// accent.
  private static func color(_ value: BusValue) -> Color? {
    guard case .container(let members) = value else { return nil }
    let components = members.compactMap { member -> Double? in
      guard case .double(let component) = member, (0...1).contains(component) else { return nil }
      return component
    }
    guard members.count == 3, components.count == 3 else { return nil }
    return Color(red: components[0], green: components[1], blue: components[2])
  }
}
