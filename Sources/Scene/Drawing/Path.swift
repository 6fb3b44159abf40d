/// A sequence of straight lines and cubic Bézier curves, in logical pixels.
public struct Path: Hashable, Sendable {
  /// A segment of a path.
  public enum Element: Hashable, Sendable {
    /// Starts a new subpath at a point.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A cubic Bézier curve, given by its two control points and its end point.
    case curve(Point, Point, Point)
    /// A straight line to the start of the subpath, which ends it.
    case close
  }

  public private(set) var elements: [Element] = []

  public init() {}

  /// Creates a polyline, or a polygon if `closed` is true.
  public init(lines points: [Point], closed: Bool = false) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { line(to: point) }
    if closed { close() }
  }

  public mutating func move(to point: Point) { elements.append(.move(point)) }
  public mutating func line(to point: Point) { elements.append(.line(point)) }
  public mutating func curve(to end: Point, _ control1: Point, _ control2: Point) {
    elements.append(.curve(control1, control2, end))
  }
  public mutating func close() { elements.append(.close) }

  /// Adds a full circle, clockwise from its rightmost point.
  public mutating func addCircle(center: Point, radius: Double) {
    // The control length of a quarter circle, 4/3 · (√2 − 1), deviates by at most 0.03 % of the
    // radius.
    let k = 4.0 / 3 * (2.0.squareRoot() - 1)
    func at(_ dx: Double, _ dy: Double) -> Point {
      Point(x: center.x + dx * radius, y: center.y + dy * radius)
    }
    move(to: at(1, 0))
    curve(to: at(0, 1), at(1, k), at(k, 1))
    curve(to: at(-1, 0), at(-k, 1), at(-1, k))
    curve(to: at(0, -1), at(-1, -k), at(-k, -1))
    curve(to: at(1, 0), at(k, -1), at(1, -k))
    close()
  }

  /// The bounding rectangle of all points, including control points.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var bounds: Rect {
    var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -Double.infinity, y: -Double.infinity))
    func include(_ point: Point) {
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): include(point)
      case .curve(let control1, let control2, let end):
        include(control1)
        include(control2)
        include(end)
      case .close: break
      }
    }
    guard low.x <= high.x else { return .zero }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
