/// A uniform scaling followed by a translation: `x ↦ scale · x + translation` on both axes.
///
/// It can move and scale a control as a whole. There is no rotation and no shear, so a rectangle
/// stays a rectangle.
public struct Transform: Hashable, Sendable {
  /// The scale factor; 1 keeps the original size.
  public var scale: Double
  /// The translation that is added after scaling, in the outer coordinate space.
  public var translation: Vector

  public init(scale: Double = 1, translation: Vector = .zero) {
    self.scale = scale
    self.translation = translation
  }

  /// Creates a scaling about a fixed point.
  public init(scale: Double, about center: Point) {
    self.init(scale: scale, translation: (center - .zero) * (1 - scale))
  }

  public static let identity = Transform()

  /// Returns the transformed point.
  public func callAsFunction(_ point: Point) -> Point {
    Point(x: scale * point.x + translation.dx, y: scale * point.y + translation.dy)
  }

  /// Returns the transformed rectangle.
  public func callAsFunction(_ rect: Rect) -> Rect {
    Rect(origin: self(rect.origin), size: Size(width: rect.width * scale, height: rect.height * scale))
  }

  /// Returns the transform that applies this transform first and then `outer`.
  public func followed(by outer: Transform) -> Transform {
    Transform(scale: scale * outer.scale, translation: translation * outer.scale + outer.translation)
  }
}
