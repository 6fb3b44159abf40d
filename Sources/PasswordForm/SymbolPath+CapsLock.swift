import Controls
import Scene

extension SymbolPath {
  /// Returns the symbol of the Caps Lock key: an upward arrow above a bar.
  static func capsLock(in box: Rect) -> Path {
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: box.minX + x * box.width, y: box.minY + y * box.height)
    }
    let (left, right) = (0.28, 0.72)
    let (shoulder, foot) = (0.52, 0.74)
    var path = Path(lines: [
      at(0.5, 0), at(1, shoulder), at(right, shoulder), at(right, foot), at(left, foot), at(left, shoulder),
      at(0, shoulder),
    ])
    path.close()
    path.move(to: at(left, 1))
    path.line(to: at(right, 1))
    return path
  }
}
