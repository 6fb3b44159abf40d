/// A rectangle of whole device pixels: what damage is counted in.
///
/// Its size is never negative.
public struct PixelRect: Hashable, Sendable {
  public let x: Int
  public let y: Int
  public let width: Int
  public let height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// All device pixels that a rectangle of logical ones touches at `scale`.
  ///
  /// Coordinates beyond ± 2³⁰ device pixels, infinities and NaN among them, are clamped there.
  public init(covering rect: Rect, scale: Double) {
    let left = Self.whole((rect.minX * scale).rounded(.down))
    let top = Self.whole((rect.minY * scale).rounded(.down))
    let right = Self.whole((rect.maxX * scale).rounded(.up))
    let bottom = Self.whole((rect.maxY * scale).rounded(.up))
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  public var maxX: Int { x + width }
  public var maxY: Int { y + height }
  public var isEmpty: Bool { width == 0 || height == 0 }
  public var area: Int { width * height }

  public func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  /// Whether it contains all of another's pixels.
  public func contains(_ other: PixelRect) -> Bool { intersection(other) == other }

  /// What is left of it without a hole: above, below, leading and trailing of that, where some may
  /// be empty.
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

  /// The smallest rectangle that contains both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// This rectangle grown by whole pixels on each side.
  public func outset(by distance: Int) -> PixelRect {
    PixelRect(
      x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }

  private static func whole(_ coordinate: Double) -> Int {
    let limit = Double(1 << 30)
    return coordinate.isNaN ? 0 : Int(max(-limit, min(coordinate, limit)))
  }
}
