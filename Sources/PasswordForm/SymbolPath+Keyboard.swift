import Controls
import Scene

extension SymbolPath {
  /// Returns a keyboard: its body, two keys and the space bar.
  static func keyboard(in box: Rect) -> Path {
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: box.minX + x * box.width, y: box.minY + y * box.height)
    }
    var path = Path(lines: [at(0, 0.15), at(1, 0.15), at(1, 0.9), at(0, 0.9)], closed: true)
    for (start, end, height) in [(0.25, 0.35, 0.4), (0.65, 0.75, 0.4), (0.3, 0.7, 0.65)] {
      path.move(to: at(start, height))
      path.line(to: at(end, height))
    }
    return path
  }
}
