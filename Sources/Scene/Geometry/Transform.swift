/// A scaling followed by a translation: `x ↦ scale · x + translation`, on both axes alike.
///
/// All that a control needs to move and grow as one piece; there is no rotation and no shear, so a
/// rectangle stays a rectangle.
public struct Transform: Hashable, Sendable {
  /// The factor, 1 for the size as drawn.
  public var scale: Double
  /// Added after scaling, in the outer space.
  public var translation: Vector

  public init(scale: Double = 1, translation: Vector = .zero) {
    self.scale = scale
    self.translation = translation
  }

  /// Scales about a point that stays where it is.
  public init(scale: Double, about center: Point) {
    self.init(scale: scale, translation: (center - .zero) * (1 - scale))
  }

  public static let identity = Transform()

  public func callAsFunction(_ point: Point) -> Point {
    Point(x: scale * point.x + translation.dx, y: scale * point.y + translation.dy)
  }

  public func callAsFunction(_ rect: Rect) -> Rect {
    Rect(
      origin: self(rect.origin),
      size: Size(width: rect.width * scale, height: rect.height * scale))
  }

  /// This transform carried out before `outer`.
  public func followed(by outer: Transform) -> Transform {
    Transform(
      scale: scale * outer.scale, translation: translation * outer.scale + outer.translation)
  }
}
