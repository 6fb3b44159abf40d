/// A rectangle of whole device pixels, the unit of damage.
///
/// Its width and height are never negative.
public struct PixelRect: Hashable, Sendable {
  public let x: Int
  public let y: Int
  public let width: Int
  public let height: Int

  /// Creates a rectangle. Coordinates beyond ±2³⁰, a negative width or height, and one beyond 2³¹ are clamped.
  public init(x: Int, y: Int, width: Int, height: Int) {
    let limit = Self.limit
    self.x = max(-limit, min(x, limit))
    self.y = max(-limit, min(y, limit))
    self.width = max(0, min(width, 2 * limit))
    self.height = max(0, min(height, 2 * limit))
  }

  /// Creates the smallest rectangle that contains every device pixel that `rect` touches.
  ///
  /// - Parameters:
  ///   - rect: A rectangle in logical pixels. Coordinates beyond ±2³⁰ device pixels, including
  ///     infinities, are clamped to that limit; NaN becomes 0.
  ///   - scale: The number of device pixels per logical pixel.
  public init(covering rect: Rect, scale: Double) {
    let left = Self.clamped((rect.minX * scale).rounded(.down))
    let top = Self.clamped((rect.minY * scale).rounded(.down))
    let right = Self.clamped((rect.maxX * scale).rounded(.up))
    let bottom = Self.clamped((rect.maxY * scale).rounded(.up))
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  public var maxX: Int { x + width }
  public var maxY: Int { y + height }
  /// Whether the rectangle contains no pixel.
  public var isEmpty: Bool { width == 0 || height == 0 }
  /// The number of pixels.
  public var area: Int { width * height }

  /// Returns the pixels that both rectangles contain, or an empty rectangle if there are none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Returns whether the rectangles have a pixel in common.
  public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  /// Returns whether the rectangle contains all pixels of another one.
  public func contains(_ other: PixelRect) -> Bool { intersection(other) == other }

  /// Returns the parts of the rectangle outside of `hole`: above, below, left and right of it. A
  /// part may be empty.
  public func parts(outside hole: PixelRect) -> InlineArray<4, PixelRect> {
    let hole = hole.intersection(self)
    guard !hole.isEmpty else {
      let nothing = PixelRect(x: 0, y: 0, width: 0, height: 0)
      return [self, nothing, nothing, nothing]
    }
    return [
      PixelRect(x: x, y: y, width: width, height: hole.y - y),
      PixelRect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
      PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
      PixelRect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
    ]
  }

  /// Returns the smallest rectangle that contains both rectangles. An empty rectangle adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the rectangle extended by `distance` device pixels on each side.
  public func outset(by distance: Int) -> PixelRect {
    PixelRect(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }

  /// The maximum of the absolute coordinates, so that no calculation with them overflows.
  private static var limit: Int { 1 << 30 }

  private static func clamped(_ coordinate: Double) -> Int {
    let limit = Double(limit)
    return coordinate.isNaN ? 0 : Int(max(-limit, min(coordinate, limit)))
  }
}

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
