public import Scene

extension PixelPoint {
  /// The pixel that much further right and down.
  public func offset(x dx: Int = 0, y dy: Int = 0) -> PixelPoint {
    PixelPoint(x: x + dx, y: y + dy)
  }

  /// The pixel at a fraction of the straight way to another: 0 here, 1 there.
  func interpolated(to end: PixelPoint, at fraction: Double) -> PixelPoint {
    func blend(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * fraction).rounded()) }
    return PixelPoint(x: blend(x, end.x), y: blend(y, end.y))
  }
}

extension PixelRect {
  /// The pixel in the middle, to the lower right of it where there is none.
  public var center: PixelPoint { PixelPoint(x: x + width / 2, y: y + height / 2) }
}
