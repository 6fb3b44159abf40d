import Scene

/// A place on the grid of device pixels: a whole pixel, and where inside it.
///
/// The inside is counted in 1/256 of a pixel, which is as fine as Cairo's own coordinates, so that
/// two places that differ by whole pixels have the same phase whatever arithmetic led to them.
struct PixelAnchor: Hashable {
  /// Where in its pixel a place lies, in 1/256 from the pixel's top leading corner.
  struct Phase: Hashable {
    var x: UInt8 = 0
    var y: UInt8 = 0
  }

  let x: Int
  let y: Int
  let phase: Phase

  /// The place to the nearest 1/256 of a pixel; `nil` where it is not finite or beyond ± 2³⁰
  /// pixels.
  ///
  /// - Parameter point: In device pixels.
  init?(_ point: Point) {
    guard let x = FixedPoint(point.x), let y = FixedPoint(point.y) else { return nil }
    (self.x, self.y) = (x.whole, y.whole)
    phase = Phase(x: x.fraction, y: y.fraction)
  }

  /// The nearest corner of a pixel; `nil` where it is not finite or beyond ± 2³⁰ pixels.
  ///
  /// - Parameter point: In device pixels.
  init?(rounding point: Point) {
    self.init(Point(x: point.x.rounded(), y: point.y.rounded()))
  }
}

/// A device coordinate in 1/256 of a pixel.
struct FixedPoint: Hashable {
  let count: Int

  /// The nearest one; `nil` where the coordinate is not finite or beyond ± 2³⁰ pixels.
  init?(_ coordinate: Double) {
    guard abs(coordinate) < Double(1 << 30) else { return nil }
    count = Int((coordinate * 256).rounded())
  }

  /// The pixel it lies in.
  var whole: Int { count >> 8 }
  /// How far it lies beyond the start of that pixel.
  var fraction: UInt8 { UInt8(count & 255) }
}
