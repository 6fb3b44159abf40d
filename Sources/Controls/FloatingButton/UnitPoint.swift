import Scene

/// A point in a rectangle, as fractions of its width and height.
///
/// A button that is stored as a unit point keeps its edge, and its relative position along the
/// edge, when the rectangle changes or the program is restarted.
public struct UnitPoint: Hashable, Sendable {
  /// The fraction of the width: 0 at the leading edge, 1 at the trailing edge.
  public var x: Double
  /// The fraction of the height: 0 at the top, 1 at the bottom.
  public var y: Double

  /// The middle of the trailing edge.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The center.
  public static let center = UnitPoint(x: 0.5, y: 0.5)

  /// Creates a unit point. As the start position of a button, it is clamped to 0…1, and NaN is
  /// replaced by the default start position.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates the unit point of a point in a rectangle. At an edge, the fraction is exactly 0 or 1.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - area: The rectangle. If its width or height is zero, the fraction is 0.5.
  init(_ point: Point, in area: Rect) {
    x = Self.fraction(of: point.x, from: area.minX, to: area.maxX)
    y = Self.fraction(of: point.y, from: area.minY, to: area.maxY)
  }

  private static func fraction(of position: Double, from low: Double, to high: Double) -> Double {
    high > low ? (position - low) / (high - low) : 0.5
  }

  /// Returns the point in a rectangle.
  func point(in area: Rect) -> Point { Point(x: area.minX + x * area.width, y: area.minY + y * area.height) }

  /// Returns the unit point clamped to 0…1. A NaN fraction is replaced by that of `fallback`.
  func clamped(fallback: UnitPoint) -> UnitPoint {
    UnitPoint(x: x.isNaN ? fallback.x : max(0, min(x, 1)), y: y.isNaN ? fallback.y : max(0, min(y, 1)))
  }
}
