import Glibc
import Scene

/// A line of plain text, its glyphs all of one font.
final class PlainLine: ShapedLine {
  let metrics: TextMetrics
  private let typeface: Typeface
  private let outline: GlyphOutline
  /// Logical pixels to one of the font's units.
  private let pixelsPerUnit: Double
  private(set) var glyphs: [PlacedGlyph]

  /// A line of what a buffer holds.
  ///
  /// - Parameters:
  ///   - size: The height of the em square, in logical pixels.
  ///   - outline: What draws glyphs.
  init(
    of buffer: GlyphBuffer, size: Double, in typeface: Typeface,
    by outline: GlyphOutline
  ) {
    let (glyphs, advance) = buffer.line()
    let pixelsPerUnit = size / typeface.unitsPerEm
    let ink = typeface.ink(of: glyphs)
    metrics = TextMetrics(
      advance: advance * pixelsPerUnit, ascent: typeface.ascent * pixelsPerUnit,
      descent: typeface.descent * pixelsPerUnit,
      ink: Rect(
        x: ink.minX * pixelsPerUnit, y: ink.minY * pixelsPerUnit,
        width: ink.width * pixelsPerUnit, height: ink.height * pixelsPerUnit))
    self.typeface = typeface
    self.outline = outline
    self.pixelsPerUnit = pixelsPerUnit
    self.glyphs = glyphs
  }

  var isRightToLeft: Bool { false }

  var clusters: [ShapedCluster] {
    var clusters: [ShapedCluster] = []
    var end = metrics.advance
    for (index, glyph) in glyphs.enumerated().reversed()
    where index == 0 || glyphs[index - 1].cluster != glyph.cluster {
      // A font may kern two letters past each other.
      let start = min(glyph.pen * pixelsPerUnit, end)
      clusters.append(ShapedCluster(start: Int(glyph.cluster), x: start...end))
      end = start
    }
    return clusters.reversed()
  }

  func draw(on surface: borrowing CairoSurface, at origin: Point, scale: Double) {
    let (width, height, stride) = (surface.width, surface.height, surface.stride)
    surface.withBytes { bytes in
      let picture = CoverageBytes(bytes: bytes, stride: stride, width: width, height: height)
      typeface.withPointer { font in
        for glyph in glyphs {
          outline.draw(
            glyph, of: font, line: origin, scale: scale * pixelsPerUnit, into: picture)
        }
      }
    }
  }

  func wipe() {
    glyphs.withUnsafeMutableBytes { bytes in
      if let first = bytes.baseAddress { explicit_bzero(first, bytes.count) }
    }
  }
}
