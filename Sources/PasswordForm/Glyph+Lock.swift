import Controls
import Scene

extension Glyph {
  /// A padlock, closed, or with its shackle out of one hole.
  static func lock(in box: Rect, isOpen: Bool = false) -> Path {
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: box.minX + x * box.width, y: box.minY + y * box.height)
    }
    let (left, right, top, bend) = (0.26, 0.74, 0.46, 0.26)
    var path = Path(
      lines: [at(0.08, top), at(0.92, top), at(0.92, 1), at(0.08, 1)], closed: true)
    path.move(to: at(left, top))
    path.line(to: at(left, bend))
    // A half circle, by a curve whose control points stand 4/3 of its radius above its ends.
    let rise = (right - left) / 2 * 4 / 3
    path.curve(to: at(right, bend), at(left, bend - rise), at(right, bend - rise))
    if !isOpen { path.line(to: at(right, top)) }
    return path
  }
}
