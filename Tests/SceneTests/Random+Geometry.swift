import Scene

extension Point {
  /// A point in a square of 100.
  static func random(using generator: inout some RandomNumberGenerator) -> Point {
    Point(x: .random(in: 0...100, using: &generator), y: .random(in: 0...100, using: &generator))
  }
}

extension Rect {
  /// A rectangle that overlaps a square of 100.
  static func random(using generator: inout some RandomNumberGenerator) -> Rect {
    let size = Point.random(using: &generator)
    return Rect(
      origin: .random(using: &generator), size: Size(width: size.x / 2, height: size.y / 2))
  }
}

extension PixelRect {
  /// A rectangle in a square of 20 pixels, empty at times.
  static func random(using generator: inout some RandomNumberGenerator) -> PixelRect {
    PixelRect(
      x: .random(in: 0...10, using: &generator), y: .random(in: 0...10, using: &generator),
      width: .random(in: 0...9, using: &generator), height: .random(in: 0...9, using: &generator))
  }

  /// All its pixels, each by one number.
  var pixels: Set<Int> {
    Set((y..<maxY).flatMap { row in (x..<maxX).map { row * 1000 + $0 } })
  }
}

extension Transform {
  /// A transform that shrinks or grows up to four times.
  static func random(using generator: inout some RandomNumberGenerator) -> Transform {
    let place = Point.random(using: &generator)
    return Transform(
      scale: .random(in: 0.25...4, using: &generator), translation: place - .zero)
  }
}
