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

  /// Returns the smallest rectangle that contains both rectangles. An empty rectangle adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
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
