/// The mapping of positions through a change: each segment of the old content is replaced by one of another length.
struct PositionMap: Hashable, Sendable {
  struct Segment: Hashable, Sendable {
    var old: Range<Int>
    var newLength: Int
  }

  /// The side on which an insertion leaves a position that is exactly there.
  enum Bias { case before, after }

  /// The segments in order. They may touch, but do not overlap.
  private let segments: [Segment]

  init(_ segments: [Segment]) { self.segments = segments }

  /// Returns a position after the change. Within a replaced segment, it is the end of the new one.
  ///
  /// - Complexity: O(*m*) in the number of segments before the position.
  func map(_ position: Int, _ bias: Bias = .before) -> Int { map(position..<position, bias).range.lowerBound }

  /// Returns a range after the change.
  ///
  /// - Parameter bias: The side on which an insertion at an empty range leaves it.
  /// - Returns: The range and whether it was replaced, completely or partly. It is then empty, at the end of the last new
  ///   segment.
  /// - Complexity: O(*m*) in the number of segments before the end of the range.
  func map(_ range: Range<Int>, _ bias: Bias = .before) -> (range: Range<Int>, isReplaced: Bool) {
    var (growth, end): (Int, Int?) = (0, nil)
    for segment in segments {
      let isInsertion = range.isEmpty && segment.old.isEmpty && segment.old.lowerBound == range.lowerBound
      if isInsertion ? bias == .before : range.upperBound <= segment.old.lowerBound { break }
      if !isInsertion, segment.old.upperBound > range.lowerBound {
        end = segment.old.lowerBound + growth + segment.newLength
      }
      growth += segment.newLength - segment.old.count
    }
    if let end { return (end..<end, true) }
    return (range.lowerBound + growth..<range.upperBound + growth, false)
  }

  /// The map of the change that reverts this one.
  ///
  /// - Complexity: O(*m*) in the number of segments.
  var inverse: PositionMap {
    var growth = 0
    return PositionMap(
      segments.map { segment in
        let start = segment.old.lowerBound + growth
        growth += segment.newLength - segment.old.count
        return Segment(old: start..<start + segment.newLength, newLength: segment.old.count)
      })
  }
}
