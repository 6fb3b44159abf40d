extension DesktopSettings {
  /// Creates the settings from the XSETTINGS manager and the portal. Values of the portal take
  /// precedence.
  init(_ settings: XSettings, _ appearance: PortalAppearance) {
    self.init()
    caret = Caret(settings)
    doubleClickTime = settings.milliseconds(.doubleClickTime, in: 50...5000)
    dragThreshold = settings.integer(.dndDragThreshold).map { Double($0.clamped(to: 1...500)) }
    allowsMotion = settings.isOn(.enableAnimations) ?? true && !appearance.reducesMotion
    pastesSelection = settings.isOn(.enablePrimaryPaste) ?? true
    pointer = Pointer(settings)
    fontFamily = settings.string(.fontName).flatMap { FontName($0).family }
    colorScheme = appearance.colorScheme ?? ThemeHint(settings).colorScheme
    wantsHighContrast = appearance.wantsHighContrast || ThemeHint(settings).isHighContrast
    accent = appearance.accent
  }
}

extension DesktopSettings.Caret {
  /// Creates the caret settings. A period or timeout of 0 or less disables blinking.
  fileprivate init(_ settings: XSettings) {
    self.init()
    let times = [settings.integer(.cursorBlinkTime), settings.integer(.cursorBlinkTimeout)]
    blinks = settings.isOn(.cursorBlink) ?? true && times.allSatisfy { $0 ?? 1 > 0 }
    guard blinks else { return }
    period = settings.milliseconds(.cursorBlinkTime, in: 100...60_000)
    timeout = settings.integer(.cursorBlinkTimeout).map { .seconds($0.clamped(to: 1...86_400)) }
  }
}

extension DesktopSettings.Pointer {
  /// Creates the cursor settings. A size of 0 or less means the size of the theme.
  fileprivate init(_ settings: XSettings) {
    self.init()
    themeName = settings.string(.cursorThemeName)
    size = settings.integer(.cursorThemeSize).flatMap { $0 > 0 ? $0.clamped(to: 8...512) : nil }
  }
}

/// The hints in the name of the GTK theme, for desktops without a portal.
private struct ThemeHint {
  let colorScheme: DesktopSettings.ColorScheme?
  let isHighContrast: Bool

  /// Reads the hints. The dark variant of a theme ends in `dark`, after `-`, `_` or `:`. GNOME's
  /// dark high-contrast theme is `HighContrastInverse`. Any other name does not imply a light
  /// theme.
  init(_ settings: XSettings) {
    let name = settings.string(.themeName)?.lowercased() ?? ""
    let isDark =
      settings.isOn(.applicationPreferDarkTheme) == true || name == "highcontrastinverse"
      || ["-dark", "_dark", ":dark"].contains { name.hasSuffix($0) }
    colorScheme = isDark ? .dark : nil
    isHighContrast = name.hasPrefix("highcontrast")
  }
}

extension XSettings {
  /// Returns a setting in milliseconds, clamped to a range.
  fileprivate func milliseconds(_ name: Name, in range: ClosedRange<Int>) -> Duration? {
    integer(name).map { .milliseconds($0.clamped(to: range)) }
  }
}
