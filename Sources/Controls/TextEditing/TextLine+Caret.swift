package import Scene

/// Positions and movements of the caret between graphemes, for both writing directions.
///
/// Each insertion index has one caret position. Where two directions meet, an insertion index lies
/// at two edges. The caret is then at the edge of the grapheme with the direction of the line, like
/// GTK's strong cursor. Before the first grapheme and after the last, it is at the end of the line.
/// A movement to the left or right ends at the next caret position on that side. The caret
/// therefore reaches every insertion index and never reverses its direction.
extension TextLine {
  /// Returns the x-coordinate of the center of the caret, relative to the origin of the line, in
  /// logical pixels.
  ///
  /// - Parameter index: The insertion index in logical order, in 0…`clusters.count`.
  package func caretX(at index: Int) -> Double {
    guard index > 0 else { return isRightToLeft ? rightEdge : 0 }
    guard index < clusters.count else { return isRightToLeft ? 0 : rightEdge }
    let (before, after) = (clusters[index - 1], clusters[index])
    let usesLeadingEdgeOfNext = before.isRightToLeft != isRightToLeft && after.isRightToLeft == isRightToLeft
    return usesLeadingEdgeOfNext ? after.leadingX : before.trailingX
  }

  /// Returns the insertion index of the next caret position to the left or right. At the end of the
  /// line, returns the same index.
  ///
  /// - Complexity: O(*n*) in the number of graphemes.
  package func insertionIndex(nextTo index: Int, onTheLeft: Bool) -> Int {
    guard hasTwoDirections else {
      let step = onTheLeft == isRightToLeft ? 1 : -1
      return max(0, min(index + step, clusters.count))
    }
    let current = visualOrder(of: index)
    let positions = (0...clusters.count).map(visualOrder)
    let next =
      onTheLeft
      ? positions.filter { $0 < current }.max { $0 < $1 } : positions.filter { $0 > current }.min { $0 < $1 }
    return next.map { abs($0.index) } ?? index
  }

  /// Returns the insertion index whose caret is nearest to an x-coordinate, relative to the origin
  /// of the line, in logical pixels.
  ///
  /// - Complexity: O(*n*) in the number of graphemes.
  package func insertionIndex(nearestTo x: Double) -> Int {
    (0...clusters.count).min { abs(caretX(at: $0) - x) < abs(caretX(at: $1) - x) } ?? 0
  }

  /// Returns the horizontal extents of graphemes, from left to right, in logical pixels. There are
  /// several extents if the directions are mixed.
  ///
  /// - Complexity: O(*n* log *n*) in the number of these graphemes.
  package func extents(of graphemes: Range<Int>) -> [ClosedRange<Double>] {
    let ordered = clusters[graphemes].map(\.x).sorted { $0.lowerBound < $1.lowerBound }
    return ordered.reduce(into: []) { result, next in
      if let last = result.last, next.lowerBound <= last.upperBound + Self.tolerance {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, next.upperBound)
      } else {
        result.append(next)
      }
    }
  }

  /// The maximum distance of adjacent graphemes due to rounding, in logical pixels.
  private static var tolerance: Double { 1e-6 }

  private var rightEdge: Double { metrics.advance }

  private var hasTwoDirections: Bool { clusters.contains { $0.isRightToLeft != isRightToLeft } }

  /// Returns the sort key of an insertion index. Indices at the same position are in reading order.
  private func visualOrder(of index: Int) -> (x: Double, index: Int) {
    (caretX(at: index), isRightToLeft ? -index : index)
  }
}
