/// The supported settings that an XSETTINGS manager has published ([XSETTINGS][1]).
///
/// All other settings are skipped, so the memory use is bounded by the names below, regardless of
/// what a manager publishes.
///
/// [1]: https://specifications.freedesktop.org/xsettings-spec/latest/
struct XSettings: Hashable, Sendable {
  /// The name of a setting, as GTK's settings daemons write it.
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

  /// The value of a setting. The third type, color, is used by none of the supported settings.
  enum Value: Hashable, Sendable {
    case integer(Int32)
    case string(String)
  }

  private var values: [Name: Value]

  init(_ values: [Name: Value] = [:]) { self.values = values }

  /// Returns the value of a setting if it is an integer.
  func integer(_ name: Name) -> Int? {
    guard case .integer(let value)? = values[name] else { return nil }
    return Int(value)
  }

  /// Returns whether a switch is on: any integer except 0.
  func isOn(_ name: Name) -> Bool? { integer(name).map { $0 != 0 } }

  /// Returns the value of a setting if it is a nonempty string.
  func string(_ name: Name) -> String? {
    guard case .string(let value)? = values[name], !value.isEmpty else { return nil }
    return value
  }

  mutating func set(_ name: Name, to value: Value) { values[name] = value }
}
