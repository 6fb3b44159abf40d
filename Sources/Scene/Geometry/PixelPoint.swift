/// A device pixel of a window or a picture, counted from its top left corner.
public struct PixelPoint: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

extension PixelRect {
  /// The pixel in the top leading corner.
  public var origin: PixelPoint { PixelPoint(x: x, y: y) }

  /// The same rectangle that many pixels further right and below.
  public func offset(x dx: Int, y dy: Int) -> PixelRect {
    PixelRect(x: x + dx, y: y + dy, width: width, height: height)
  }
}
