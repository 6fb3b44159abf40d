extension DesktopSettings {
  /// What is so by the XSETTINGS manager, and by the portal, which knows better where it says
  /// anything.
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
  /// A period or a timeout of 0 or less is one more way to say that it does not blink.
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
  /// A size of 0 or less is the theme's own.
  fileprivate init(_ settings: XSettings) {
    self.init()
    themeName = settings.string(.cursorThemeName)
    size = settings.integer(.cursorThemeSize).flatMap { $0 > 0 ? $0.clamped(to: 8...512) : nil }
  }
}

/// What the name of GTK's theme tells, for desktops without a portal.
private struct ThemeHint {
  let colorScheme: DesktopSettings.ColorScheme?
  let isHighContrast: Bool

  /// A theme's dark variant ends in `dark`, after a `-`, `_` or `:`; of GNOME's two of high
  /// contrast the dark one is called the inverse. A name that says nothing is not taken for a light
  /// one.
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
  /// A time that is given in milliseconds, moved into a range.
  fileprivate func milliseconds(_ name: Name, in range: ClosedRange<Int>) -> Duration? {
    integer(name).map { .milliseconds($0.clamped(to: range)) }
  }
}
