import Scene

/// Draws icons on a grid of 24 × 24 into a box of any size.
struct IconPen {
  let box: Rect

  private var unit: Double { box.width / 24 }

  func fill(_ path: Path) -> ActionIcon.Mark { ActionIcon.Mark(path: path, paint: .fill) }

  func stroke(_ path: Path) -> ActionIcon.Mark {
    ActionIcon.Mark(path: path, paint: .stroke(width: 2 * unit))
  }

  /// A chain of straight lines, stroked.
  func lines(_ points: (x: Double, y: Double)...) -> ActionIcon.Mark {
    stroke(Path(lines: points.map { at($0.x, $0.y) }))
  }

  func circle(_ x: Double, _ y: Double, radius: Double) -> Path {
    var path = Path()
    path.addCircle(center: at(x, y), radius: radius * unit)
    return path
  }

  /// The path that `draw` draws on the grid.
  func path(_ draw: (inout Outline) -> Void) -> Path {
    var outline = Outline(pen: self)
    draw(&outline)
    return outline.path
  }

  /// A point of the grid in the box.
  fileprivate func at(_ x: Double, _ y: Double) -> Point {
    Point(x: box.minX + x * unit, y: box.minY + y * unit)
  }

  /// A path in the making, its points on the grid.
  struct Outline {
    fileprivate let pen: IconPen
    fileprivate(set) var path = Path()
    private var last = Point.zero

    fileprivate init(pen: IconPen) { self.pen = pen }

    mutating func move(_ x: Double, _ y: Double) {
      last = pen.at(x, y)
      path.move(to: last)
    }

    mutating func line(_ x: Double, _ y: Double) {
      last = pen.at(x, y)
      path.line(to: last)
    }

    /// Adds the shorter arc from the last point to another that is as far from the centre.
    ///
    /// Its control points are [4/3 · tan(θ/4)][1] of the radius along the tangents, for an angle θ
    /// below 180°; off by 0.03 % of the radius at 90°.
    ///
    /// [1]: https://pomax.github.io/bezierinfo/#circles_cubic
    mutating func arc(_ x: Double, _ y: Double, around centerX: Double, _ centerY: Double) {
      let (end, center) = (pen.at(x, y), pen.at(centerX, centerY))
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
