import Scene

/// A line of text with selected and positioned glyphs.
protocol ShapedLine: AnyObject {
  /// The metrics of the line.
  var metrics: TextMetrics { get }

  /// Whether the base direction of the line is from right to left.
  var isRightToLeft: Bool { get }

  /// The positions of the text, in logical order.
  ///
  /// - Complexity: O(*n*) in the number of glyphs, or O(*n* log *r*) if *r* runs have a visual
  ///   order that differs from their logical order.
  var clusters: [ShapedCluster] { get }

  /// Adds the coverage of all glyphs to a surface.
  ///
  /// - Parameters:
  ///   - origin: The origin of the first glyph, in pixels from the corner of the surface.
  ///   - scale: The number of pixels per logical pixel.
  func draw(on surface: borrowing CairoSurface, at origin: Point, scale: Double)

  /// Overwrites all data that reveals the text of the line.
  func wipe()
}

/// A range of bytes of a line's text that share glyphs, and the position of the glyphs.
struct ShapedCluster {
  /// The index of the first byte. The range ends at the start of the next cluster.
  let start: Int
  /// The horizontal extent, in logical pixels from the line's origin.
  let x: ClosedRange<Double>
  let isRightToLeft: Bool

  init(start: Int, x: ClosedRange<Double>, isRightToLeft: Bool = false) {
    (self.start, self.x, self.isRightToLeft) = (start, x, isRightToLeft)
  }
}
