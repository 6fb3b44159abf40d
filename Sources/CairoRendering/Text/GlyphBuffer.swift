import CHarfBuzz
import Glibc

/// What HarfBuzz shapes in: the characters of a line at first, its glyphs afterwards.
final class GlyphBuffer {
  private let pointer: OpaquePointer
  /// How many characters were shaped, which may have become fewer glyphs.
  private var characterCount: UInt32 = 0

  /// More than any grapheme of a secret has, taken apart: HarfBuzz, which grows by `realloc`, would
  /// leave what it held behind.
  private static let room: UInt32 = 4096

  init() {
    pointer = hb_buffer_create()
    _ = hb_buffer_pre_allocate(pointer, Self.room)
  }

  deinit { hb_buffer_destroy(pointer) }

  /// Replaces what is in the buffer by the glyphs of a line, in their order from left to right.
  ///
  /// - Parameter utf8: HarfBuzz takes fewer than 2²⁸ bytes (`INT_MAX / 8`); a longer text has no
  ///   glyphs.
  func shape(_ utf8: Span<UInt8>, in typeface: Typeface) {
    hb_buffer_clear_contents(pointer)
    utf8.withUnsafeBytes { bytes in
      let count = Int32(clamping: bytes.count)
      hb_buffer_add_utf8(
        pointer, bytes.assumingMemoryBound(to: CChar.self).baseAddress, count, 0, count)
    }
    characterCount = hb_buffer_get_length(pointer)
    hb_buffer_set_direction(pointer, HB_DIRECTION_LTR)
    hb_buffer_guess_segment_properties(pointer)
    typeface.withPointer { hb_shape($0, pointer, nil, 0) }
  }

  /// Whether there is a character that the font has no glyph for.
  var lacksGlyphs: Bool { glyphs.contains { $0.codepoint == 0 } }

  /// The glyphs, and how far the whole line goes, in the font's units.
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

  /// Overwrites all that is or was in the buffer since it was wiped last.
  func wipe() {
    _ = hb_buffer_set_length(pointer, max(characterCount, hb_buffer_get_length(pointer)))
    for bytes in memory {
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
    hb_buffer_clear_contents(pointer)
  }

  private var count: Int { Int(hb_buffer_get_length(pointer)) }

  /// Where the glyphs lie and where their placements do, until the buffer is changed.
  var memory: [UnsafeMutableRawBufferPointer] {
    [UnsafeMutableRawBufferPointer(glyphs), UnsafeMutableRawBufferPointer(placements)]
  }

  /// The buffer's own, which live until it is changed; there is no memory where there are none.
  private var glyphs: UnsafeMutableBufferPointer<hb_glyph_info_t> {
    UnsafeMutableBufferPointer(start: hb_buffer_get_glyph_infos(pointer, nil), count: count)
  }

  private var placements: UnsafeMutableBufferPointer<hb_glyph_position_t> {
    UnsafeMutableBufferPointer(start: hb_buffer_get_glyph_positions(pointer, nil), count: count)
  }
}

/// A glyph on its line. All lengths are in the font's units, from the line's origin, y upwards.
struct PlacedGlyph {
  /// Its number in the font; 0 is the sign for what the font lacks.
  let id: UInt32
  /// The first byte of the text that it stands for, alone or with its neighbours.
  let cluster: UInt32
  /// Where the line had come to before it.
  let pen: Double
  /// From there to its origin.
  private let offset: (x: Int32, y: Int32)

  fileprivate init(_ glyph: hb_glyph_info_t, _ placement: hb_glyph_position_t, pen: Double) {
    (id, cluster, self.pen) = (glyph.codepoint, glyph.cluster, pen)
    offset = (placement.x_offset, placement.y_offset)
  }

  /// Its origin.
  var x: Double { pen + Double(offset.x) }
  var y: Double { Double(offset.y) }
}
