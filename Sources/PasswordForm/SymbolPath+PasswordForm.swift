import Controls
import Scene

extension SymbolPath {
  /// Returns the symbol of the Caps Lock key: an upward arrow above a bar.
  static func capsLock(in box: Rect) -> Path {
    Path(
      "0.5 0 1 0.52 0.72 0.52 0.72 0.74 0.28 0.74 0.28 0.52 0 0.52 m z 0.28 1 0.72 1 m", in: box)
  }

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

  /// Returns a keyboard: its body, two keys and the space bar.
  static func keyboard(in box: Rect) -> Path {
    Path(
      "0 0.15 1 0.15 1 0.9 0 0.9 m z 0.25 0.4 0.35 0.4 m 0.65 0.4 0.75 0.4 m 0.3 0.65 0.7 0.65 m", in: box)
  }

  /// Returns a padlock. If it is open, one end of the shackle is outside the body.
  static func lock(in box: Rect, isOpen: Bool = false) -> Path {
    // The shackle is a semicircle: the control points are 4/3 of the radius above the end points.
    let shackle = "0.26 0.46 0.26 0.26 m 0.26 -0.06 0.74 -0.06 0.74 0.26 c"
    let body = "0.08 0.46 0.92 0.46 0.92 1 0.08 1 m z"
    return Path("\(body) \(shackle)" + (isOpen ? "" : " 0.74 0.46 l"), in: box)
  }
}
