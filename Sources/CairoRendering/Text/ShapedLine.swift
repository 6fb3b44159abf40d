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
    var builder = GraphemeClusterBuilder(of: text)
    let clusters = line.clusters
    for (index, cluster) in clusters.enumerated() {
      let isLast = index + 1 == clusters.count
      builder.add(cluster, upTo: isLast ? text.utf8.count : clusters[index + 1].start)
    }
    self.init(builder.build(), isRightToLeft: line.isRightToLeft, metrics: metrics)
  }
}

/// The positions of a text's graphemes, filled cluster by cluster in logical order.
private struct GraphemeClusterBuilder {
  /// The first byte of each grapheme.
  private let starts: [Int]
  private var clusters: [TextLine.Cluster] = []

  init(of text: String) {
    var start = 0
    starts = text.map { character in
      defer { start += character.utf8.count }
      return start
    }
  }

  /// Adds a cluster.
  ///
  /// - Parameter end: The index after the last byte of the cluster.
  mutating func add(_ cluster: ShapedCluster, upTo end: Int) {
    let first = clusters.count
    let next = starts[first...].firstIndex { $0 >= end } ?? starts.count
    if next > first {
      clusters += cluster.parts(next - first)
    } else if let last = clusters.last {
      clusters[first - 1] = last.joined(with: cluster)
    }
  }

  /// Returns the positions of all graphemes. Graphemes that were not shaped have zero width.
  consuming func build() -> [TextLine.Cluster] {
    let end = clusters.last?.trailingX ?? 0
    let empty = TextLine.Cluster(x: end...end)
    return clusters + repeatElement(empty, count: starts.count - clusters.count)
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
