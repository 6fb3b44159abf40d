public import Controls
import Glibc
public import Windowing

/// The user's preferences for appearance and language. Settings of the program override those of the desktop.
public struct AppearancePreferences: Hashable {
  /// The color scheme that the program or its user has chosen. `nil` follows the desktop.
  public var colorScheme: DesktopSettings.ColorScheme?
  /// Whether the program or its user has reduced motion. `nil` follows the desktop.
  public var reducesMotion: Bool?
  /// The settings of the desktop.
  public var desktop: DesktopSettings
  /// The themes from which the color scheme and the contrast select one.
  public var themes = Themes()
  /// The texts of the controls. By default, `LC_MESSAGES` selects the language. A program sets an object of its own to
  /// change texts or to add a language.
  public var strings: any ControlStrings {
    get { stringsReference.strings }
    set { stringsReference = StringsReference(strings: newValue) }
  }
  private var stringsReference = StringsReference(
    strings: ControlTranslations.preferred { getenv($0).map { String(cString: $0) } })

  /// The texts, compared by identity.
  private struct StringsReference: Hashable {
    let strings: any ControlStrings

    static func == (a: Self, b: Self) -> Bool { a.strings === b.strings }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(strings)) }
  }

  /// The themes of a program.
  public struct Themes: Hashable {
    /// The theme for a light color scheme, which is also used if the desktop has none.
    public var light = Theme.light
    /// The theme for a dark color scheme.
    public var dark = Theme.dark
    /// The theme for a light color scheme while the desktop requests high contrast.
    public var lightHighContrast = Theme.lightHighContrast
    /// The theme for a dark color scheme while the desktop requests high contrast.
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

  /// Returns the preferences with the current settings of the desktop.
  package func following(_ desktop: DesktopSettings) -> AppearancePreferences {
    var preferences = self
    preferences.desktop = desktop
    return preferences
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
    environment.strings = strings
  }
}
