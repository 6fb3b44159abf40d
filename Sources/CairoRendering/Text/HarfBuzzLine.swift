import Scene

/// A line of simple-script text that HarfBuzz has shaped with a single font.
final class HarfBuzzLine: ShapedLine {
  let metrics: TextMetrics
  private let typeface: Typeface
  private let rasterizer: GlyphRasterizer
  /// The number of logical pixels per font unit.
  private let pixelsPerUnit: Double
  private(set) var glyphs: [PlacedGlyph]

  /// Creates a line from the content of a buffer.
  ///
  /// - Parameters:
  ///   - buffer: The shaped glyphs.
  ///   - size: The height of the em square, in logical pixels.
  ///   - rasterizer: Draws the glyphs.
  init(of buffer: GlyphBuffer, size: Double, in typeface: Typeface, by rasterizer: GlyphRasterizer) {
    let (glyphs, advance) = buffer.line()
    let pixelsPerUnit = size / typeface.unitsPerEm
    metrics = TextMetrics(
      advance: advance * pixelsPerUnit, ascent: typeface.ascent * pixelsPerUnit,
      descent: typeface.descent * pixelsPerUnit,
      ink: Transform(scale: pixelsPerUnit)(typeface.ink(of: glyphs)))
    self.typeface = typeface
    self.rasterizer = rasterizer
    self.pixelsPerUnit = pixelsPerUnit
    self.glyphs = glyphs
  }

  var isRightToLeft: Bool { false }

  var clusters: [ShapedCluster] {
    var clusters: [ShapedCluster] = []
    var end = metrics.advance
    for (index, glyph) in glyphs.enumerated().reversed()
    where index == 0 || glyphs[index - 1].cluster != glyph.cluster {
      // Kerning may move a letter in front of the previous one.
      let start = min(glyph.pen * pixelsPerUnit, end)
      clusters.append(ShapedCluster(start: Int(glyph.cluster), x: start...end))
      end = start
    }
    return clusters.reversed()
  }

  func draw(on surface: borrowing CairoSurface, at origin: Point, scale: Double) {
    let (width, height, stride) = (surface.width, surface.height, surface.stride)
    surface.withBytes { bytes in
      let bitmap = CoverageBuffer(bytes: bytes, stride: stride, width: width, height: height)
      typeface.withPointer { font in
        for glyph in glyphs {
          rasterizer.draw(
            glyph, of: font, lineOrigin: origin, scale: scale * pixelsPerUnit, into: bitmap)
        }
      }
    }
  }

  func wipe() { glyphs.withUnsafeMutableBytes { $0.wipe() } }
}
