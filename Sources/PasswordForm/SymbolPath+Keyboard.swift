import Controls
import Scene

extension SymbolPath {
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
}
