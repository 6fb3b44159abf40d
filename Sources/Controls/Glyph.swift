public import Scene

/// Small signs, each within a box: open paths to be stroked, closed ones to be filled.
public enum Glyph {
  /// ✓
  public static func check(in box: Rect) -> Path {
    Path(lines: [at(0.05, 0.55, box), at(0.38, 0.87, box), at(0.95, 0.15, box)])
  }

  /// ✗
  public static func cross(in box: Rect) -> Path {
    var path = Path(lines: [at(0.1, 0.1, box), at(0.9, 0.9, box)])
    path.move(to: at(0.9, 0.1, box))
    path.line(to: at(0.1, 0.9, box))
    return path
  }

  /// A place in a box by fractions of its sides.
  private static func at(_ x: Double, _ y: Double, _ box: Rect) -> Point {
    Point(x: box.minX + x * box.width, y: box.minY + y * box.height)
  }
}
