import CFreeType
import CHarfBuzz
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
}

extension GlyphRasterizer {
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
