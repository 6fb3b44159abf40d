/// A device pixel of a window or an image, counted from its top left corner.
public struct PixelPoint: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

extension PixelRect {
  /// The pixel in the top left corner.
  public var origin: PixelPoint { PixelPoint(x: x, y: y) }

  /// Returns the rectangle moved right by `dx` and down by `dy` device pixels.
  public func offset(x dx: Int, y dy: Int) -> PixelRect {
    PixelRect(x: x + dx, y: y + dy, width: width, height: height)
  }
}
