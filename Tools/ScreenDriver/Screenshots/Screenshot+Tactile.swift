public import Scene

/// Finds the controls of Tactile's window by the exact colors of its themes and by their sizes.
extension Screenshot {
  /// Returns the floating button or the ball: the only shape of its color with rows of 24 or more
  /// pixels.
  ///
  /// - Parameter color: The red of a theme, or its green after the button was tapped.
  public func floatingButton(_ color: Color) -> PixelRect? { bounds(of: ColorMatch(color), minimumRun: 24) }

  /// Returns the status icons of the rule lines and of the match line, from top to bottom.
  ///
  /// - Parameters:
  ///   - color: Green for satisfied rules, red for violated ones.
  ///   - scale: The number of device pixels per logical pixel.
  public func icons(_ color: Color, scale: Double = 1) -> [PixelRect] {
    let maximumSize = Int(20 * scale)
    return shapes(of: ColorMatch(color, tolerance: 40), gap: Int(3 * scale)).filter {
      $0.width <= maximumSize && $0.height <= maximumSize
    }
  }

  /// Returns the frame of the caret, if the caret was not at this position in `other`.
  ///
  /// - Parameters:
  ///   - color: The blue of a theme.
  ///   - scale: The number of device pixels per logical pixel.
  public func caret(_ color: Color, notIn other: Screenshot, scale: Double = 1) -> PixelRect? {
    guard let bounds = boundsOfNewPixels(of: ColorMatch(color, tolerance: 24), comparedTo: other),
      bounds.width <= Int(4 * scale), bounds.height >= Int(10 * scale)
    else { return nil }
    return bounds
  }
}
