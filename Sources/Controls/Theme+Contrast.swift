import Scene

extension Theme {
  /// The light theme with high contrast. The contrast with the background is at least 7 : 1 for
  /// text and symbols (WCAG 2.2, 1.4.6) and 4.5 : 1 for outlines (more than WCAG 2.2, 1.4.11
  /// requires).
  public static let lightHighContrast = Theme(colors: .lightHighContrast)
  /// The dark theme with high contrast. It has the same minimum contrasts.
  public static let darkHighContrast = Theme(colors: .darkHighContrast)
}

extension Theme.Colors {
  /// The light colors with high contrast: Apple's accessible variants of the system colors.
  public static let lightHighContrast = Theme.Colors(
    red: Color(hex: 0xD70015), green: Color(hex: 0x248A3D), blue: Color(hex: 0x0040DD),
    accent: Color(hex: 0x0040DD), window: Color(hex: 0xF2F2F7), card: .white, raised: .white,
    raisedOutline: Color(hex: 0x3A3A3C), field: .white, fieldOutline: Color(hex: 0x3A3A3C), text: .black,
    secondaryText: Color(hex: 0x3A3A3C), onRed: .white, onGreen: .black,
    selection: Color(hex: 0x0040DD, alpha: 0.25), cardShadow: Color(hex: 0x000000, alpha: 0.3),
    buttonShadow: Color(hex: 0x000000, alpha: 0.5))

  /// The dark colors with high contrast: Apple's accessible variants of the system colors.
  public static let darkHighContrast = Theme.Colors(
    red: Color(hex: 0xFF6961), green: Color(hex: 0x30DB5B), blue: Color(hex: 0x409CFF),
    accent: Color(hex: 0x409CFF), window: .black, card: Color(hex: 0x141416), raised: Color(hex: 0x1C1C1E),
    raisedOutline: Color(hex: 0xD1D1D6), field: .black, fieldOutline: Color(hex: 0xD1D1D6), text: .white,
    secondaryText: Color(hex: 0xD1D1D6), onRed: .black, onGreen: .black,
    selection: Color(hex: 0x409CFF, alpha: 0.4), cardShadow: Color(hex: 0x000000, alpha: 0.4),
    buttonShadow: Color(hex: 0x000000, alpha: 0.55))
}
