/// Where the graphemes of one line of text stand, whatever directions they are written in.
///
/// A line is drawn from its origin rightward, over all of its advance. One that is read from right to
/// left begins at the far end of that and ends at the origin; whoever wants it at the right side of
/// something puts its origin so far to the left.
public struct TextLine: Hashable, Sendable {
  /// One grapheme cluster.
  public struct Cluster: Hashable, Sendable {
    /// Where it starts and ends from left to right, from the line's origin, in logical pixels; of a
    /// ligature an even part.
    public var x: ClosedRange<Double>
    /// Whether it is read from right to left.
    public var isRightToLeft: Bool

    public init(x: ClosedRange<Double>, isRightToLeft: Bool = false) {
      (self.x, self.isRightToLeft) = (x, isRightToLeft)
    }

    /// Where a caret stands that is before it in the order of reading.
    public var leadingX: Double { isRightToLeft ? x.upperBound : x.lowerBound }

    /// Where a caret stands that is behind it in the order of reading.
    public var trailingX: Double { isRightToLeft ? x.lowerBound : x.upperBound }
  }

  /// In the order of reading, that of the text's characters.
  public var clusters: [Cluster]
  /// Whether the line as a whole is read from right to left, by its first letter.
  public var isRightToLeft: Bool
  public var metrics: TextMetrics

  public init(_ clusters: [Cluster], isRightToLeft: Bool = false, metrics: TextMetrics) {
    (self.clusters, self.isRightToLeft, self.metrics) = (clusters, isRightToLeft, metrics)
  }
}
