import CHarfBuzz

/// The shaping buffer of HarfBuzz. It contains the characters of a line, and after shaping its
/// glyphs.
final class GlyphBuffer {
  private let pointer: OpaquePointer
  /// The number of characters that were shaped. The number of glyphs may be smaller.
  private var characterCount: UInt32 = 0

  /// The initial capacity, larger than any decomposed grapheme of a secret. HarfBuzz grows its
  /// buffer with `realloc`, which would leave a copy of the content in freed memory.
  private static let capacity: UInt32 = 4096

  /// The contextual alternates ("calt"), off. By them, fonts show "->" as an arrow and "3x4" with a multiplication sign, in text
  /// that the user compares with other text or that names a program.
  private static let features = [hb_feature_t(tag: 0x63_61_6C_74, value: 0, start: 0, end: .max)]

  /// - Returns: `nil` if there is not enough memory.
  init?() {
    guard let buffer = hb_buffer_create() else { return nil }
    pointer = buffer
    guard hb_buffer_pre_allocate(buffer, Self.capacity) != 0 else { return nil }
  }

  deinit { hb_buffer_destroy(pointer) }

  /// Replaces the content of the buffer by the glyphs of a line, in order from left to right.
  ///
  /// - Parameter utf8: The text. HarfBuzz accepts fewer than 2²⁸ bytes (`INT_MAX / 8`); a longer
  ///   text has no glyphs.
  /// - Returns: Whether there was enough memory.
  func shape(_ utf8: Span<UInt8>, in typeface: Typeface) -> Bool {
    hb_buffer_clear_contents(pointer)
    utf8.withUnsafeBytes { bytes in
      let count = Int32(clamping: bytes.count)
      hb_buffer_add_utf8(pointer, bytes.assumingMemoryBound(to: CChar.self).baseAddress, count, 0, count)
    }
    characterCount = hb_buffer_get_length(pointer)
    hb_buffer_set_direction(pointer, HB_DIRECTION_LTR)
    hb_buffer_guess_segment_properties(pointer)
    let features = Self.features
    typeface.withPointer { hb_shape($0, pointer, features, UInt32(features.count)) }
    return hb_buffer_allocation_successful(pointer) != 0
  }

  /// Whether the font has no glyph for some character.
  var lacksGlyphs: Bool { glyphs.contains { $0.codepoint == 0 } }

  /// Returns the glyphs and the advance of the whole line, in font units.
  func line() -> (glyphs: [PlacedGlyph], advance: Double) {
    var line: [PlacedGlyph] = []
    line.reserveCapacity(count)
    var x = 0.0
    for (glyph, placement) in zip(glyphs, placements) {
      line.append(PlacedGlyph(glyph, placement, pen: x))
      x += Double(placement.x_advance)
    }
    return (line, x)
  }

  /// Overwrites everything that was in the buffer since the last call.
  func wipe() {
    _ = hb_buffer_set_length(pointer, max(characterCount, hb_buffer_get_length(pointer)))
    for bytes in memory { bytes.wipe() }
    hb_buffer_clear_contents(pointer)
  }

  private var count: Int { Int(hb_buffer_get_length(pointer)) }

  /// The memory of the glyphs and of their positions, valid until the buffer is changed.
  var memory: [UnsafeMutableRawBufferPointer] {
    [UnsafeMutableRawBufferPointer(glyphs), UnsafeMutableRawBufferPointer(placements)]
  }

  /// The glyphs, owned by the buffer and valid until it is changed. The address is `nil` if there
  /// are none.
  private var glyphs: UnsafeMutableBufferPointer<hb_glyph_info_t> {
    UnsafeMutableBufferPointer(start: hb_buffer_get_glyph_infos(pointer, nil), count: count)
  }

  private var placements: UnsafeMutableBufferPointer<hb_glyph_position_t> {
    UnsafeMutableBufferPointer(start: hb_buffer_get_glyph_positions(pointer, nil), count: count)
  }
}

/// A glyph on its line. All lengths are in font units from the line's origin, with y upward.
struct PlacedGlyph {
  /// The glyph index in the font. Index 0 is the glyph for missing characters.
  let id: UInt32
  /// The index of the first byte of the text that the glyph represents, alone or with neighbors.
  let cluster: UInt32
  /// The x position of the pen before the glyph.
  let pen: Double
  /// The offset from the pen position to the origin of the glyph.
  private let offset: (x: Int32, y: Int32)

  fileprivate init(_ glyph: hb_glyph_info_t, _ placement: hb_glyph_position_t, pen: Double) {
    (id, cluster, self.pen) = (glyph.codepoint, glyph.cluster, pen)
    offset = (placement.x_offset, placement.y_offset)
  }

  /// The origin of the glyph.
  var x: Double { pen + Double(offset.x) }
  var y: Double { Double(offset.y) }
}
