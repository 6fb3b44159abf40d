import Controls
import Scene

extension SymbolPath {
  /// Returns the symbol of the Caps Lock key: an upward arrow above a bar.
  static func capsLock(in box: Rect) -> Path {
    let (left, right) = (0.28, 0.72)
    let (shoulder, foot) = (0.52, 0.74)
    var path = Path(lines: [
      point(0.5, 0, box), point(1, shoulder, box), point(right, shoulder, box), point(right, foot, box),
      point(left, foot, box), point(left, shoulder, box), point(0, shoulder, box),
    ])
    path.close()
    path.move(to: point(left, 1, box))
    path.line(to: point(right, 1, box))
    return path
  }

  /// The iris radius, relative to the eye height. The stroke of the iris must not touch the lids.
  private static let irisRadius = 0.22
  /// The horizontal half extent of the slash, relative to the eye height, and its vertical
  /// overhang.
  private static let slash = (halfWidth: 0.6, overhang: 1.0)

  /// Returns an eye: two lids and an iris.
  static func eye(in box: Rect) -> Path {
    let (left, right) = (Point(x: box.minX, y: box.midY), Point(x: box.maxX, y: box.midY))
    // The control points are 2/3 of the height from the center, so that the lids touch the box
    // edges.
    let offset = box.height * 2 / 3
    func control(_ fraction: Double, _ side: Double) -> Point {
      Point(x: box.minX + fraction * box.width, y: box.midY + side * offset)
    }
    var path = Path()
    path.move(to: left)
    path.curve(to: right, control(0.27, -1), control(0.73, -1))
    path.curve(to: left, control(0.73, 1), control(0.27, 1))
    path.close()
    path.addCircle(center: box.center, radius: box.height * irisRadius)
    return path
  }

  /// Returns the slash through a crossed-out eye.
  static func slash(in box: Rect) -> Path {
    Path(lines: [
      Point(x: box.midX - box.height * slash.halfWidth, y: box.maxY + slash.overhang),
      Point(x: box.midX + box.height * slash.halfWidth, y: box.minY - slash.overhang),
    ])
  }

  /// Returns a keyboard: its body, two keys and the space bar.
  static func keyboard(in box: Rect) -> Path {
    let body = [point(0, 0.15, box), point(1, 0.15, box), point(1, 0.9, box), point(0, 0.9, box)]
    var path = Path(lines: body, closed: true)
    for (start, end, height) in [(0.25, 0.35, 0.4), (0.65, 0.75, 0.4), (0.3, 0.7, 0.65)] {
      path.move(to: point(start, height, box))
      path.line(to: point(end, height, box))
    }
    return path
  }

  /// Returns a padlock. If it is open, one end of the shackle is outside the body.
  static func lock(in box: Rect, isOpen: Bool = false) -> Path {
    let (left, right, top, bend) = (0.26, 0.74, 0.46, 0.26)
    let body = [point(0.08, top, box), point(0.92, top, box), point(0.92, 1, box), point(0.08, 1, box)]
    var path = Path(lines: body, closed: true)
    path.move(to: point(left, top, box))
    path.line(to: point(left, bend, box))
    // A semicircle: the control points are 4/3 of the radius above the end points.
    let rise = (right - left) / 2 * 4 / 3
    path.curve(to: point(right, bend, box), point(left, bend - rise, box), point(right, bend - rise, box))
    if !isOpen { path.line(to: point(right, top, box)) }
    return path
  }
}
