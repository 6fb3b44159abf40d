import Scene

extension TextMetrics {
  /// Where the baseline is of a line of text whose middle is at a height.
  func baseline(aroundY middle: Double) -> Double { middle - height / 2 + ascent }
}
