import Scene

extension Point {
  /// Returns a point in a square of size 100.
  static func random(using generator: inout some RandomNumberGenerator) -> Point {
    Point(x: .random(in: 0...100, using: &generator), y: .random(in: 0...100, using: &generator))
  }
}

extension Rect {
  /// Returns a rectangle that overlaps a square of size 100.
  static func random(using generator: inout some RandomNumberGenerator) -> Rect {
    let size = Point.random(using: &generator)
    return Rect(
      origin: .random(using: &generator), size: Size(width: size.x / 2, height: size.y / 2))
  }
}

extension PixelRect {
  /// Returns a rectangle in a square of 20 pixels, which may be empty.
  static func random(using generator: inout some RandomNumberGenerator) -> PixelRect {
    PixelRect(
      x: .random(in: 0...10, using: &generator), y: .random(in: 0...10, using: &generator),
      width: .random(in: 0...9, using: &generator), height: .random(in: 0...9, using: &generator))
  }

  /// The set of its pixels, each as one number.
  var pixels: Set<Int> {
    Set((y..<maxY).flatMap { row in (x..<maxX).map { row * 1000 + $0 } })
  }
}

extension Transform {
  /// Returns a transform that scales by 1/4 to 4.
  static func random(using generator: inout some RandomNumberGenerator) -> Transform {
    let point = Point.random(using: &generator)
    return Transform(
      scale: .random(in: 0.25...4, using: &generator), translation: point - .zero)
  }
}
