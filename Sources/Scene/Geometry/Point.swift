/// A place in the plane, in logical pixels; x grows to the right and y downward.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)

  public static func + (point: Point, vector: Vector) -> Point {
    Point(x: point.x + vector.dx, y: point.y + vector.dy)
  }
  public static func - (point: Point, vector: Vector) -> Point {
    Point(x: point.x - vector.dx, y: point.y - vector.dy)
  }
  /// The displacement that leads from `b` to `a`.
  public static func - (a: Point, b: Point) -> Vector {
    Vector(dx: a.x - b.x, dy: a.y - b.y)
  }

  /// The distance to another point.
  public func distance(to other: Point) -> Double { (other - self).length }

  /// The nearest point inside a rectangle, each axis by itself.
  public func clamped(to rect: Rect) -> Point {
    Point(
      x: max(rect.minX, min(x, rect.maxX)),
      y: max(rect.minY, min(y, rect.maxY)))
  }
}
