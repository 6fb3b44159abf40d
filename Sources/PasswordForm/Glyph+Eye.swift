import Controls
import Scene

extension Glyph {
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
    path.addCircle(center: box.center, radius: box.height * 0.22)
    return path
  }

  /// The stroke through a struck eye.
  static func slash(in box: Rect) -> Path {
    Path(lines: [
      Point(x: box.midX - box.height * 0.6, y: box.maxY + 1),
      Point(x: box.midX + box.height * 0.6, y: box.minY - 1),
    ])
  }
}
