/// A stretch of one axis, cut where the coverage of its pixels changes: a first pixel covered in
/// part, whole ones, a last pixel covered in part.
struct PixelBands {
  /// Pixels that are covered alike.
  struct Band {
    var start = 0
    var length = 0
    /// 0…1, of each pixel.
    var coverage = 0.0
  }

  private var bands = InlineArray<3, Band>(repeating: Band())

  init(from start: FixedPoint, to end: FixedPoint) {
    guard start.count < end.count else { return }
    if start.whole == end.whole {
      bands[0] = Band(
        start: start.whole, length: 1, coverage: Double(end.count - start.count) / 256)
      return
    }
    let firstWhole = start.fraction == 0 ? start.whole : start.whole + 1
    bands[0] = Band(
      start: start.whole, length: firstWhole - start.whole,
      coverage: Double(256 - Int(start.fraction)) / 256)
    bands[1] = Band(start: firstWhole, length: end.whole - firstWhole, coverage: 1)
    bands[2] = Band(
      start: end.whole, length: end.fraction == 0 ? 0 : 1, coverage: Double(end.fraction) / 256)
  }

  /// Three, of which some may be empty.
  var indices: Range<Int> { bands.indices }

  subscript(index: Int) -> Band { bands[index] }

  /// The pixels that are covered wholly: the first one and the one after the last.
  var whole: Range<Int> { bands[1].start..<bands[1].start + bands[1].length }
}
