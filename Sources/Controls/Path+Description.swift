package import Scene

extension Path {
  /// Creates the path that a text describes.
  ///
  /// The numbers before a letter are its arguments. `m` moves to the first point and draws lines to the others, `l` draws
  /// lines to points, `c` a Bézier curve with two control points and an end point, `a` an arc to a point around another
  /// point, and `o` a circle around a point with a radius. `z` closes the path.
  ///
  /// - Parameters:
  ///   - description: The text. Other letters have no effect.
  ///   - box: The box that the path fills.
  ///   - grid: The width and the height of the box in the unit of the text.
  package init(_ description: some StringProtocol, in box: Rect, grid: Double = 1) {
    self.init()
    let unit = (x: box.width / grid, y: box.height / grid)
    var numbers: [Double] = []
    func point(_ index: Int) -> Point {
      Point(x: box.minX + numbers[2 * index] * unit.x, y: box.minY + numbers[2 * index + 1] * unit.y)
    }
    for word in description.split(separator: " ") {
      if let number = Double(word) {
        numbers.append(number)
        continue
      }
      switch word {
      case "m", "l":
        for index in 0..<numbers.count / 2 {
          if index == 0, word == "m" { move(to: point(0)) } else { line(to: point(index)) }
        }
      case "c": curve(to: point(2), point(0), point(1))
      case "a": addArc(to: point(0), around: point(1))
      case "o": addCircle(center: point(0), radius: numbers[2] * unit.x)
      case "z": close()
      default: break
      }
      numbers.removeAll()
    }
  }
}
