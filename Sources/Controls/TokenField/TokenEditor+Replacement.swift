extension TokenEditor {
  /// The range of a replacement, and the number of new elements.
  struct Replacement {
    let whole: (range: Range<Int>, count: Int)
    /// The parts of the edit (`Edit.parts`).
    let parts: [Range<Int>]
    /// Whether the edit inserts the parts again (`Edit.isReinsertion`).
    let isReinsertion: Bool
  }
}

extension TokenEditor.Replacement {
  /// The replacements one by one, each relative to the result of the previous one. Content that
  /// only moved between them is excluded.
  ///
  /// - Complexity: O(*m*) in the number of replacements.
  var steps: [(range: Range<Int>, count: Int)] {
    guard !parts.isEmpty else { return [whole] }
    if isReinsertion { return parts.map { ($0.lowerBound..<$0.lowerBound, $0.count) } }
    return parts.reversed().map { ($0, 0) }
  }
}
