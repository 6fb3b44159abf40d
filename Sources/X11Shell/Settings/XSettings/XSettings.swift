/// What an XSETTINGS manager has published of the settings that matter here ([XSETTINGS][1]).
///
/// All others are skipped when they are read, so that what is kept is bounded by the names below,
/// whatever a manager publishes.
///
/// [1]: https://specifications.freedesktop.org/xsettings-spec/latest/
struct XSettings: Hashable, Sendable {
  /// A setting's name, as GTK's settings daemons write it.
  enum Name: String, CaseIterable {
    case windowScalingFactor = "Gdk/WindowScalingFactor"
    case unscaledDPI = "Gdk/UnscaledDPI"
    case applicationPreferDarkTheme = "Gtk/ApplicationPreferDarkTheme"
    case cursorBlinkTimeout = "Gtk/CursorBlinkTimeout"
    case cursorThemeName = "Gtk/CursorThemeName"
    case cursorThemeSize = "Gtk/CursorThemeSize"
    case enableAnimations = "Gtk/EnableAnimations"
    case enablePrimaryPaste = "Gtk/EnablePrimaryPaste"
    case fontName = "Gtk/FontName"
    case cursorBlink = "Net/CursorBlink"
    case cursorBlinkTime = "Net/CursorBlinkTime"
    case dndDragThreshold = "Net/DndDragThreshold"
    case doubleClickTime = "Net/DoubleClickTime"
    case themeName = "Net/ThemeName"
    case dpi = "Xft/DPI"
  }

  /// A setting's value; colours, the third type there is, are used by none of these.
  enum Value: Hashable, Sendable {
    case integer(Int32)
    case string(String)
  }

  private var values: [Name: Value]

  init(_ values: [Name: Value] = [:]) { self.values = values }

  /// The value of a setting, if it is a whole number.
  func integer(_ name: Name) -> Int? {
    guard case .integer(let value)? = values[name] else { return nil }
    return Int(value)
  }

  /// Whether a switch is on: any whole number but 0.
  func isOn(_ name: Name) -> Bool? { integer(name).map { $0 != 0 } }

  /// The value of a setting, if it is a text that says anything.
  func string(_ name: Name) -> String? {
    guard case .string(let value)? = values[name], !value.isEmpty else { return nil }
    return value
  }

  mutating func set(_ name: Name, to value: Value) { values[name] = value }
}
