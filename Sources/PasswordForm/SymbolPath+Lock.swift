import Controls
import Scene

extension SymbolPath {
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
