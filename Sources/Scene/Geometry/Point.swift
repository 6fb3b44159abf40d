/// A position in the plane, in logical pixels. The x-axis points right, the y-axis down.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)

  /// Returns the point displaced by a vector.
  public static func + (point: Point, vector: Vector) -> Point {
    Point(x: point.x + vector.dx, y: point.y + vector.dy)
  }
  /// Returns the point displaced by the negated vector.
  public static func - (point: Point, vector: Vector) -> Point {
    Point(x: point.x - vector.dx, y: point.y - vector.dy)
  }
  /// Returns the displacement from `b` to `a`.
  public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }

  /// Returns the Euclidean distance to another point, in logical pixels.
  public func distance(to other: Point) -> Double { (other - self).length }

  /// Returns the nearest point in a rectangle, with each coordinate clamped separately.
  public func clamped(to rect: Rect) -> Point {
    Point(x: max(rect.minX, min(x, rect.maxX)), y: max(rect.minY, min(y, rect.maxY)))
  }
}
