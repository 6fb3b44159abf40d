import Controls
import Scene

extension SymbolPath {
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
}
