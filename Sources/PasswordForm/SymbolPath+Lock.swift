import Controls
import Scene

extension SymbolPath {
  /// Returns a padlock. If it is open, one end of the shackle is outside the body.
  static func lock(in box: Rect, isOpen: Bool = false) -> Path {
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: box.minX + x * box.width, y: box.minY + y * box.height)
    }
    let (left, right, top, bend) = (0.26, 0.74, 0.46, 0.26)
    var path = Path(lines: [at(0.08, top), at(0.92, top), at(0.92, 1), at(0.08, 1)], closed: true)
    path.move(to: at(left, top))
    path.line(to: at(left, bend))
    // A semicircle: the control points are 4/3 of the radius above the end points.
    let rise = (right - left) / 2 * 4 / 3
    path.curve(to: at(right, bend), at(left, bend - rise), at(right, bend - rise))
    if !isOpen { path.line(to: at(right, top)) }
    return path
  }
}
