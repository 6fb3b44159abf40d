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

/// The coverage of a row or column of pixels by an interval, in three bands: a partially covered
/// first pixel, fully covered pixels, and a partially covered last pixel.
struct AxisCoverage {
  /// Consecutive pixels with the same coverage.
  struct Band {
    /// The index of the first pixel.
    var start = 0
    /// The number of pixels.
    var length = 0
    /// The coverage of each pixel, 0…1.
    var coverage = 0.0
  }

  private var bands = InlineArray<3, Band>(repeating: Band())

  init(from start: FixedPoint, to end: FixedPoint) {
    guard start.rawValue < end.rawValue else { return }
    if start.pixel == end.pixel {
      bands[0] = Band(start: start.pixel, length: 1, coverage: Double(end.rawValue - start.rawValue) / 256)
      return
    }
    let firstFull = start.fraction == 0 ? start.pixel : start.pixel + 1
    bands[0] = Band(
      start: start.pixel, length: firstFull - start.pixel, coverage: Double(256 - Int(start.fraction)) / 256)
    bands[1] = Band(start: firstFull, length: end.pixel - firstFull, coverage: 1)
    bands[2] = Band(start: end.pixel, length: end.fraction == 0 ? 0 : 1, coverage: Double(end.fraction) / 256)
  }

  /// The indices of the three bands. A band may be empty.
  var indices: Range<Int> { bands.indices }

  subscript(index: Int) -> Band { bands[index] }

  /// The indices of the fully covered pixels.
  var full: Range<Int> { bands[1].start..<bands[1].start + bands[1].length }
}
