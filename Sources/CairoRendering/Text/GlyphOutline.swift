import CFreeType
import CHarfBuzz
import Glibc
import Scene

/// Draws glyphs one by one, each from its outline in 1/64 of a pixel, y downwards.
///
/// HarfBuzz tells the outline, FreeType fills it: exactly, and at a third of the cost at which Cairo
/// samples a path. A line's glyphs are not filled all at once, since FreeType looks through all that
/// it has of a row for each edge. Points are overwritten once they were filled.
final class GlyphOutline {
  private let functions: OpaquePointer
  private let library: FT_Library
  /// Empty between two glyphs.
  fileprivate var contours = Contours()

  /// - Returns: `nil` where there is no memory.
  init?() {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    guard let functions = Self.makeFunctions() else {
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

  /// Adds the coverage of a glyph to a picture.
  ///
  /// - Parameters:
  ///   - line: The line's origin, in pixels from the picture's corner.
  ///   - scale: Pixels to one of the font's units.
  func draw(
    _ glyph: PlacedGlyph, of font: OpaquePointer, line: Point, scale: Double,
    into picture: CoverageBytes
  ) {
    contours.begin(at: (line.x + glyph.x * scale, line.y - glyph.y * scale), scale: scale)
    CHarfBuzzDraw(font, glyph.id, functions, Unmanaged.passUnretained(self).toOpaque())
    contours.fill(picture, by: library)
    contours.wipe()
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

/// An outline as FreeType wants it.
private struct Contours {
  private var points: [FT_Vector] = []
  /// What each point is: on the curve, or a control point of a cubic one.
  private var tags: [UInt8] = []
  /// The index of each contour's last point.
  private var ends: [Int16] = []
  /// Where the font's origin lies, and how many pixels its unit is.
  private var origin = (x: 0.0, y: 0.0)
  private var scale = 1.0

  mutating func begin(at origin: (x: Double, y: Double), scale: Double) {
    (self.origin, self.scale) = (origin, scale)
  }

  /// Adds a point in the font's units, y upwards.
  mutating func append(_ x: Float, _ y: Float, isOnCurve: Bool = true) {
    points.append(
      FT_Vector(
        x: Self.fixed(origin.x + Double(x) * scale), y: Self.fixed(origin.y - Double(y) * scale)))
    tags.append(isOnCurve ? UInt8(FT_CURVE_TAG_ON) : UInt8(FT_CURVE_TAG_CUBIC))
  }

  mutating func close() { ends.append(Int16(clamping: points.count - 1)) }

  /// In 1/64 of a pixel; what is no number, or more than 2¹⁸ pixels away, is brought back to there.
  private static func fixed(_ coordinate: Double) -> Int {
    Int(max(-0x1000000, min(0x1000000, (coordinate * 64).rounded())))
  }

  /// Adds its coverage to a picture.
  mutating func fill(_ picture: CoverageBytes, by library: FT_Library) {
    // FreeType counts points in 15 bits; no letter has as many.
    guard !points.isEmpty, points.count <= Int(Int16.max) else { return }
    var picture = picture
    let clip = FT_BBox(xMin: 0, yMin: 0, xMax: picture.width, yMax: picture.height)
    // What FreeType has no memory for, or finds too far away, is left out.
    _ = points.withUnsafeMutableBufferPointer { points in
      tags.withUnsafeMutableBytes { tags in
        ends.withUnsafeMutableBufferPointer { ends in
          CFreeTypeFill(
            library, points.baseAddress, tags.baseAddress, Int32(clamping: points.count),
            ends.baseAddress, Int32(clamping: ends.count), clip, Self.addSpans, &picture)
        }
      }
    }
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

  private static func overwrite(_ bytes: UnsafeMutableRawBufferPointer) {
    if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
  }

  /// Overwrites all points, and forgets them.
  mutating func wipe() {
    points.withUnsafeMutableBytes(Self.overwrite)
    tags.withUnsafeMutableBytes(Self.overwrite)
    ends.withUnsafeMutableBytes(Self.overwrite)
    points.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}

extension GlyphOutline {
  private static func makeFunctions() -> OpaquePointer? {
    guard let functions = hb_draw_funcs_create() else { return nil }
    hb_draw_funcs_set_move_to_func(
      functions, { _, outline, _, x, y, _ in withContours(of: outline) { $0.append(x, y) } }, nil,
      nil)
    hb_draw_funcs_set_line_to_func(
      functions, { _, outline, _, x, y, _ in withContours(of: outline) { $0.append(x, y) } }, nil,
      nil)
    // HarfBuzz raises a quadratic curve to a cubic one by itself.
    hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, outline, _, x1, y1, x2, y2, x, y, _ in
        withContours(of: outline) { contours in
          contours.append(x1, y1, isOnCurve: false)
          contours.append(x2, y2, isOnCurve: false)
          contours.append(x, y)
        }
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(
      functions, { _, outline, _, _ in withContours(of: outline) { $0.close() } }, nil, nil)
    hb_draw_funcs_make_immutable(functions)
    return functions
  }
}

/// Finds the outline again that HarfBuzz was called for.
private func withContours(of pointer: UnsafeMutableRawPointer?, _ body: (inout Contours) -> Void) {
  guard let pointer else { return }
  body(&Unmanaged<GlyphOutline>.fromOpaque(pointer).takeUnretainedValue().contours)
}
