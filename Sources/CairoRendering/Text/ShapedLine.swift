import Scene

/// A line of text with its glyphs chosen and placed.
protocol ShapedLine: AnyObject {
  /// The measures of this line.
  var metrics: TextMetrics { get }

  /// Whether the line as a whole is read from right to left.
  var isRightToLeft: Bool { get }

  /// Where its text stands, in the order of reading.
  ///
  /// - Complexity: O(*n*) in the number of glyphs, and O(*n* log *r*) where *r* runs are in another
  ///   order than they are read in.
  var clusters: [ShapedCluster] { get }

  /// Adds the coverage of all glyphs to a surface.
  ///
  /// - Parameters:
  ///   - origin: The first glyph's, in pixels from the surface's corner.
  ///   - scale: Pixels to one logical pixel.
  func draw(on surface: borrowing CairoSurface, at origin: Point, scale: Double)

  /// Overwrites what tells which letters it shows.
  func wipe()
}

/// Some bytes of a line's text that share glyphs, and the place of these.
struct ShapedCluster {
  /// The first of the bytes; they go on to the next cluster's.
  let start: Int
  /// From left to right, in logical pixels from the line's origin.
  let x: ClosedRange<Double>
  let isRightToLeft: Bool

  init(start: Int, x: ClosedRange<Double>, isRightToLeft: Bool = false) {
    (self.start, self.x, self.isRightToLeft) = (start, x, isRightToLeft)
  }
}
