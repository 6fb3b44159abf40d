/// An element of a token field's content: a token or one grapheme.
public enum TokenFieldElement<Token> {
  case token(Token)
  /// A grapheme of text that is not a token.
  case text(Character)

  /// The token, or `nil` if the element is text.
  public var token: Token? { if case .token(let token) = self { token } else { nil } }

  /// The grapheme, or `nil` if the element is a token.
  public var character: Character? { if case .text(let character) = self { character } else { nil } }

  var isText: Bool { character != nil }
}

extension TokenFieldElement: Equatable where Token: Equatable {}
extension TokenFieldElement: Hashable where Token: Hashable {}
extension TokenFieldElement: Sendable where Token: Sendable {}

/// The content of a token field: an array of tokens and text runs. Two text runs are never adjacent.
///
/// There are two coordinates:
/// - An *index* counts each token and each grapheme of text as 1. The caret is at an index.
/// - An *offset* counts a token as 1 and text as its number of bytes in UTF-8. Graphemes may join or separate when
///   text next to them changes, but offsets stay exact.
struct ElementSequence<Token> {
  typealias Element = TokenFieldElement<Token>

  /// A token or a text run.
  enum Item {
    case token(Token)
    case text(Text)

    var token: Token? { if case .token(let token) = self { token } else { nil } }
    var text: Text? { if case .text(let text) = self { text } else { nil } }
  }

  /// A text run. It is never empty.
  struct Text {
    let string: String
    /// The number of graphemes. Counting them takes longer than most uses of a run.
    let count: Int

    init(_ string: some StringProtocol) { (self.string, count) = (String(string), string.count) }

    var length: Int { string.utf8.count }

    /// Whether each grapheme is one byte.
    private var isSimple: Bool { count == length }

    func character(at index: Int) -> Character { string[stringIndex(of: index)] }

    /// Returns the offset of a grapheme.
    func offset(of index: Int) -> Int {
      isSimple ? index : string.utf8.distance(from: string.startIndex, to: stringIndex(of: index))
    }

    /// Returns the index of the first grapheme at or after an offset.
    func index(atOrAfter offset: Int) -> Int {
      guard !isSimple else { return offset }
      var (index, passed) = (0, 0)
      for character in string {
        guard passed < offset else { break }
        passed += character.utf8.count
        index += 1
      }
      return index
    }

    /// Returns the text between two offsets, which are at boundaries of Unicode scalars.
    func part(_ range: Range<Int>) -> Substring {
      let start = string.utf8.index(string.startIndex, offsetBy: range.lowerBound)
      return string[start..<string.utf8.index(start, offsetBy: range.count)]
    }

    private func stringIndex(of index: Int) -> String.Index {
      isSimple
        ? string.utf8.index(string.startIndex, offsetBy: index)
        : string.index(string.startIndex, offsetBy: index)
    }
  }

  /// The tokens and text runs in order.
  private(set) var items: [Item] = []
  private var positions = TextPositions()

  init() {}

  /// - Complexity: O(*n*).
  init(_ elements: some Sequence<Element>) {
    items.reserveCapacity(elements.underestimatedCount)
    var text = ""
    for element in elements {
      switch element {
      case .text(let character): text.append(character)
      case .token(let token):
        append(text: text)
        text = ""
        append(token)
      }
    }
    append(text: text)
  }

  init(text: some StringProtocol) { append(text: text) }

  /// The number of elements.
  var count: Int { positions.end.index }

  /// The number of elements that are text.
  var textCount: Int { positions.end.textCount }

  /// The offset of the end.
  var length: Int { positions.end.offset }

  var isEmpty: Bool { items.isEmpty }

  /// Whether the sequence contains a token.
  var hasToken: Bool { textCount < count }

  /// - Precondition: `0 <= index && index < count`.
  /// - Complexity: O(log *r*) in the number of text runs, and in the length of a run, as for all methods with an index
  ///   or an offset.
  subscript(index: Int) -> Element {
    let location = positions.location(ofIndex: index)
    return switch items[location.item] {
    case .token(let token): .token(token)
    case .text(let text): .text(text.character(at: index - location.index))
    }
  }

  /// Returns the offset of an index.
  func offset(of index: Int) -> Int {
    let location = positions.location(ofIndex: index)
    guard index > location.index, let text = items[location.item].text else { return location.offset }
    return location.offset + text.offset(of: index - location.index)
  }

  func offsets(of range: Range<Int>) -> Range<Int> {
    let start = offset(of: range.lowerBound)
    return range.isEmpty ? start..<start : start..<offset(of: range.upperBound)
  }

  /// Returns the first index at or after an offset.
  func index(atOrAfter offset: Int) -> Int {
    let location = positions.location(ofOffset: offset)
    guard offset > location.offset, let text = items[location.item].text else { return location.index }
    return location.index + text.index(atOrAfter: offset - location.offset)
  }

  func indices(atOrAfter range: Range<Int>) -> Range<Int> {
    let start = index(atOrAfter: range.lowerBound)
    return range.isEmpty ? start..<start : start..<index(atOrAfter: range.upperBound)
  }

  /// Returns the index of the first element of an item.
  func index(ofItem item: Int) -> Int { positions.location(ofItem: item).index }

  /// Returns the index of a token, of which others are counted only.
  func index(ofToken number: Int) -> Int { positions.location(ofToken: number).index }

  /// Returns the token with a number, counted as by `index(ofToken:)`.
  func token(_ number: Int) -> Token {
    guard let token = items[positions.location(ofToken: number).item].token else {
      preconditionFailure("token \(number) is text")
    }
    return token
  }

  /// Returns the number of tokens before an index.
  func tokenCount(before index: Int) -> Int { positions.location(ofIndex: index).tokenCount }

  /// Returns the items in a range, which does not begin or end within text.
  func items(in range: Range<Int>) -> ArraySlice<Item> {
    let start = positions.location(ofIndex: range.lowerBound).item
    return items[start..<positions.location(ofIndex: range.upperBound).item]
  }

  /// Returns indices within a range of elements that are not within text, a number of items apart.
  func boundaries(in range: Range<Int>, every distance: Int) -> [Int] {
    let items = items(in: range).indices
    return stride(from: items.lowerBound, to: items.upperBound, by: distance).dropFirst().map(index(ofItem:))
  }
}

// Changing the content.
extension ElementSequence {
  mutating func append(_ token: Token) {
    items.append(.token(token))
    positions.appendToken()
  }

  mutating func append(text: some StringProtocol) { if !text.isEmpty { append(Text(text)) } }

  private mutating func append(_ text: Text) {
    var text = text
    if case .text(let last)? = items.last {
      items.removeLast()
      positions.removeLastText()
      text = Text(last.string + text.string)
    }
    items.append(.text(text))
    positions.appendText(count: text.count, length: text.length)
  }

  mutating func append(_ other: ElementSequence) { append(other, items: 0..<other.items.count) }

  /// Appends items of another sequence. Text that meets text joins it.
  private mutating func append(_ other: ElementSequence, items range: Range<Int>) {
    guard let first = range.first else { return }
    var range = range
    if case .text(let text) = other.items[first] {
      append(text)
      range.removeFirst()
    }
    items += other.items[range]
    positions.append(other.positions.part(range))
  }

  /// Returns a range of elements.
  func slice(_ range: Range<Int>) -> ElementSequence { slice(offsets: offsets(of: range)) }

  /// Returns the content between two offsets, which are at boundaries of Unicode scalars.
  func slice(offsets range: Range<Int>) -> ElementSequence {
    let start = positions.location(ofOffset: range.lowerBound)
    let end = positions.location(ofOffset: range.upperBound)
    var slice = ElementSequence()
    var first = start.item
    if start.offset < range.lowerBound, let text = items[first].text {
      let upperBound = Swift.min(range.upperBound - start.offset, text.length)
      slice.append(text: text.part(range.lowerBound - start.offset..<upperBound))
      first += 1
    }
    guard first <= end.item else { return slice }
    slice.append(self, items: first..<end.item)
    if end.offset < range.upperBound, let text = items[end.item].text {
      slice.append(text: text.part(0..<range.upperBound - end.offset))
    }
    return slice
  }

  /// Returns ranges of elements, joined.
  func slices(_ ranges: [Range<Int>]) -> ElementSequence {
    ranges.reduce(into: ElementSequence()) { $0.append(slice($1)) }
  }

  /// Replaces a range of elements.
  ///
  /// - Precondition: `range` lies within `0...count`.
  @discardableResult mutating func replace(_ range: Range<Int>, with new: ElementSequence) -> ElementChange {
    replace(offsets: offsets(of: range), with: new)
  }

  /// Replaces the content between two offsets, which are at boundaries of Unicode scalars. Text next to the change joins
  /// the new text.
  ///
  /// - Precondition: `range` lies within `0...length`.
  /// - Complexity: O(*n*), but only 32 bytes are moved for each text token after the change.
  @discardableResult mutating func replace(offsets range: Range<Int>, with new: ElementSequence)
    -> ElementChange
  {
    let (indices, oldCount) = (indices(atOrAfter: range), count)
    let changed =
      textRun(before: indices.lowerBound).lowerBound..<textRun(after: indices.upperBound).upperBound
    let outer = offsets(of: changed)
    var joined = slice(offsets: outer.lowerBound..<range.lowerBound)
    joined.append(new)
    joined.append(slice(offsets: range.upperBound..<outer.upperBound))
    let replaced = items(in: changed).indices
    items.replaceSubrange(replaced, with: joined.items)
    positions.replace(replaced, with: joined.positions)
    let new = changed.lowerBound..<changed.upperBound + count - oldCount
    let isLong = new.count > FlowLayout.maximumCount
    return ElementChange(
      elements: changed, newCount: new.count,
      boundaries: isLong ? boundaries(in: new, every: FlowLayout.preferredCount) : [])
  }

  // Text runs.

  /// Returns the text run that contains or touches an index. Empty if there is none.
  func textRun(around index: Int) -> Range<Int> {
    textRun(before: index).lowerBound..<textRun(after: index).upperBound
  }

  /// Returns the text directly before an index.
  func textRun(before index: Int) -> Range<Int> {
    (index > 0 ? textRun(of: index - 1)?.lowerBound ?? index : 0)..<index
  }

  /// Returns the text directly after an index.
  func textRun(after index: Int) -> Range<Int> {
    index..<(index < count ? textRun(of: index)?.upperBound ?? index : index)
  }

  /// Returns the text run that contains an element, or `nil` if it is a token.
  private func textRun(of index: Int) -> Range<Int>? {
    let location = positions.location(ofIndex: index)
    return items[location.item].text.map { location.index..<location.index + $0.count }
  }

  /// Returns the last text run that ends at or before an index, or `nil` if there is none.
  func lastTextRun(before index: Int) -> Range<Int>? { positions.lastRun(before: index) }

  /// Returns the text of a range that contains only text.
  func string(in range: Range<Int>) -> String {
    let location = positions.location(ofIndex: range.lowerBound)
    guard !range.isEmpty, case .text(let text) = items[location.item] else { return "" }
    let start = range.lowerBound - location.index
    return String(text.part(text.offset(of: start)..<text.offset(of: start + range.count)))
  }

  /// Returns the number of text elements in a range.
  func textCount(in range: Range<Int>) -> Int {
    textCount(before: range.upperBound) - textCount(before: range.lowerBound)
  }

  private func textCount(before index: Int) -> Int {
    let location = positions.location(ofIndex: index)
    return location.textCount + index - location.index
  }
}

extension ElementSequence: Sequence {
  func makeIterator() -> some IteratorProtocol<Element> {
    items.lazy.flatMap { item -> [Element] in
      switch item {
      case .token(let token): [.token(token)]
      case .text(let text): text.string.map { .text($0) }
      }
    }.makeIterator()
  }

  var underestimatedCount: Int { count }
}

/// A lazy list of tokens in order.
public struct TokenList<Token>: Sequence {
  let elements: ElementSequence<Token>

  public func makeIterator() -> some IteratorProtocol<Token> {
    elements.items.lazy.compactMap(\.token).makeIterator()
  }
}

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
