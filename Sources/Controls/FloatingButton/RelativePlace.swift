import Scene

/// A place in a rectangle as fractions of its sides, so that it stays at its edge, and as far along
/// it, when the rectangle changes or the program is started again.
public struct RelativePlace: Hashable, Sendable {
  /// 0 at the leading side, 1 at the trailing one.
  public var x: Double
  /// 0 at the top, 1 at the bottom.
  public var y: Double

  /// The trailing side, half way down.
  public static let trailing = RelativePlace(x: 1, y: 0.5)
  public static let center = RelativePlace(x: 0.5, y: 0.5)

  /// Creates a place; where a button starts, what lies beyond 0…1 counts as the nearer of both and
  /// NaN as the button's usual place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Finds where a point is; exactly at an edge the fraction is exactly 0 or 1.
  ///
  /// - Parameter area: Where it has no width or height, the middle is assumed.
  init(_ point: Point, in area: Rect) {
    x = Self.fraction(of: point.x, from: area.minX, to: area.maxX)
    y = Self.fraction(of: point.y, from: area.minY, to: area.maxY)
  }

  private static func fraction(of place: Double, from low: Double, to high: Double) -> Double {
    high > low ? (place - low) / (high - low) : 0.5
  }

  func point(in area: Rect) -> Point {
    Point(x: area.minX + x * area.width, y: area.minY + y * area.height)
  }

  /// The nearest place inside the rectangle; a fraction that is NaN comes from `usual`.
  func clamped(orElse usual: RelativePlace) -> RelativePlace {
    RelativePlace(
      x: x.isNaN ? usual.x : max(0, min(x, 1)), y: y.isNaN ? usual.y : max(0, min(y, 1)))
  }
}
