public import Scene

extension Theme {
  /// Returns the theme with another accent color and unchanged styles. If the color has too little contrast with a
  /// background, it is mixed with the text color until the contrast is sufficient.
  ///
  /// - Parameter accent: An opaque color. If a component is not in 0…1, the theme is returned
  ///   unchanged.
  public func accented(by accent: Color) -> Theme {
    guard [accent.red, accent.green, accent.blue].allSatisfy((0...1).contains) else { return self }
    var theme = self
    theme.colors.accent = self.colors.contrasting(accent)
    theme.colors.selection = self.colors.selection(tintedBy: theme.colors.accent)
    return theme
  }
}

extension Theme.Colors {
  /// The minimum contrast of the accent with its background. It is higher than the required 3 : 1,
  /// because the focus ring is not fully opaque.
  private static let minimumContrast = 3.6
  /// The minimum contrast of text with the selection behind it.
  private static let minimumTextContrast = 4.5
  /// The number of bisection steps. After these, the error is less than one step of an 8-bit color.
  private static let bisectionSteps = 10
  /// The opacity below which a selection is hardly visible and is not reduced further.
  private static let minimumOpacity = 0.05
  /// The factor by which the opacity of a selection is reduced in each attempt.
  private static let opacityFactor = 0.8

  /// The color of text and symbols on the accent: white, or black if the contrast of white is below
  /// 3 : 1.
  public var onAccent: Color { accent.contrast(with: .white) >= 3 ? .white : .black }

  fileprivate func contrasting(_ color: Color) -> Color {
    var (low, high) = (0.0, 1.0)
    if hasContrast(color) { return color }
    for _ in 0..<Self.bisectionSteps {
      let middle = (low + high) / 2
      if hasContrast(text.opacity(middle).over(color)) { high = middle } else { low = middle }
    }
    return text.opacity(high).over(color)
  }

  private func hasContrast(_ color: Color) -> Bool {
    [window, card, raised, field].allSatisfy { color.contrast(with: $0) >= Self.minimumContrast }
  }

  /// Returns a selection color with the opacity of the theme's own, reduced until text is legible.
  fileprivate func selection(tintedBy accent: Color) -> Color {
    var color = accent.opacity(selection.alpha)
    // A theme may have text with too little contrast even without a selection.
    while color.alpha > Self.minimumOpacity,
      text.contrast(with: color.over(field)) < Self.minimumTextContrast
    {
      color = color.opacity(Self.opacityFactor)
    }
    return color
  }
}
