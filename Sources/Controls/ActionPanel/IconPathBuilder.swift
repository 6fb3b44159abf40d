import Scene

/// A builder of icon paths, which maps a grid of 24 × 24 to a box of any size.
struct IconPathBuilder {
  let box: Rect

  private var unit: Double { box.width / 24 }

  func fill(_ path: Path) -> ActionIcon.Layer { ActionIcon.Layer(path: path, paint: .fill) }

  func stroke(_ path: Path) -> ActionIcon.Layer {
    ActionIcon.Layer(path: path, paint: .stroke(width: 2 * unit))
  }

  /// Returns a stroked polyline.
  func lines(_ points: (x: Double, y: Double)...) -> ActionIcon.Layer {
    stroke(Path(lines: points.map { point($0.x, $0.y) }))
  }

  /// Returns a stroked rectangle.
  func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ActionIcon.Layer {
    lines((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
  }

  func circle(_ x: Double, _ y: Double, radius: Double) -> Path {
    var path = Path()
    path.addCircle(center: point(x, y), radius: radius * unit)
    return path
  }

  /// Returns the path that a closure draws on the grid.
  func path(_ draw: (inout Outline) -> Void) -> Path {
    var outline = Outline(pen: self)
    draw(&outline)
    return outline.path
  }

  /// Returns the point in the box for a point of the grid.
  fileprivate func point(_ x: Double, _ y: Double) -> Point {
    Point(x: box.minX + x * unit, y: box.minY + y * unit)
  }

  /// A path under construction, in grid coordinates.
  struct Outline {
    fileprivate let pen: IconPathBuilder
    fileprivate(set) var path = Path()
    private var last = Point.zero

    fileprivate init(pen: IconPathBuilder) { self.pen = pen }

    mutating func move(_ x: Double, _ y: Double) {
      last = pen.point(x, y)
      path.move(to: last)
    }

    mutating func line(_ x: Double, _ y: Double) {
      last = pen.point(x, y)
      path.line(to: last)
    }

    /// Adds the shorter arc from the last point to a point at the same distance from the center.
    ///
    /// The control points are [4/3 · tan(θ/4)][1] of the radius along the tangents, for an angle θ
    /// below 180°. The error is 0.03 % of the radius at 90°.
    ///
    /// [1]: https://pomax.github.io/bezierinfo/#circles_cubic
    mutating func arc(_ x: Double, _ y: Double, around centerX: Double, _ centerY: Double) {
      let (end, center) = (pen.point(x, y), pen.point(centerX, centerY))
      let (from, to) = (last - center, end - center)
      let square = from.dx * from.dx + from.dy * from.dy
      let cosine = (from.dx * to.dx + from.dy * to.dy) / square
      let halfCosine = ((1 + cosine) / 2).squareRoot()
      let halfSine = (max(0, 1 - cosine) / 2).squareRoot()
      let isClockwise = from.dx * to.dy - from.dy * to.dx > 0
      let length = 4.0 / 3 * halfSine / (1 + halfCosine) * (isClockwise ? 1 : -1)
      path.curve(
        to: end, last + Vector(dx: -from.dy, dy: from.dx) * length,
        end - Vector(dx: -to.dy, dy: to.dx) * length)
      last = end
    }

    mutating func close() { path.close() }
  }
}
