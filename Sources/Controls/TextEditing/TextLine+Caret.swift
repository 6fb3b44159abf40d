public import Scene

/// Where the caret stands between graphemes, and where it goes from there, in either direction of
/// writing.
///
/// Each gap has one place. Where two directions meet, a gap lies at two edges: there the caret keeps
/// to the grapheme that is read as the line is, as GTK's strong cursor does; before the first
/// grapheme and behind the last it keeps to the line's own ends. Going left or right leads to the
/// gap that stands next on that side, so every gap is reached and the caret never turns round.
extension TextLine {
  /// Where the caret's middle stands, from the line's origin, in logical pixels.
  ///
  /// - Parameter gap: 0…`clusters.count`, in the order of reading.
  public func caretX(inGap gap: Int) -> Double {
    guard gap > 0 else { return isRightToLeft ? rightEdge : 0 }
    guard gap < clusters.count else { return isRightToLeft ? 0 : rightEdge }
    let (before, after) = (clusters[gap - 1], clusters[gap])
    let keepsToNext =
      before.isRightToLeft != isRightToLeft && after.isRightToLeft == isRightToLeft
    return keepsToNext ? after.leadingX : before.trailingX
  }

  /// The gap that stands next to another on one side; the same one at the line's end.
  ///
  /// - Complexity: O(*n*) in the number of graphemes.
  public func gap(nextTo gap: Int, onTheLeft: Bool) -> Int {
    guard hasTwoDirections else {
      let step = onTheLeft == isRightToLeft ? 1 : -1
      return max(0, min(gap + step, clusters.count))
    }
    let own = visualOrder(of: gap)
    let places = (0...clusters.count).map(visualOrder)
    let next =
      onTheLeft ? places.filter { $0 < own }.max() : places.filter { $0 > own }.min()
    return next.map { abs($0.gap) } ?? gap
  }

  /// The gap whose caret stands nearest to a place.
  ///
  /// - Complexity: O(*n*).
  public func gap(nearestTo x: Double) -> Int {
    (0...clusters.count).min { abs(caretX(inGap: $0) - x) < abs(caretX(inGap: $1) - x) } ?? 0
  }

  /// What some graphemes cover, from left to right; several pieces where directions mix.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  public func extents(of graphemes: Range<Int>) -> [ClosedRange<Double>] {
    let ordered = clusters[graphemes].map(\.x).sorted { $0.lowerBound < $1.lowerBound }
    return ordered.reduce(into: []) { pieces, next in
      if let last = pieces.last, next.lowerBound <= last.upperBound + Self.seam {
        pieces[pieces.count - 1] = last.lowerBound...max(last.upperBound, next.upperBound)
      } else {
        pieces.append(next)
      }
    }
  }

  /// What neighbours may be apart by rounding, in logical pixels.
  private static var seam: Double { 1e-6 }

  private var rightEdge: Double { metrics.advance }

  private var hasTwoDirections: Bool {
    clusters.contains { $0.isRightToLeft != isRightToLeft }
  }

  /// Gaps at one place stand in the order of reading.
  private func visualOrder(of gap: Int) -> VisualOrder {
    VisualOrder(x: caretX(inGap: gap), gap: isRightToLeft ? -gap : gap)
  }
}

private struct VisualOrder: Comparable {
  let x: Double
  let gap: Int

  static func < (a: Self, b: Self) -> Bool { (a.x, a.gap) < (b.x, b.gap) }
}
