import Scene

extension TextLine {
  /// Tells where the graphemes of a text stand on the line that it was shaped into.
  ///
  /// Swift says what a grapheme is, the font which of them share glyphs: of a cluster of several, as
  /// a ligature is, each has an even part; several clusters of one make one place.
  init(_ line: any ShapedLine, of text: String, metrics: TextMetrics) {
    var places = GraphemePlaces(of: text)
    let clusters = line.clusters
    for (index, cluster) in clusters.enumerated() {
      let isLast = index + 1 == clusters.count
      places.add(cluster, upTo: isLast ? text.utf8.count : clusters[index + 1].start)
    }
    self.init(places.finished(), isRightToLeft: line.isRightToLeft, metrics: metrics)
  }
}

/// The places of a text's graphemes, filled cluster by cluster in the order of reading.
private struct GraphemePlaces {
  /// The first byte of each grapheme.
  private let starts: [Int]
  private var places: [TextLine.Cluster] = []

  init(of text: String) {
    var start = 0
    starts = text.map { character in
      defer { start += character.utf8.count }
      return start
    }
  }

  /// - Parameter end: The byte after the cluster's last.
  mutating func add(_ cluster: ShapedCluster, upTo end: Int) {
    let first = places.count
    let next = starts[first...].firstIndex { $0 >= end } ?? starts.count
    if next > first {
      places += cluster.parts(next - first)
    } else if let last = places.last {
      places[first - 1] = last.joined(with: cluster)
    }
  }

  /// All places; what was left out has none of its own.
  consuming func finished() -> [TextLine.Cluster] {
    let end = places.last?.trailingX ?? 0
    let nowhere = TextLine.Cluster(x: end...end)
    return places + repeatElement(nowhere, count: starts.count - places.count)
  }
}

extension ShapedCluster {
  /// So many even parts, in the order of reading.
  fileprivate func parts(_ count: Int) -> [TextLine.Cluster] {
    guard count > 1 else { return [TextLine.Cluster(x: x, isRightToLeft: isRightToLeft)] }
    let borders = (0...count).map { index in
      let part = Double(isRightToLeft ? count - index : index) / Double(count)
      return x.lowerBound * (1 - part) + x.upperBound * part
    }
    return zip(borders, borders.dropFirst()).map { a, b in
      TextLine.Cluster(x: min(a, b)...max(a, b), isRightToLeft: isRightToLeft)
    }
  }
}

extension TextLine.Cluster {
  /// The same with what belongs to it besides. What lies elsewhere, as a mark that is written in
  /// another direction than its letter, is left out, so that no place reaches over others.
  fileprivate func joined(with other: ShapedCluster) -> Self {
    if x.isEmptyPlace { return Self(x: other.x, isRightToLeft: other.isRightToLeft) }
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
  /// Whether there is nothing between its ends.
  fileprivate var isEmptyPlace: Bool { lowerBound == upperBound }
}
