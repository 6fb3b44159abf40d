import Scene

/// A position on the grid of device pixels: a whole pixel and an offset inside it.
///
/// The offset is in 1/256 of a pixel, the precision of Cairo's own coordinates. So two positions
/// that differ by whole pixels have the same offset, regardless of rounding errors.
struct SubpixelPosition: Hashable {
  /// An offset from the top left corner of a pixel, in 1/256 of a pixel.
  struct SubpixelOffset: Hashable {
    var x: UInt8 = 0
    var y: UInt8 = 0
  }

  let x: Int
  let y: Int
  let offset: SubpixelOffset

  /// Creates the position of a point, rounded to 1/256 of a pixel.
  ///
  /// - Parameter point: The point in device pixels.
  /// - Returns: `nil` if the point is not finite or beyond ± 2³⁰ pixels.
  init?(_ point: Point) {
    guard let x = FixedPoint(point.x), let y = FixedPoint(point.y) else { return nil }
    (self.x, self.y) = (x.pixel, y.pixel)
    offset = SubpixelOffset(x: x.fraction, y: y.fraction)
  }

  /// Creates the position of the pixel corner that is nearest to a point.
  ///
  /// - Parameter point: The point in device pixels.
  /// - Returns: `nil` if the point is not finite or beyond ± 2³⁰ pixels.
  init?(rounding point: Point) { self.init(Point(x: point.x.rounded(), y: point.y.rounded())) }
}

/// A device coordinate in 1/256 of a pixel.
struct FixedPoint: Hashable {
  let rawValue: Int

  /// Rounds a coordinate in device pixels. The result is `nil` if the coordinate is not finite or
  /// beyond ± 2³⁰ pixels.
  init?(_ coordinate: Double) {
    guard abs(coordinate) < Double(1 << 30) else { return nil }
    rawValue = Int((coordinate * 256).rounded())
  }

  /// The pixel that contains the coordinate.
  var pixel: Int { rawValue >> 8 }
  /// The distance from the start of that pixel, in 1/256 of a pixel.
  var fraction: UInt8 { UInt8(rawValue & 255) }
}
