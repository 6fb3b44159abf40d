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
  var isRightToLeft = false
}

extension TextLine {
  /// Computes the positions of the graphemes of a text on its shaped line.
  ///
  /// Swift defines the graphemes; the font defines which graphemes share glyphs. A cluster of
  /// several graphemes, such as a ligature, is divided into equal parts. Several clusters of one
  /// grapheme are combined.
  init(_ line: any ShapedLine, of text: String, metrics: TextMetrics) {
    var start = 0
    let starts = text.map { character in
      defer { start += character.utf8.count }
      return start
    }
    var graphemes: [Cluster] = []
    let clusters = line.clusters
    for (index, cluster) in clusters.enumerated() {
      let end = index + 1 == clusters.count ? text.utf8.count : clusters[index + 1].start
      let first = graphemes.count
      let next = starts[first...].firstIndex { $0 >= end } ?? starts.count
      if next > first {
        graphemes += cluster.parts(next - first)
      } else if let last = graphemes.last {
        graphemes[first - 1] = last.joined(with: cluster)
      }
    }
    // Graphemes that were not shaped have zero width.
    let end = graphemes.last?.trailingX ?? 0
    graphemes += repeatElement(Cluster(x: end...end), count: starts.count - graphemes.count)
    self.init(graphemes, isRightToLeft: line.isRightToLeft, metrics: metrics)
  }
}

extension ShapedCluster {
  /// Returns `count` equal parts of the cluster, in logical order.
  fileprivate func parts(_ count: Int) -> [TextLine.Cluster] {
    guard count > 1 else { return [TextLine.Cluster(x: x, isRightToLeft: isRightToLeft)] }
    let edges = (0...count).map { index in
      let fraction = Double(isRightToLeft ? count - index : index) / Double(count)
      return x.lowerBound * (1 - fraction) + x.upperBound * fraction
    }
    return zip(edges, edges.dropFirst()).map { a, b in
      TextLine.Cluster(x: min(a, b)...max(a, b), isRightToLeft: isRightToLeft)
    }
  }
}

extension TextLine.Cluster {
  /// Returns the union with another cluster of the same grapheme. A cluster that is not adjacent is
  /// ignored, such as a mark whose direction differs from its letter. So no positions overlap.
  fileprivate func joined(with other: ShapedCluster) -> Self {
    if x.isZeroWidth { return Self(x: other.x, isRightToLeft: other.isRightToLeft) }
    var joined = self
    if other.x.lowerBound == x.upperBound {
      joined.x = x.lowerBound...other.x.upperBound
    } else if other.x.upperBound == x.lowerBound {
      joined.x = other.x.lowerBound...x.upperBound
    }
    return joined
  }
}

extension ClosedRange<Double> {
  /// Whether both bounds are equal.
  fileprivate var isZeroWidth: Bool { lowerBound == upperBound }
}
