import CHarfBuzz
import Scene

/// A font opened by HarfBuzz: its glyphs, their positioning rules and their outlines.
///
/// All lengths are in font units (fractions of the em square) as in the file, so nothing is
/// rounded.
final class Typeface {
  private let font: OpaquePointer
  /// The number of font units per em square.
  let unitsPerEm: Double
  /// The ascent above the baseline, positive.
  let ascent: Double
  /// The descent below the baseline, positive.
  let descent: Double

  /// Opens a font. Its tables are read on demand.
  ///
  /// - Returns: `nil` if the file cannot be read or contains no outlines.
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
    // Without memory, HarfBuzz returns an immutable font without glyphs.
    guard hb_font_is_immutable(font) == 0 else { return nil }
    applyVariations(of: file, to: font)
    return font
  }

  /// Sets the axes of a variable font.
  private static func applyVariations(of file: FontFile, to font: OpaquePointer) {
    let instance = file.index >> 16 & 0x7FFF
    if instance > 0 { hb_font_set_var_named_instance(font, instance - 1) }
    let variations = file.variations.split(separator: ",").compactMap { text in
      var variation = hb_variation_t()
      return hb_variation_from_string(String(text), -1, &variation) != 0 ? variation : nil
    }
    if !variations.isEmpty { hb_font_set_variations(font, variations, UInt32(variations.count)) }
  }

  /// Calls `body` with the handle, which is valid during the call.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(font) }

  /// Returns the ink bounds of the glyphs of a line, in font units from the line's origin, with y
  /// downward.
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

/// Opens the fonts of text styles and caches the most recently used ones.
final class TypefaceCache {
  private let fonts: FontSource
  /// The configuration, which is read when the first match is not in the cache.
  private var configuration: FontConfiguration?
  private(set) var matches: FontMatchCache?
  /// The open fonts of the cached matches.
  private var typefaces: [(file: FontFile, typeface: Typeface)] = []

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - fonts: The fonts to search.
  ///   - matches: The matches of an earlier run, which are used only if they are up to date.
  /// - Throws: `RenderingError.noFonts` if there are no fonts, and `outOfMemory`.
  init(_ fonts: FontSource, cachedMatches matches: FontMatchCache?) throws(RenderingError) {
    self.fonts = fonts
    if fonts == .system, let matches, matches.isUpToDate {
      self.matches = matches
    } else {
      configuration = try FontConfiguration(fonts)
    }
  }

  /// Returns the font of a style, or `nil` if no font file can be used unmodified.
  func typeface(for style: TextStyle) -> Typeface? {
    let request = FontRequest(family: style.family, weight: style.weight.rawValue)
    guard let file = fontFile(for: request) else { return nil }
    if let cached = typefaces.first(where: { $0.file == file }) { return cached.typeface }
    // A font that cannot be opened, for example without memory, is tried again for the next text.
    guard let typeface = Typeface(file) else { return nil }
    typefaces.append((file, typeface))
    return typeface
  }

  private func fontFile(for request: FontRequest) -> FontFile? {
    if let cached = matches?[request] { return cached.file }
    guard let configuration = openConfiguration() else { return nil }
    let file: FontFile?
    // The match is not cached, because it would outlast the lack of memory: Pango draws this text.
    do { file = try configuration.bestFont(for: request) } catch { return nil }
    var matches = matches ?? FontMatchCache(cacheKey: FontCacheKey(of: configuration))
    matches.add(FontMatch(request: request, file: file))
    self.matches = matches
    typefaces.removeAll { cached in !matches.matches.contains { $0.file == cached.file } }
    return file
  }

  /// Returns the configuration, and reads it on the first call. The result is `nil` if there are no
  /// longer any fonts.
  func openConfiguration() -> FontConfiguration? {
    if configuration == nil { configuration = try? FontConfiguration(fonts) }
    return configuration
  }
}
