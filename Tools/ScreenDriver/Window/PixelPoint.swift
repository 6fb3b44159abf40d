public import Scene

extension PixelPoint {
  /// Returns the pixel at an offset to the right and downward.
  public func offset(x dx: Int = 0, y dy: Int = 0) -> PixelPoint { PixelPoint(x: x + dx, y: y + dy) }

  /// Returns the pixel at a fraction of the straight line to another: 0 is this pixel, 1 is `end`.
  func interpolated(to end: PixelPoint, at fraction: Double) -> PixelPoint {
    func blend(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * fraction).rounded()) }
    return PixelPoint(x: blend(x, end.x), y: blend(y, end.y))
  }
}

extension PixelRect {
  /// The pixel in the middle. If the size is even, the one to the lower right of the middle.
  public var center: PixelPoint { PixelPoint(x: x + width / 2, y: y + height / 2) }
}
