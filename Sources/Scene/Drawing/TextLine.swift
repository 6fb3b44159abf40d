/// The positions of the graphemes in one line of text, for any writing direction.
///
/// A line is drawn from its origin to the right, over its whole advance. A right-to-left line
/// starts at the far end of the advance and ends at the origin. To align it to a right edge, place
/// the origin one advance to the left of that edge.
public struct TextLine: Hashable, Sendable {
  /// One grapheme cluster.
  public struct Cluster: Hashable, Sendable {
    /// The left and right edge, relative to the origin of the line, in logical pixels. A ligature
    /// is divided evenly between its clusters.
    public var x: ClosedRange<Double>
    /// Whether the cluster is read from right to left.
    public var isRightToLeft: Bool

    public init(x: ClosedRange<Double>, isRightToLeft: Bool = false) {
      (self.x, self.isRightToLeft) = (x, isRightToLeft)
    }

    /// The position of a caret before the cluster in reading order.
    public var leadingX: Double { isRightToLeft ? x.upperBound : x.lowerBound }

    /// The position of a caret after the cluster in reading order.
    public var trailingX: Double { isRightToLeft ? x.lowerBound : x.upperBound }
  }

  /// The clusters in reading order, which is the order of the text's characters.
  public var clusters: [Cluster]
  /// Whether the line as a whole is read from right to left, which its first letter decides.
  public var isRightToLeft: Bool
  public var metrics: TextMetrics

  public init(_ clusters: [Cluster], isRightToLeft: Bool = false, metrics: TextMetrics) {
    (self.clusters, self.isRightToLeft, self.metrics) = (clusters, isRightToLeft, metrics)
  }
}
