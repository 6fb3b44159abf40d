import CFreeType
import Glibc

/// An outline in FreeType's format.
///
/// The buffers are allocated for the maximum number of points. Unused pages cost nothing. A growing
/// buffer would leave copies in freed memory that could not be wiped.
struct FreeTypeOutline: ~Copyable {
  private let points = UnsafeMutableBufferPointer<FT_Vector>.allocate(capacity: maximumPointCount)
  /// The kind of each point: on the curve, or a control point of a cubic curve.
  private let tags = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: maximumPointCount)
  /// The index of the last point of each contour.
  private let ends = UnsafeMutableBufferPointer<Int16>.allocate(capacity: maximumPointCount)
  private var pointCount = 0
  private var endCount = 0
  /// The position of the font's origin in pixels. `scale` is the number of pixels per font unit.
  private var origin = (x: 0.0, y: 0.0)
  private var scale = 1.0

  /// FreeType counts points in 15 bits. No glyph has as many.
  private static let maximumPointCount = Int(Int16.max)

  deinit {
    points.deallocate()
    tags.deallocate()
    ends.deallocate()
  }

  mutating func begin(at origin: (x: Double, y: Double), scale: Double) {
    (self.origin, self.scale) = (origin, scale)
  }

  /// Adds a point in font units, with y upward.
  mutating func append(_ x: Float, _ y: Float, isOnCurve: Bool = true) {
    guard pointCount < Self.maximumPointCount else { return }
    points[pointCount] = FT_Vector(
      x: Self.fixed(origin.x + Double(x) * scale), y: Self.fixed(origin.y - Double(y) * scale))
    tags[pointCount] = isOnCurve ? UInt8(FT_CURVE_TAG_ON) : UInt8(FT_CURVE_TAG_CUBIC)
    pointCount += 1
  }

  /// Ends a contour that consists of all points since the end of the previous contour.
  mutating func close() {
    guard endCount < pointCount else { return }
    ends[endCount] = Int16(pointCount - 1)
    endCount += 1
  }

  /// Returns a coordinate in 1/64 of a pixel, clamped to ± 2¹⁸ pixels. NaN is clamped as well.
  private static func fixed(_ coordinate: Double) -> Int {
    Int(max(-0x1000000, min(0x1000000, (coordinate * 64).rounded())))
  }

  /// Returns whether FreeType can fill outlines, by filling a triangle. It fills an empty outline even if it had no
  /// memory for the rasterizer that computes coverage.
  static func canFill(by library: FT_Library) -> Bool {
    var points = [FT_Vector(x: 0, y: 0), FT_Vector(x: 64, y: 0), FT_Vector(x: 0, y: 64)]
    var (tags, ends) = ([UInt8](repeating: UInt8(FT_CURVE_TAG_ON), count: 3), [Int16(2)])
    let clip = FT_BBox(xMin: 0, yMin: 0, xMax: 1, yMax: 1)
    return CFreeTypeFill(library, &points, &tags, 3, &ends, 1, clip, { _, _, _, _ in }, nil) == 0
  }

  /// Adds the coverage of the outline to a bitmap. An outline with too many points is omitted.
  func fill(_ bitmap: CoverageBuffer, by library: FT_Library) {
    guard pointCount > 0, pointCount < Self.maximumPointCount else { return }
    var bitmap = bitmap
    let clip = FT_BBox(xMin: 0, yMin: 0, xMax: bitmap.width, yMax: bitmap.height)
    // FreeType errors are ignored: coordinates out of range. It fills without allocating memory.
    _ = CFreeTypeFill(
      library, points.baseAddress, tags.baseAddress, Int32(pointCount), ends.baseAddress, Int32(endCount),
      clip, Self.addSpans, &bitmap)
  }

  private static let addSpans: FT_SpanFunc = { y, count, spans, bitmap in
    guard let spans, let bitmap = bitmap?.assumingMemoryBound(to: CoverageBuffer.self).pointee else { return }
    let row = Int(y) * bitmap.stride
    for span in UnsafeBufferPointer(start: spans, count: Int(count)) {
      for index in row + Int(span.x)..<row + Int(span.x) + Int(span.len) {
        bitmap.bytes[index] = UInt8(min(255, Int(bitmap.bytes[index]) + Int(span.coverage)))
      }
    }
  }

  /// Overwrites and removes all points.
  mutating func wipe() {
    for bytes in memory { bytes.wipe() }
    (pointCount, endCount) = (0, 0)
  }

  /// The memory of the points, of their tags and of the contour ends.
  var memory: [UnsafeMutableRawBufferPointer] {
    [
      UnsafeMutableRawBufferPointer(points.extracting(..<pointCount)),
      UnsafeMutableRawBufferPointer(tags.extracting(..<pointCount)),
      UnsafeMutableRawBufferPointer(ends.extracting(..<endCount)),
    ]
  }
}

/// The pixels of a bitmap with one byte of coverage each.
struct CoverageBuffer {
  let bytes: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes from one row to the next.
  let stride: Int
  let width: Int
  let height: Int
}
