public import Scene

extension Theme {
  /// The same theme with another accent: the colour itself, or as much nearer to the text's colour
  /// as makes it stand out from everything that it is drawn on.
  ///
  /// - Parameter accent: Opaque; with components that are no numbers the theme stays as it is.
  public func accented(by accent: Color) -> Theme {
    guard [accent.red, accent.green, accent.blue].allSatisfy((0...1).contains) else { return self }
    var colors = colors
    colors.accent = colors.standingOut(accent)
    colors.selection = colors.selection(tintedBy: colors.accent)
    return Theme(colors: colors)
  }
}

extension Theme.Colors {
  /// What the accent keeps to what it is drawn on: a little more than the 3 : 1 of a ring of focus,
  /// which is not quite opaque.
  private static let leastContrast = 3.6
  /// Of text to what is selected behind it.
  private static let leastTextContrast = 4.5
  /// Halvings, after which no step of a colour of 8 bits is left.
  private static let steps = 10
  /// How much fainter a selection is tried when it was too strong.
  private static let fainter = 0.8

  /// White on the accent, or black where white is too weak.
  public var onAccent: Color { accent.contrast(with: .white) >= 3 ? .white : .black }

  fileprivate func standingOut(_ color: Color) -> Color {
    var (none, all) = (0.0, 1.0)
    if stands(color) { return color }
    for _ in 0..<Self.steps {
      let middle = (none + all) / 2
      if stands(text.opacity(middle).over(color)) { all = middle } else { none = middle }
    }
    return text.opacity(all).over(color)
  }

  private func stands(_ color: Color) -> Bool {
    [window, card, raised, field].allSatisfy { color.contrast(with: $0) >= Self.leastContrast }
  }

  /// As strong as the theme's own, unless text could not be read on it.
  fileprivate func selection(tintedBy accent: Color) -> Color {
    var color = accent.opacity(selection.alpha)
    while text.contrast(with: color.over(field)) < Self.leastTextContrast {
      color = color.opacity(Self.fainter)
    }
    return color
  }
}
