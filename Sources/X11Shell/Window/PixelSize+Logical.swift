import Scene

extension PixelSize {
  /// The whole device pixels nearest to a logical size.
  init(_ size: Size, scale: Double) {
    self.init(width: Self.whole(size.width * scale), height: Self.whole(size.height * scale))
  }

  /// This size in logical pixels.
  func logical(scale: Double) -> Size {
    Size(width: Double(width) / scale, height: Double(height) / scale)
  }

  private static func whole(_ side: Double) -> Int {
    let limit = Double(sides.upperBound)
    return side.isNaN ? 1 : Int(max(1, min(side.rounded(), limit)))
  }
}
