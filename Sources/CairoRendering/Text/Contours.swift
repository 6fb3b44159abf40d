import CFreeType
import Glibc

/// An outline as FreeType wants it.
///
/// There is room from the start for all points that FreeType takes, which costs nothing until they
/// come: what grows leaves copies behind that nobody could wipe.
struct Contours: ~Copyable {
  private let points = UnsafeMutableBufferPointer<FT_Vector>.allocate(capacity: limit)
  /// What each point is: on the curve, or a control point of a cubic one.
  private let tags = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: limit)
  /// The index of each contour's last point.
  private let ends = UnsafeMutableBufferPointer<Int16>.allocate(capacity: limit)
  private var pointCount = 0
  private var endCount = 0
  /// Where the font's origin lies, and how many pixels its unit is.
  private var origin = (x: 0.0, y: 0.0)
  private var scale = 1.0

  /// FreeType counts points in 15 bits; no letter has as many.
  private static let limit = Int(Int16.max)

  deinit {
    points.deallocate()
    tags.deallocate()
    ends.deallocate()
  }

  mutating func begin(at origin: (x: Double, y: Double), scale: Double) {
    (self.origin, self.scale) = (origin, scale)
  }

  /// Adds a point in the font's units, y upwards.
  mutating func append(_ x: Float, _ y: Float, isOnCurve: Bool = true) {
    guard pointCount < Self.limit else { return }
    points[pointCount] = FT_Vector(
      x: Self.fixed(origin.x + Double(x) * scale), y: Self.fixed(origin.y - Double(y) * scale))
    tags[pointCount] = isOnCurve ? UInt8(FT_CURVE_TAG_ON) : UInt8(FT_CURVE_TAG_CUBIC)
    pointCount += 1
  }

  /// Ends the contour that the points since the last end make.
  mutating func close() {
    guard endCount < pointCount else { return }
    ends[endCount] = Int16(pointCount - 1)
    endCount += 1
  }

  /// In 1/64 of a pixel; what is no number, or more than 2¹⁸ pixels away, is brought back to there.
  private static func fixed(_ coordinate: Double) -> Int {
    Int(max(-0x1000000, min(0x1000000, (coordinate * 64).rounded())))
  }

  /// Adds its coverage to a picture; what there was no room for is left out as a whole.
  func fill(_ picture: CoverageBytes, by library: FT_Library) {
    guard pointCount > 0, pointCount < Self.limit else { return }
    var picture = picture
    let clip = FT_BBox(xMin: 0, yMin: 0, xMax: picture.width, yMax: picture.height)
    // What FreeType has no memory for, or finds too far away, is left out.
    _ = CFreeTypeFill(
      library, points.baseAddress, tags.baseAddress, Int32(pointCount), ends.baseAddress,
      Int32(endCount), clip, Self.addSpans, &picture)
  }

  private static let addSpans: FT_SpanFunc = { y, count, spans, picture in
    guard let spans, let picture = picture?.assumingMemoryBound(to: CoverageBytes.self).pointee
    else { return }
    let row = Int(y) * picture.stride
    for span in UnsafeBufferPointer(start: spans, count: Int(count)) {
      for index in row + Int(span.x)..<row + Int(span.x) + Int(span.len) {
        picture.bytes[index] = UInt8(min(255, Int(picture.bytes[index]) + Int(span.coverage)))
      }
    }
  }

  /// Overwrites all points, and forgets them.
  mutating func wipe() {
    for bytes in memory {
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
    (pointCount, endCount) = (0, 0)
  }

  /// Where the points lie, their kinds, and the contours' ends.
  var memory: [UnsafeMutableRawBufferPointer] {
    [
      UnsafeMutableRawBufferPointer(points.extracting(..<pointCount)),
      UnsafeMutableRawBufferPointer(tags.extracting(..<pointCount)),
      UnsafeMutableRawBufferPointer(ends.extracting(..<endCount)),
    ]
  }
}

/// The pixels of a picture, one byte of coverage each.
struct CoverageBytes {
  let bytes: UnsafeMutableBufferPointer<UInt8>
  /// From one row to the next.
  let stride: Int
  let width: Int
  let height: Int
}
