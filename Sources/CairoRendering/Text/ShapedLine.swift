import Scene

/// A line of text with its glyphs chosen and placed.
protocol ShapedLine: AnyObject {
  /// The measures of this line.
  var metrics: TextMetrics { get }

  /// Adds the coverage of all glyphs to a surface.
  ///
  /// - Parameters:
  ///   - origin: The first glyph's, in pixels from the surface's corner.
  ///   - scale: Pixels to one logical pixel.
  func draw(on surface: borrowing CairoSurface, at origin: Point, scale: Double)

  /// Overwrites what tells which letters it shows.
  func wipe()
}
