import CFreeType
import CHarfBuzz
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
  fileprivate(set) var contours = Contours()

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
