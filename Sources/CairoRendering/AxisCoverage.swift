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
