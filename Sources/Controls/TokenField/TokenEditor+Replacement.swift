extension TokenEditor {
  /// Which units went, and how many came instead.
  struct Replacement {
    let whole: (range: Range<Int>, count: Int)
    /// As an edit has them.
    let parts: [Range<Int>]
    let bringsPartsBack: Bool
  }
}

extension TokenEditor.Replacement {
  /// The same one by one, in an order in which each leads to the next: what has moved between them
  /// is no part of it.
  ///
  /// - Complexity: O(*m*) in their number.
  var steps: [(range: Range<Int>, count: Int)] {
    guard !parts.isEmpty else { return [whole] }
    if bringsPartsBack { return parts.map { ($0.lowerBound..<$0.lowerBound, $0.count) } }
    return parts.reversed().map { ($0, 0) }
  }
}
