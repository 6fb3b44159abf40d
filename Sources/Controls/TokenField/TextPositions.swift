/// A location before an item of a token field's content, in all coordinates.
struct ItemLocation {
  /// The numbers of items, elements and offsets before the location.
  var (item, index, offset) = (0, 0, 0)
  /// The number of text runs before the location.
  var runCount = 0

  /// The number of elements before the location that are text.
  var textCount: Int { index - tokenCount }

  /// The number of tokens before the location.
  var tokenCount: Int { item - runCount }

  static func + (a: Self, b: Self) -> Self {
    Self(
      item: a.item + b.item, index: a.index + b.index, offset: a.offset + b.offset,
      runCount: a.runCount + b.runCount)
  }

  static func - (a: Self, b: Self) -> Self {
    Self(
      item: a.item - b.item, index: a.index - b.index, offset: a.offset - b.offset,
      runCount: a.runCount - b.runCount)
  }

  /// Returns the location after some tokens, each of which has the count and the length 1.
  func advanced(byTokens count: Int) -> Self {
    self + Self(item: count, index: count, offset: count)
  }
}

/// The locations of the text runs of a token field's content. All other items are tokens.
///
/// Not generic, because the compiler does not specialize generic code for the tokens of a program.
struct TextPositions {
  /// The start and the end of each text run, in order.
  private var runs: [(start: ItemLocation, end: ItemLocation)] = []
  /// The end of the content.
  private(set) var end = ItemLocation()

  mutating func appendToken() { end = end.advanced(byTokens: 1) }

  mutating func appendText(count: Int, length: Int) {
    let start = end
    end = end + ItemLocation(item: 1, index: count, offset: length, runCount: 1)
    runs.append((start, end))
  }

  mutating func removeLastText() { if let run = runs.popLast() { end = run.start } }

  /// Returns the positions of some items, from their start.
  func part(_ items: Range<Int>) -> TextPositions {
    let (start, end) = (location(ofItem: items.lowerBound), location(ofItem: items.upperBound))
    var part = TextPositions()
    part.runs = runs[start.runCount..<end.runCount].map { ($0.start - start, $0.end - start) }
    part.end = end - start
    return part
  }

  mutating func append(_ other: TextPositions) { replace(end.item..<end.item, with: other) }

  /// Replaces the positions of some items.
  ///
  /// - Complexity: O(*r*) in the number of text runs.
  mutating func replace(_ items: Range<Int>, with new: TextPositions) {
    let (start, oldEnd) = (location(ofItem: items.lowerBound), location(ofItem: items.upperBound))
    let growth = start + new.end - oldEnd
    let later = runs[oldEnd.runCount...].map { ($0.start + growth, $0.end + growth) }
    runs.replaceSubrange(
      start.runCount..., with: new.runs.map { ($0.start + start, $0.end + start) } + later)
    end = end + growth
  }

  /// Returns the start of the item that contains an element or, for the count, the end.
  ///
  /// - Complexity: O(log *r*) in the number of text runs.
  func location(ofIndex index: Int) -> ItemLocation { location(at: index) { $0.index } }

  /// Returns the start of the item that contains an offset or, for the length, the end.
  func location(ofOffset offset: Int) -> ItemLocation { location(at: offset) { $0.offset } }

  func location(ofToken token: Int) -> ItemLocation { location(at: token) { $0.tokenCount } }

  func location(ofItem item: Int) -> ItemLocation { location(at: item) { $0.item } }

  private func location(at position: Int, in coordinate: (ItemLocation) -> Int) -> ItemLocation {
    precondition(position >= 0 && position <= coordinate(end), "\(position) not in 0...\(coordinate(end))")
    let count = runCount { coordinate($0.start) <= position }
    guard count > 0 else { return ItemLocation().advanced(byTokens: position) }
    let last = runs[count - 1]
    if position < coordinate(last.end) { return last.start }
    return last.end.advanced(byTokens: position - coordinate(last.end))
  }

  /// Returns the last text run that ends at or before an index, or `nil` if there is none.
  func lastRun(before index: Int) -> Range<Int>? {
    let count = runCount { $0.end.index <= index }
    return count > 0 ? runs[count - 1].start.index..<runs[count - 1].end.index : nil
  }

  /// Returns the number of the first runs that fulfill a condition, which no run after another one fulfills alone.
  private func runCount(while condition: ((start: ItemLocation, end: ItemLocation)) -> Bool) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(runs[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
