import CFreeType
import CHarfBuzz
import Glibc
import Scene

/// A rasterizer that draws single glyphs from outlines in 1/64 of a pixel, with y downward.
///
/// HarfBuzz supplies the outline and FreeType fills it. FreeType computes exact coverage and needs
/// a third of the time that Cairo needs to sample a path. The glyphs of a line are filled one by
/// one, because FreeType searches all cells of a row for each edge. The points of a glyph are
/// overwritten after it is filled.
final class GlyphRasterizer {
  private let functions: OpaquePointer
  private let library: FT_Library
  /// The outline of the current glyph; empty between two glyphs.
  fileprivate(set) var outline = FreeTypeOutline()

  /// - Returns: `nil` if there is not enough memory.
  init?() {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    // FreeType ignores that there was no memory for its rasterizer.
    guard FreeTypeOutline.canFill(by: library), let functions = Self.makeFunctions() else {
      FT_Done_FreeType(library)
      return nil
    }
    self.library = library
    self.functions = functions
  }

  deinit {
    hb_draw_funcs_destroy(functions)
    FT_Done_FreeType(library)
  }

  /// Adds the coverage of a glyph to a bitmap.
  ///
  /// - Parameters:
  ///   - lineOrigin: The line's origin, in pixels from the corner of the bitmap.
  ///   - scale: The number of pixels per font unit.
  func draw(
    _ glyph: PlacedGlyph, of font: OpaquePointer, lineOrigin: Point, scale: Double,
    into bitmap: CoverageBuffer
  ) {
    outline.begin(at: (lineOrigin.x + glyph.x * scale, lineOrigin.y - glyph.y * scale), scale: scale)
    CHarfBuzzDraw(font, glyph.id, functions, Unmanaged.passUnretained(self).toOpaque())
    outline.fill(bitmap, by: library)
    outline.wipe()
  }

  private static func makeFunctions() -> OpaquePointer? {
    // Without memory, HarfBuzz returns immutable functions that do nothing.
    guard let functions = hb_draw_funcs_create(), hb_draw_funcs_is_immutable(functions) == 0 else {
      return nil
    }
    hb_draw_funcs_set_move_to_func(
      functions, { _, data, _, x, y, _ in withOutline(of: data) { $0.append(x, y) } }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      functions, { _, data, _, x, y, _ in withOutline(of: data) { $0.append(x, y) } }, nil, nil)
    // HarfBuzz converts quadratic curves to cubic ones itself.
    hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        withOutline(of: data) { outline in
          outline.append(x1, y1, isOnCurve: false)
          outline.append(x2, y2, isOnCurve: false)
          outline.append(x, y)
        }
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(
      functions, { _, data, _, _ in withOutline(of: data) { $0.close() } }, nil, nil)
    hb_draw_funcs_make_immutable(functions)
    return functions
  }
}

/// Calls `body` with the outline of the rasterizer that was passed to HarfBuzz.
private func withOutline(of pointer: UnsafeMutableRawPointer?, _ body: (inout FreeTypeOutline) -> Void) {
  guard let pointer else { return }
  body(&Unmanaged<GlyphRasterizer>.fromOpaque(pointer).takeUnretainedValue().outline)
}

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
