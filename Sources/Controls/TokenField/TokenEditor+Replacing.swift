// Replacing at several places at once.
extension TokenEditor {
  /// Puts units in the place of all that is selected, as one step: where the first of that is, or
  /// where the caret is.
  mutating func replaceSelected(with new: Units, as kind: EditHistory<Edit>.Kind = .single) {
    let ranges = selectedRanges
    let place = ranges.first ?? selection.range
    guard ranges.count > 1 else {
      replace(place, with: new, as: kind)
      return
    }
    let others = Departures(ranges.dropFirst(), of: units)
    replace(place, with: new, as: kind, takingOut: Departures(), others)
  }

  /// Puts units in the place of a range, and takes others out, as one step; the caret is behind what
  /// is new then.
  ///
  /// Text stays in its order, and its graphemes are whole: what lies behind goes first, since no border
  /// between graphemes moves for what changes behind it, and what is new stands where the range was
  /// before anything grows together there.
  ///
  /// - Parameters:
  ///   - kind, cost: As for `replace(_:with:as:cost:)`.
  ///   - before: Ranges before it. One that touches it needs a token in what is new.
  ///   - behind: Ranges behind it, that don't touch it.
  ///   - neighbourCount: How many tokens right behind it go too; they need a token in what is new.
  ///   - selectedCount: How many units before the caret are selected then.
  mutating func replace(
    _ range: Range<Int>, with new: Units, as kind: EditHistory<Edit>.Kind = .single,
    cost: Int? = nil, takingOut before: Departures<Token>, _ behind: Departures<Token>,
    neighbourCount: Int = 0, selectedCount: Int = 0
  ) {
    makeStep(as: kind) { editor in
      editor.takeOut(behind)
      let seam = editor.replace(range, with: new, cost: cost)
      var caret = seam.caret
      if neighbourCount > 0 {
        let neighbours = caret..<caret + neighbourCount
        caret = editor.replace(neighbours, with: Units()).followed(caret)
      }
      for seam in editor.takeOut(before) { caret = seam.followed(caret) }
      editor.selection = TextSelection(anchor: max(0, caret - selectedCount), head: caret)
    }
  }

  /// Takes ranges out.
  ///
  /// - Returns: What was done, in this order.
  /// - Complexity: O(*b*) in the number of blocks, and in the length of the text beside them.
  @discardableResult
  private mutating func takeOut(_ departures: Departures<Token>) -> [Seam<Token>] {
    let ranges = departures.ranges
    guard let first = ranges.first, let last = ranges.last else { return [] }
    guard ranges.count <= Departures<Token>.mostByThemselves else {
      let whole = first.lowerBound..<last.upperBound
      return [replace(whole, with: departures.rest, cost: 0, takingOut: ranges)]
    }
    return groups(of: ranges).reversed().map { group in
      let gaps = zip(group, group.dropFirst()).map { $0.upperBound..<$1.lowerBound }
      let whole = group[group.startIndex].lowerBound..<group[group.endIndex - 1].upperBound
      return replace(whole, with: units.slices(gaps), takingOut: Array(group))
    }
  }

  /// Ranges with nothing but text between them side by side, since that is put together anew for all
  /// of them at once.
  private func groups(of ranges: [Range<Int>]) -> [ArraySlice<Range<Int>>] {
    var (groups, start): ([ArraySlice<Range<Int>>], Int) = ([], 0)
    for end in ranges.indices.dropFirst() {
      let gap = ranges[end - 1].upperBound..<ranges[end].lowerBound
      if units.textCount(in: gap) < gap.count {
        groups.append(ranges[start..<end])
        start = end
      }
    }
    return groups + [ranges[start...]]
  }
}
