/// A rectangle whose four corners are quarters of a circle.
///
/// The initializer clamps the corner radius to 0…(half the shorter side).
public struct RoundedRect: Hashable, Sendable {
  public let rect: Rect
  /// The radius of each corner, in logical pixels.
  public let cornerRadius: Double

  public init(_ rect: Rect, cornerRadius: Double) {
    self.rect = rect
    self.cornerRadius = max(0, min(cornerRadius, min(rect.width, rect.height) / 2))
  }

  /// Returns a rectangle whose shorter sides are fully rounded.
  public static func capsule(_ rect: Rect) -> RoundedRect {
    RoundedRect(rect, cornerRadius: min(rect.width, rect.height) / 2)
  }

  /// Returns the circle with a center and a radius.
  public static func circle(center: Point, radius: Double) -> RoundedRect {
    capsule(Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)))
  }

  /// Returns whether the point is inside the shape, taking the rounded corners into account.
  public func contains(_ point: Point) -> Bool {
    guard rect.contains(point) else { return false }
    let core = rect.inset(by: cornerRadius)
    return point.distance(to: point.clamped(to: core)) <= cornerRadius
  }

  /// Returns the shape with every side moved inward by `distance`. The centers of the corners stay
  /// in place.
  public func inset(by distance: Double) -> RoundedRect {
    RoundedRect(rect.inset(by: distance), cornerRadius: cornerRadius - distance)
  }
}
