// Replacing several ranges in one step.
extension TokenEditor {
  /// Replaces all selected elements, as one undo step. The new elements go to the first selected
  /// range or, if nothing is selected, to the caret.
  mutating func replaceSelected(with new: Elements, as kind: EditHistory<Edit>.Kind = .discrete) {
    let ranges = selectedRanges
    let target = ranges.first ?? selection.range
    guard ranges.count > 1 else {
      replace(target, with: new, as: kind)
      return
    }
    let others = RemovalPlan(ranges.dropFirst(), of: elements)
    replace(target, with: new, as: kind, removing: RemovalPlan(), others)
  }

  /// Replaces a range and removes other ranges, as one undo step. The caret moves after the new
  /// elements.
  ///
  /// Text stays in its order, with complete graphemes. The ranges after `range` are removed first,
  /// because a change does not affect grapheme boundaries before it. The new elements are inserted
  /// before graphemes can join at `range`.
  ///
  /// - Parameters:
  ///   - kind, cost: See `replace(_:with:as:cost:removing:)`.
  ///   - before: Ranges before `range` to remove. If one of them touches `range`, `new` must
  ///     contain a token.
  ///   - after: Ranges after `range` to remove. They must not touch `range`.
  ///   - adjacentRemovalCount: The number of tokens directly after `range` to remove. If it is not
  ///     0, `new` must contain a token.
  ///   - selectedCount: The number of elements before the caret to select.
  mutating func replace(
    _ range: Range<Int>, with new: Elements, as kind: EditHistory<Edit>.Kind = .discrete, cost: Int? = nil,
    removing before: RemovalPlan<Token>, _ after: RemovalPlan<Token>, adjacentRemovalCount: Int = 0,
    selectedCount: Int = 0
  ) {
    makeStep(as: kind) { editor in
      editor.removeRanges(after)
      let splice = editor.replace(range, with: new, cost: cost)
      var caret = splice.caret
      if adjacentRemovalCount > 0 {
        let adjacent = caret..<caret + adjacentRemovalCount
        caret = editor.replace(adjacent, with: Elements()).mapped(caret)
      }
      for splice in editor.removeRanges(before) { caret = splice.mapped(caret) }
      editor.selection = TextSelection(anchor: max(0, caret - selectedCount), head: caret)
    }
  }

  /// Removes ranges.
  ///
  /// - Returns: The changes in the order in which they were made.
  /// - Complexity: O(*b*) in the number of blocks, and in the length of the adjacent text.
  @discardableResult private mutating func removeRanges(_ plan: RemovalPlan<Token>) -> [GraphemeSplice<
    Token
  >] {
    let ranges = plan.ranges
    guard let first = ranges.first, let last = ranges.last else { return [] }
    guard ranges.count <= RemovalPlan<Token>.maximumSeparateRemovals else {
      let whole = first.lowerBound..<last.upperBound
      return [replace(whole, with: plan.remainder, cost: 0, removing: ranges)]
    }
    return groups(of: ranges).reversed().map { group in
      let rangesBetween = zip(group, group.dropFirst()).map { $0.upperBound..<$1.lowerBound }
      let whole = group[group.startIndex].lowerBound..<group[group.endIndex - 1].upperBound
      return replace(whole, with: elements.slices(rangesBetween), removing: Array(group))
    }
  }

  /// Groups ranges that are separated only by text. That text is segmented in one step.
  private func groups(of ranges: [Range<Int>]) -> [ArraySlice<Range<Int>>] {
    var (groups, start): ([ArraySlice<Range<Int>>], Int) = ([], 0)
    for end in ranges.indices.dropFirst() {
      let textBetween = ranges[end - 1].upperBound..<ranges[end].lowerBound
      if elements.textCount(in: textBetween) < textBetween.count {
        groups.append(ranges[start..<end])
        start = end
      }
    }
    return groups + [ranges[start...]]
  }
}

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
