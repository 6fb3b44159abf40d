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
}
