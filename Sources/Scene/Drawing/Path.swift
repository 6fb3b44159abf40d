import Glibc

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

  /// Adds an arc of a circle. A line joins it to the last point, if there is one.
  ///
  /// If an argument is not finite or the radius is not positive, nothing is added.
  ///
  /// - Parameters:
  ///   - start: The angle at which the arc starts, in radians, clockwise from the direction of the x-axis.
  ///   - sweep: The angle of the arc, in radians; clockwise if it is positive. At most one turn is drawn.
  public mutating func addArc(center: Point, radius: Double, from start: Double, sweep: Double) {
    guard radius > 0, (center.x + center.y + radius + start + sweep).isFinite else { return }
    let sweep = max(-2 * .pi, min(sweep, 2 * .pi))
    let count = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
    func end(ofPart part: Int) -> Point {
      center + Vector(angle: start + sweep * Double(part) / Double(count), length: radius)
    }
    if lastPoint == nil { move(to: end(ofPart: 0)) } else { line(to: end(ofPart: 0)) }
    for part in 1...count { addArc(to: end(ofPart: part), around: center) }
  }

  /// Adds the shorter arc from the last point to a point at the same distance from the center; a line, if the last point
  /// is the center. Without a last point, nothing is added.
  ///
  /// The control points are [4/3 · tan(θ/4)][1] of the radius along the tangents, for an angle θ
  /// below 180°. The error is 0.03 % of the radius at 90°.
  ///
  /// [1]: https://pomax.github.io/bezierinfo/#circles_cubic
  public mutating func addArc(to end: Point, around center: Point) {
    guard let start = lastPoint else { return }
    let (from, to) = (start - center, end - center)
    let square = from.dx * from.dx + from.dy * from.dy
    guard square > 0 else { return line(to: end) }
    let cosine = (from.dx * to.dx + from.dy * to.dy) / square
    let halfCosine = (max(0, 1 + cosine) / 2).squareRoot()
    let halfSine = (max(0, 1 - cosine) / 2).squareRoot()
    let isClockwise = from.dx * to.dy - from.dy * to.dx > 0
    let length = 4.0 / 3 * halfSine / (1 + halfCosine) * (isClockwise ? 1 : -1)
    curve(
      to: end, start + Vector(dx: -from.dy, dy: from.dx) * length,
      end - Vector(dx: -to.dy, dy: to.dx) * length)
  }

  /// The end of the last segment. `nil` in an empty path and after `close()`.
  private var lastPoint: Point? {
    switch elements.last {
    case .move(let point), .line(let point), .curve(_, _, let point): point
    case .close, nil: nil
    }
  }

  /// Returns the path rotated about a point.
  ///
  /// - Parameter angle: The angle in radians; clockwise if it is positive.
  public func rotated(by angle: Double, about center: Point) -> Path {
    let axis = Vector(angle: angle, length: 1)
    func rotated(_ point: Point) -> Point {
      let from = point - center
      return center + axis * from.dx + Vector(dx: -axis.dy, dy: axis.dx) * from.dy
    }
    var path = Path()
    path.elements = elements.map { element in
      switch element {
      case .move(let point): .move(rotated(point))
      case .line(let point): .line(rotated(point))
      case .curve(let control1, let control2, let end):
        .curve(rotated(control1), rotated(control2), rotated(end))
      case .close: .close
      }
    }
    return path
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

extension Vector {
  /// Creates a vector with a direction and a length.
  ///
  /// - Parameter angle: The angle in radians, clockwise from the direction of the x-axis.
  public init(angle: Double, length: Double) { self.init(dx: cos(angle) * length, dy: sin(angle) * length) }
}
