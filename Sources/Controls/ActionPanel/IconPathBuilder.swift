import Scene

/// A builder of icons, which maps a grid of 24 × 24 to a box of any size.
struct IconPathBuilder {
  typealias Layer = ActionIcon.Layer

  let box: Rect

  private var unit: Double { box.width / 24 }

  private func fill(_ path: Path) -> Layer { Layer(path: path, paint: .fill) }

  private func stroke(_ path: Path) -> Layer { Layer(path: path, paint: .stroke(width: 2 * unit)) }

  /// Returns a stroked polyline.
  private func lines(_ points: (x: Double, y: Double)...) -> Layer {
    stroke(Path(lines: points.map { point($0.x, $0.y) }))
  }

  /// Returns a stroked rectangle.
  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Layer {
    lines((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
  }

  private func circle(_ x: Double, _ y: Double, radius: Double) -> Path {
    var path = Path()
    path.addCircle(center: point(x, y), radius: radius * unit)
    return path
  }

  /// A step of a path, in grid coordinates.
  private enum Step {
    case move(Double, Double)
    case line(Double, Double)
    case arc(Double, Double, around: Double, Double)
    case close
  }

  /// Returns the path with the given steps.
  private func path(_ steps: Step...) -> Path {
    var path = Path()
    for step in steps {
      switch step {
      case .move(let x, let y): path.move(to: point(x, y))
      case .line(let x, let y): path.line(to: point(x, y))
      case .arc(let x, let y, let centerX, let centerY):
        path.addArc(to: point(x, y), around: point(centerX, centerY))
      case .close: path.close()
      }
    }
    return path
  }

  /// Returns the point in the box for a point of the grid.
  private func point(_ x: Double, _ y: Double) -> Point {
    Point(x: box.minX + x * unit, y: box.minY + y * unit)
  }
}

extension IconPathBuilder {
  /// Returns the layers of an icon in the box, which is a square.
  ///
  /// The icons are designed for a box of 24 × 24 with strokes of width 2. Straight strokes have
  /// integer coordinates, so that they are sharp.
  func layers(of icon: ActionIcon) -> [Layer] {
    switch icon {
    case .theme:
      let half = path(.move(12, 3), .arc(21, 12, around: 12, 12), .arc(12, 21, around: 12, 12), .close)
      return [fill(half), stroke(circle(12, 12, radius: 9))]
    case .snap: return [stroke(magnet), lines((4, 8), (9, 8)), lines((15, 8), (20, 8))]
    case .shape: return [stroke(partOfSquare), stroke(circle(15.5, 15.5, radius: 5.5))]
    case .reduceMotion:
      // The ends of the arcs are corners of 3-4-5 triangles and lie exactly on the circles.
      let nearTrail = path(.move(9, 16), .arc(9, 8, around: 12, 12))
      let farTrail = path(.move(4, 15), .arc(4, 9, around: 8, 12))
      return [stroke(circle(16, 12, radius: 5)), stroke(nearTrail), stroke(farTrail)]
    case .move:
      return [
        lines((12, 3), (12, 21)), lines((3, 12), (21, 12)), lines((9, 6), (12, 3), (15, 6)),
        lines((9, 18), (12, 21), (15, 18)), lines((6, 9), (3, 12), (6, 15)),
        lines((18, 9), (21, 12), (18, 15)),
      ]
    case .moveTo:
      return [
        stroke(circle(12, 12, radius: 6)), fill(circle(12, 12, radius: 2)), lines((12, 3), (12, 6)),
        lines((12, 18), (12, 21)), lines((3, 12), (6, 12)), lines((18, 12), (21, 12)),
      ]
    case .inspector:
      return [(5.0, 15.0), (12, 8), (19, 15)].flatMap { y, x in
        [stroke(circle(x, y, radius: 2)), lines((3, y), (x - 2, y)), lines((x + 2, y), (21, y))]
      }
    case .quit: return [stroke(openRing), lines((12, 3), (12, 11))]
    case .close: return [lines((5, 5), (19, 19)), lines((19, 5), (5, 19))]
    case .minimize: return [rect(4, 5, 16, 14), lines((8, 15), (16, 15))]
    case .maximize: return [rect(4, 5, 16, 14), lines((4, 9), (20, 9))]
    case .fullScreen:
      return [
        lines((4, 9), (4, 4), (9, 4)), lines((15, 4), (20, 4), (20, 9)),
        lines((20, 15), (20, 20), (15, 20)), lines((9, 20), (4, 20), (4, 15)),
      ]
    case .previous, .back: return [lines((20, 12), (4, 12)), lines((11, 5), (4, 12), (11, 19))]
    case .next: return [lines((4, 12), (20, 12)), lines((13, 5), (20, 12), (13, 19))]
    case .desktop: return [rect(3, 4, 18, 12), lines((8, 20), (16, 20)), lines((12, 16), (12, 20))]
    case .lock: return [stroke(shackle), rect(5, 11, 14, 9)]
    case .screenshot:
      return [
        rect(3, 7, 18, 12), lines((8, 7), (9, 4), (15, 4), (16, 7)), stroke(circle(12, 13, radius: 3)),
      ]
    case .keyboard:
      let keys = [7.0, 12, 17].map { fill(circle($0, 10, radius: 1)) }
      return [rect(2, 6, 20, 12), lines((8, 14), (16, 14))] + keys
    case .hide:
      return [
        lines((2, 12), (6, 8), (12, 6), (18, 8), (22, 12), (18, 16), (12, 18), (6, 16), (2, 12)),
        stroke(circle(12, 12, radius: 3)), lines((4, 20), (20, 4)),
      ]
    case .menu:
      return [6.0, 12, 18].flatMap { x in [6.0, 12, 18].map { y in fill(circle(x, y, radius: 2)) } }
    case .command: return [lines((5, 7), (10, 12), (5, 17)), lines((12, 18), (19, 18))]
    }
  }

  private var magnet: Path {
    path(
      .move(20, 4), .line(20, 12), .arc(12, 20, around: 12, 12), .arc(4, 12, around: 12, 12), .line(4, 4),
      .line(9, 4), .line(9, 12), .arc(12, 15, around: 12, 12), .arc(15, 12, around: 12, 12), .line(15, 4),
      .close)
  }

  /// A rounded square without the corner that the circle of the icon covers.
  private var partOfSquare: Path {
    path(
      .move(7, 13), .line(5, 13), .arc(3, 11, around: 5, 11), .line(3, 5), .arc(5, 3, around: 5, 5),
      .line(11, 3), .arc(13, 5, around: 11, 5), .line(13, 7))
  }

  /// The ring of the power symbol, which is open at the top.
  private var openRing: Path {
    path(
      .move(16.8, 6.6), .arc(18.4, 17.8, around: 12, 13), .arc(5.6, 17.8, around: 12, 13),
      .arc(7.2, 6.6, around: 12, 13))
  }

  /// The shackle of a padlock.
  private var shackle: Path {
    path(
      .move(8, 11), .line(8, 8), .arc(12, 4, around: 12, 8), .arc(16, 8, around: 12, 8), .line(16, 11))
  }
}
