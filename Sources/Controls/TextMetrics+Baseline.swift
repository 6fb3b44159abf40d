import Scene

extension TextMetrics {
  /// Returns the y coordinate of the baseline of a line of text that is vertically centered at
  /// `middle`.
  func baseline(aroundY middle: Double) -> Double { middle - height / 2 + ascent }
}
