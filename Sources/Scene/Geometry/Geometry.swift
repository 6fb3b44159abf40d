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

/// A displacement in logical pixels, or a velocity in logical pixels per second.
///
/// The x-axis points right, the y-axis down. The type is distinct from `Point`, so two positions
/// cannot be added.
public struct Vector: Hashable, Sendable {
  public var dx: Double
  public var dy: Double

  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  public static let zero = Vector(dx: 0, dy: 0)

  /// The Euclidean length.
  public var length: Double { (dx * dx + dy * dy).squareRoot() }

  /// Returns the vector with its length limited to `length` and its direction unchanged.
  public func limited(to length: Double) -> Vector {
    self.length > length ? self * (length / self.length) : self
  }

  public static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
  public static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
  public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(dx: vector.dx * factor, dy: vector.dy * factor)
  }
  public static prefix func - (vector: Vector) -> Vector { Vector(dx: -vector.dx, dy: -vector.dy) }
}

/// A width and a height, in logical pixels.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle with sides parallel to the axes, in logical pixels.
///
/// Its size is never negative: initializers replace a negative width or height by 0. A rectangle
/// contains its top and leading sides but not its bottom and trailing sides, so two rectangles that
/// only touch have no point in common.
public struct Rect: Hashable, Sendable {
  /// The top leading corner.
  public var origin: Point
  /// The width and the height, never negative.
  public private(set) var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Creates a rectangle of a size around `center`.
  public init(center: Point, size: Size) {
    self.init(origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2), size: size)
  }

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var midX: Double { origin.x + size.width / 2 }
  public var midY: Double { origin.y + size.height / 2 }
  public var width: Double { size.width }
  public var height: Double { size.height }
  public var center: Point { Point(x: midX, y: midY) }

  /// Whether the rectangle has no area.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns whether the point is in the rectangle. Points on the bottom and trailing sides are
  /// not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns whether the rectangles have some area in common.
  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY && !isEmpty
      && !other.isEmpty
  }

  /// Returns the area that both rectangles cover. The result is empty if they do not intersect.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Returns the area that both rectangles cover. If they do not intersect, it is empty and at the nearest side of the other
  /// one. NaN counts as 0.
  package func clamped(to other: Rect) -> Rect {
    func number(_ number: Double) -> Double { number.isNaN ? 0 : number }
    let start = Point(x: number(minX), y: number(minY)).clamped(to: other)
    let end = Point(x: number(maxX), y: number(maxY)).clamped(to: other)
    let result = Rect(origin: start, size: Size(width: end.x - start.x, height: end.y - start.y))
    // The difference of two sums may not be the size.
    return result.origin == origin && end == Point(x: maxX, y: maxY) ? self : result
  }

  /// Returns the smallest rectangle that contains both rectangles. An empty rectangle adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    return other.isEmpty ? self : hull(with: other)
  }

  /// Returns the smallest rectangle that contains both rectangles, also the corners of one without an area.
  package func hull(with other: Rect) -> Rect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the rectangle with its sides moved inward.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.leading, y: minY + insets.top, width: width - insets.leading - insets.trailing,
      height: height - insets.top - insets.bottom)
  }

  /// Returns the rectangle with all four sides moved inward by `distance`, or outward if it is
  /// negative.
  public func inset(by distance: Double) -> Rect { inset(by: Insets(all: distance)) }

  /// Returns the rectangle displaced by a vector.
  public func offset(by vector: Vector) -> Rect { Rect(origin: origin + vector, size: size) }
}

/// The distances from the four sides of a rectangle inward, in logical pixels. Negative distances
/// extend the rectangle outward.
public struct Insets: Hashable, Sendable {
  public var top: Double
  public var leading: Double
  public var bottom: Double
  public var trailing: Double

  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates insets with the same distance on all four sides.
  public init(all distance: Double) {
    self.init(top: distance, leading: distance, bottom: distance, trailing: distance)
  }

  /// Creates insets with one distance for the leading and trailing sides and one for top and
  /// bottom.
  public init(horizontal: Double, vertical: Double) {
    self.init(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
  }

  /// Insets of 0 on all sides.
  public static let zero = Insets()
}

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
