/// A rectangle whose four corners are quarters of a circle.
///
/// The radius lies between 0 and half the shorter side: the initialiser clamps it.
public struct RoundedRect: Hashable, Sendable {
  public let rect: Rect
  /// The radius of each corner, in logical pixels.
  public let cornerRadius: Double

  public init(_ rect: Rect, cornerRadius: Double) {
    self.rect = rect
    self.cornerRadius = max(0, min(cornerRadius, min(rect.width, rect.height) / 2))
  }

  /// A rectangle with its shorter sides fully rounded.
  public static func capsule(_ rect: Rect) -> RoundedRect {
    RoundedRect(rect, cornerRadius: min(rect.width, rect.height) / 2)
  }

  /// The circle of that radius around `center`.
  public static func circle(center: Point, radius: Double) -> RoundedRect {
    capsule(Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)))
  }

  /// Whether the point lies inside, rounded corners considered.
  public func contains(_ point: Point) -> Bool {
    guard rect.contains(point) else { return false }
    let core = rect.inset(by: cornerRadius)
    return point.distance(to: point.clamped(to: core)) <= cornerRadius
  }

  /// The shape with every side moved inward and the corners' centres kept.
  public func inset(by distance: Double) -> RoundedRect {
    RoundedRect(rect.inset(by: distance), cornerRadius: cornerRadius - distance)
  }
}
