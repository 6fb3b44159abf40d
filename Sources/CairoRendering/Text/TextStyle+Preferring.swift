import Scene

extension TextStyle {
  /// Returns the style with preferred families, which are used if they are installed.
  ///
  /// - Parameter families: The families separated by commas, or `nil` to leave the style unchanged.
  func preferring(_ families: String?) -> TextStyle {
    guard let families else { return self }
    var style = self
    style.family = "\(families), \(family)"
    return style
  }
}
