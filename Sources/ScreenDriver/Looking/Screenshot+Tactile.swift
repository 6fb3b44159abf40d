public import Scene

/// How the parts of Tactile's window are told apart in a picture: by the exact colours of its
/// themes, and by their size.
extension Screenshot {
  /// The floating button or the ball: the only shape of its colour with so long unbroken rows.
  ///
  /// - Parameter color: The red of a theme, or its green once it was tapped.
  public func floatingButton(_ color: Color) -> PixelRect? {
    bounds(of: ColorMatch(color), minimumRun: 24)
  }

  /// The marks before rule lines and the match line, from top to bottom.
  ///
  /// - Parameters:
  ///   - color: Green for what holds, red for what does not.
  ///   - scale: Device pixels to a logical one.
  public func marks(_ color: Color, scale: Double = 1) -> [PixelRect] {
    let largest = Int(20 * scale)
    return shapes(of: ColorMatch(color, tolerance: 40), gap: Int(3 * scale))
      .filter { $0.width <= largest && $0.height <= largest }
  }

  /// The caret, where it stands now and did not in `other`.
  ///
  /// - Parameters:
  ///   - color: The blue of a theme.
  ///   - scale: Device pixels to a logical one.
  public func caret(_ color: Color, gainedSince other: Screenshot, scale: Double = 1) -> PixelRect?
  {
    guard let bounds = gained(ColorMatch(color, tolerance: 24), since: other),
      bounds.width <= Int(4 * scale), bounds.height >= Int(10 * scale)
    else { return nil }
    return bounds
  }
}
