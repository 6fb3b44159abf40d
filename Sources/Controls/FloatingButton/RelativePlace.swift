import Scene

/// A place in a rectangle as fractions of its sides, so that it stays at its edge, and as far along
/// it, when the rectangle changes.
struct RelativePlace: Hashable, Sendable {
  /// 0 at the leading side, 1 at the trailing one.
  var x: Double
  /// 0 at the top, 1 at the bottom.
  var y: Double

  /// The trailing side, half way down.
  static let trailing = RelativePlace(x: 1, y: 0.5)
  static let center = RelativePlace(x: 0.5, y: 0.5)

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// - Parameter area: Where it has no width or height, the middle is assumed.
  init(_ point: Point, in area: Rect) {
    x = area.width > 0 ? (point.x - area.minX) / area.width : 0.5
    y = area.height > 0 ? (point.y - area.minY) / area.height : 0.5
  }

  func point(in area: Rect) -> Point {
    Point(x: area.minX + x * area.width, y: area.minY + y * area.height)
  }
}
