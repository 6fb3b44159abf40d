import Controls
import Scene
import Windowing

/// The user's appearance preferences. Settings of the program override those of the desktop.
struct AppearancePreferences: Hashable {
  /// The color scheme from the command line or the window. `nil` follows the desktop.
  var colorScheme: DesktopSettings.ColorScheme?
  /// Whether motion is reduced, from the command line or the window. `nil` follows the desktop.
  var reducesMotion: Bool?
  /// The settings of the desktop.
  var desktop = DesktopSettings()

  /// Whether the theme is dark. The default is light.
  var isDark: Bool { (colorScheme ?? desktop.colorScheme) == .dark }

  /// The resulting setting.
  var effectiveReducesMotion: Bool { reducesMotion ?? !desktop.allowsMotion }

  /// The resulting theme.
  var theme: Theme {
    let theme: Theme =
      switch (isDark, desktop.wantsHighContrast) {
      case (false, false): .light
      case (false, true): .lightHighContrast
      case (true, false): .dark
      case (true, true): .darkHighContrast
      }
    // The high-contrast themes keep their own accent.
    guard let accent = desktop.accent, !desktop.wantsHighContrast else { return theme }
    return theme.accented(by: accent)
  }

  /// The resulting preferences of controls.
  var controlPreferences: Preferences {
    var preferences = Preferences()
    let caret = desktop.caret
    preferences.caretBlinkPeriod =
      caret.blinks ? caret.period ?? preferences.caretBlinkPeriod : nil
    preferences.caretBlinkTimeout = caret.timeout ?? preferences.caretBlinkTimeout
    preferences.doubleClickTime = desktop.doubleClickTime ?? preferences.doubleClickTime
    // Desktops report 8 px if the user has not changed the setting.
    if let threshold = desktop.dragThreshold, threshold > Self.defaultDragThreshold {
      preferences.dragThreshold = threshold
    }
    return preferences
  }

  /// The default of GTK, in logical pixels.
  private static let defaultDragThreshold = 8.0

  /// Applies the preferences to an environment.
  func apply(to environment: inout Environment) {
    environment.theme = theme
    environment.reducesMotion = effectiveReducesMotion
    environment.preferences = controlPreferences
  }
}
