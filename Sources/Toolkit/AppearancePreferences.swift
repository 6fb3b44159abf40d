public import Controls
public import Windowing

/// The user's appearance preferences. Settings of the program override those of the desktop.
public struct AppearancePreferences: Hashable {
  /// The color scheme that the program or its user has chosen. `nil` follows the desktop.
  public var colorScheme: DesktopSettings.ColorScheme?
  /// Whether the program or its user has reduced motion. `nil` follows the desktop.
  public var reducesMotion: Bool?
  /// The settings of the desktop.
  public var desktop: DesktopSettings
  /// The themes from which the color scheme and the contrast select one.
  public var themes = Themes()

  /// The themes of a program.
  public struct Themes: Hashable {
    public var light = Theme.light
    public var dark = Theme.dark
    public var lightHighContrast = Theme.lightHighContrast
    public var darkHighContrast = Theme.darkHighContrast

    /// Creates the default themes, changed by a closure that is called for each of them.
    public init(restyling change: (inout Theme) -> Void = { _ in }) {
      change(&light)
      change(&dark)
      change(&lightHighContrast)
      change(&darkHighContrast)
    }
  }

  /// Creates preferences.
  public init(
    colorScheme: DesktopSettings.ColorScheme? = nil, reducesMotion: Bool? = nil,
    desktop: DesktopSettings = DesktopSettings()
  ) {
    (self.colorScheme, self.reducesMotion, self.desktop) = (colorScheme, reducesMotion, desktop)
  }

  /// Whether the theme is dark. The default is light.
  public var isDark: Bool { (colorScheme ?? desktop.colorScheme) == .dark }

  /// The resulting setting.
  public var effectiveReducesMotion: Bool { reducesMotion ?? !desktop.allowsMotion }

  /// The resulting theme.
  public var theme: Theme {
    let theme =
      switch (isDark, desktop.wantsHighContrast) {
      case (false, false): themes.light
      case (false, true): themes.lightHighContrast
      case (true, false): themes.dark
      case (true, true): themes.darkHighContrast
      }
    // The high-contrast themes, and those in which the program has replaced it, keep their own accent.
    guard let accent = desktop.accent, !desktop.wantsHighContrast, theme.colors.accent == theme.colors.blue
    else { return theme }
    return theme.accented(by: accent)
  }

  /// The resulting preferences of controls.
  public var controlPreferences: Preferences {
    var preferences = Preferences()
    let caret = desktop.caret
    preferences.caretBlinkPeriod =
      caret.blinks ? caret.period ?? preferences.caretBlinkPeriod : nil
    preferences.caretBlinkTimeout = caret.timeout ?? preferences.caretBlinkTimeout
    preferences.doubleClickTime = desktop.doubleClickTime ?? preferences.doubleClickTime
    preferences.doubleClickDistance = desktop.doubleClickDistance ?? preferences.doubleClickDistance
    // Desktops report 8 px if the user has not changed the setting.
    if let threshold = desktop.dragThreshold, threshold > Self.defaultDragThreshold {
      preferences.dragThreshold = threshold
    }
    return preferences
  }

  /// The default of GTK, in logical pixels.
  private static let defaultDragThreshold = 8.0

  /// Applies the preferences to an environment.
  public func apply(to environment: inout Environment) {
    environment.theme = theme
    environment.reducesMotion = effectiveReducesMotion
    environment.preferences = controlPreferences
  }
}
