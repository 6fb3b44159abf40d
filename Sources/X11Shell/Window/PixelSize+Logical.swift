import Scene

extension PixelSize {
  /// Creates the nearest size in whole device pixels for a logical size.
  init(_ size: Size, scale: Double) {
    self.init(width: Self.whole(size.width * scale), height: Self.whole(size.height * scale))
  }

  /// Returns this size in logical pixels.
  func logical(scale: Double) -> Size { Size(width: Double(width) / scale, height: Double(height) / scale) }

  private static func whole(_ side: Double) -> Int {
    let limit = Double(sideRange.upperBound)
    return side.isNaN ? 1 : Int(max(1, min(side.rounded(), limit)))
  }
}
