import Controls
import Scene

extension Glyph {
  /// The iris's radius by the eye's height: small enough that its stroke stays clear of the lids.
  private static let irisRadius = 0.22
  /// How far the slash goes from the middle to either side by the eye's height, and beyond the box.
  private static let slash = (reach: 0.6, overhang: 1.0)

  /// An eye: two lids and an iris.
  static func eye(in box: Rect) -> Path {
    let (left, right) = (Point(x: box.minX, y: box.midY), Point(x: box.maxX, y: box.midY))
    // A lid's control points stand a third above the box, so that the lid itself touches it.
    let reach = box.height * 2 / 3
    func control(_ fraction: Double, _ side: Double) -> Point {
      Point(x: box.minX + fraction * box.width, y: box.midY + side * reach)
    }
    var path = Path()
    path.move(to: left)
    path.curve(to: right, control(0.27, -1), control(0.73, -1))
    path.curve(to: left, control(0.73, 1), control(0.27, 1))
    path.close()
    path.addCircle(center: box.center, radius: box.height * irisRadius)
    return path
  }

  /// The stroke through a struck eye.
  static func slash(in box: Rect) -> Path {
    Path(lines: [
      Point(x: box.midX - box.height * slash.reach, y: box.maxY + slash.overhang),
      Point(x: box.midX + box.height * slash.reach, y: box.minY - slash.overhang),
    ])
  }
}
