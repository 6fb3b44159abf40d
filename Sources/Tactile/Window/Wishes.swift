import Controls
import Scene
import X11Shell

/// What the person wants of the window, here and on the desktop: what was said here goes first.
struct Wishes: Hashable {
  /// From the command line, and then from the window itself; `nil` follows the desktop.
  var colorScheme: DesktopSettings.ColorScheme?
  /// Whether there is to be less motion, from the same; `nil` follows the desktop.
  var reducesMotion: Bool?
  /// How the desktop is set.
  var desktop = DesktopSettings()

  /// Light where nobody says anything.
  var isDark: Bool { (colorScheme ?? desktop.colorScheme) == .dark }

  var wantsLessMotion: Bool { reducesMotion ?? !desktop.allowsMotion }

  /// The theme that this leads to.
  var theme: Theme {
    let theme: Theme =
      switch (isDark, desktop.wantsHighContrast) {
      case (false, false): .light
      case (false, true): .lightHighContrast
      case (true, false): .dark
      case (true, true): .darkHighContrast
      }
    // Who needs contrast has it from the theme's own accent.
    guard let accent = desktop.accent, !desktop.wantsHighContrast else { return theme }
    return theme.accented(by: accent)
  }

  /// How controls are to respond.
  var preferences: Preferences {
    var preferences = Preferences()
    let caret = desktop.caret
    preferences.caretBlinkPeriod =
      caret.blinks ? caret.period ?? preferences.caretBlinkPeriod : nil
    preferences.caretBlinkTimeout = caret.timeout ?? preferences.caretBlinkTimeout
    preferences.doubleClickTime = desktop.doubleClickTime ?? preferences.doubleClickTime
    // Desktops say 8 px where nobody has chosen anything.
    if let threshold = desktop.dragThreshold, threshold > Self.usualDragThreshold {
      preferences.dragThreshold = threshold
    }
    return preferences
  }

  /// GTK's, in logical pixels.
  private static let usualDragThreshold = 8.0

  /// Makes an environment what this leads to.
  func apply(to environment: inout Environment) {
    environment.theme = theme
    environment.reducesMotion = wantsLessMotion
    environment.preferences = preferences
  }
}
