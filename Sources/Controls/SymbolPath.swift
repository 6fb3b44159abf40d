public import Scene

/// Paths of small symbols that fit into a box. Open paths are stroked, closed ones are filled.
public enum SymbolPath {
  /// Returns the path of a check mark (✓), to be stroked.
  public static func check(in box: Rect) -> Path {
    Path(lines: [point(0.05, 0.55, box), point(0.38, 0.87, box), point(0.95, 0.15, box)])
  }

  /// Returns the path of a cross (✗), to be stroked.
  public static func cross(in box: Rect) -> Path {
    var path = Path(lines: [point(0.1, 0.1, box), point(0.9, 0.9, box)])
    path.move(to: point(0.9, 0.1, box))
    path.line(to: point(0.1, 0.9, box))
    return path
  }

  /// Returns the point at the given fractions of the width and height of a box.
  package static func point(_ x: Double, _ y: Double, _ box: Rect) -> Point {
    Point(x: box.minX + x * box.width, y: box.minY + y * box.height)
  }
}
