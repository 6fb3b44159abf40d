/// The selected elements of a token field.
struct ElementSelection: Equatable {
  /// The caret and the range that was selected last.
  var main: TextSelection
  /// The other selected ranges, each selected by a separate click.
  var additional: [Range<Int>] = []

  /// The selected ranges in order. They neither overlap nor touch, although the range of the caret
  /// may have grown over an additional selection.
  var ranges: [Range<Int>] { (main.isCaret ? additional : additional + [main.range]).united() }

  /// Returns the selection with its ends mapped.
  func mapped(_ map: (Int) -> Int) -> Self {
    Self(
      main: TextSelection(anchor: map(main.anchor), head: map(main.head)),
      additional: additional.map { map($0.lowerBound)..<map($0.upperBound) })
  }
}

/// A selection that stays between the same elements while the content changes, such as the destination of a paste.
struct TrackedSelection: Equatable {
  /// The selection in offsets of the content.
  private var offsets: ElementSelection

  init<Token>(_ selection: ElementSelection, in elements: ElementSequence<Token>) {
    offsets = selection.mapped(elements.offset)
  }

  /// Returns the selection, as far as it still exists.
  func current<Token>(in elements: ElementSequence<Token>) -> ElementSelection {
    offsets.mapped(elements.index(atOrAfter:))
  }

  /// Returns the selected ranges in order, which neither overlap nor touch. If nothing is selected, returns
  /// only the caret.
  func ranges<Token>(in elements: ElementSequence<Token>) -> [Range<Int>] {
    let current = current(in: elements)
    return current.ranges.isEmpty ? [current.main.range] : current.ranges
  }

  /// Follows a change of the content. If the elements were removed, the selection is at their position, after any
  /// replacement.
  ///
  /// - Parameter bias: The side on which an insertion at a caret leaves it.
  mutating func move(by map: PositionMap, _ bias: PositionMap.Bias) {
    offsets.additional = offsets.additional.map { map.map($0, bias) }.filter { !$0.isReplaced }.map(\.range)
    let range = map.map(offsets.main.range, bias).range
    let isForward = offsets.main.anchor <= offsets.main.head
    offsets.main = TextSelection(
      anchor: isForward ? range.lowerBound : range.upperBound,
      head: isForward ? range.upperBound : range.lowerBound)
  }
}

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
