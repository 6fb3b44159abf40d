import CHarfBuzz
import Scene

/// A font as HarfBuzz reads it: which glyphs it has, how they are placed, and their outlines.
///
/// All its lengths are in units of its em square, as the file has them, so that nothing is rounded.
final class Typeface {
  private let font: OpaquePointer
  /// How many of its units make an em square.
  let unitsPerEm: Double
  /// Above the baseline, positive.
  let ascent: Double
  /// Below the baseline, positive.
  let descent: Double

  /// Opens a font; what is read of it is read when it is wanted.
  ///
  /// - Returns: `nil` where the file cannot be read or holds no outlines.
  init?(_ file: FontFile) {
    guard let font = Self.open(file) else { return nil }
    var extents = hb_font_extents_t()
    guard hb_font_get_h_extents(font, &extents) != 0 else {
      hb_font_destroy(font)
      return nil
    }
    self.font = font
    unitsPerEm = Double(hb_face_get_upem(hb_font_get_face(font)))
    (ascent, descent) = (Double(extents.ascender), -Double(extents.descender))
  }

  deinit { hb_font_destroy(font) }

  private static func open(_ file: FontFile) -> OpaquePointer? {
    guard let blob = hb_blob_create_from_file_or_fail(file.path) else { return nil }
    defer { hb_blob_destroy(blob) }
    guard let face = hb_face_create(blob, file.index & 0xFFFF) else { return nil }
    defer { hb_face_destroy(face) }
    guard hb_face_get_glyph_count(face) > 0, let font = hb_font_create(face) else { return nil }
    choose(file, of: font)
    return font
  }

  /// Sets a variable font's axes.
  private static func choose(_ file: FontFile, of font: OpaquePointer) {
    let instance = file.index >> 16 & 0x7FFF
    if instance > 0 { hb_font_set_var_named_instance(font, instance - 1) }
    let variations = file.variations.split(separator: ",").compactMap { text in
      var variation = hb_variation_t()
      return hb_variation_from_string(String(text), -1, &variation) != 0 ? variation : nil
    }
    if !variations.isEmpty { hb_font_set_variations(font, variations, UInt32(variations.count)) }
  }

  /// Lends the handle for the length of a call.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(font) }

  /// What the glyphs of a line cover, in the font's units from the line's origin, y downwards.
  func ink(of glyphs: [PlacedGlyph]) -> Rect {
    var ink = Rect.zero
    for glyph in glyphs {
      var extents = hb_glyph_extents_t()
      guard hb_font_get_glyph_extents(font, glyph.id, &extents) != 0 else { continue }
      ink = ink.union(
        Rect(
          x: glyph.x + Double(extents.x_bearing), y: -glyph.y - Double(extents.y_bearing),
          width: Double(extents.width), height: -Double(extents.height)))
    }
    return ink
  }
}
