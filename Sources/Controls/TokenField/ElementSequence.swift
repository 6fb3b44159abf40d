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

/// The content of a token field: an array of tokens, and text runs between them. Two text runs are never adjacent.
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
    case text(ElementText)

    var token: Token? { if case .token(let token) = self { token } else { nil } }
    var text: ElementText? { if case .text(let text) = self { text } else { nil } }
  }

  /// The tokens in order.
  private(set) var tokens: [Token] = []
  private var texts = TextRuns()

  init() {}

  /// - Complexity: O(*n*).
  init(_ elements: some Sequence<Element>) {
    tokens.reserveCapacity(elements.underestimatedCount)
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
  var count: Int { texts.end.index }

  /// The number of elements that are text.
  var textCount: Int { texts.end.textCount }

  /// The offset of the end.
  var length: Int { texts.end.offset }

  var isEmpty: Bool { count == 0 }

  /// Whether the sequence contains a token.
  var hasToken: Bool { !tokens.isEmpty }

  /// The tokens and text runs in order.
  var items: ItemSequence { items(in: 0..<count) }

  /// - Precondition: `0 <= index && index < count`.
  /// - Complexity: O(log *r*) in the number of text runs, and in the length of a run, as for all methods with an index
  ///   or an offset.
  subscript(index: Int) -> Element {
    let location = texts.location(ofIndex: index)
    guard let text = texts.text(at: location) else { return .token(tokens[location.tokenCount]) }
    return .text(text.character(at: index - location.index))
  }

  /// Returns the offset of an index.
  func offset(of index: Int) -> Int {
    let location = texts.location(ofIndex: index)
    guard index > location.index, let text = texts.text(at: location) else { return location.offset }
    return location.offset + text.offset(of: index - location.index)
  }

  func offsets(of range: Range<Int>) -> Range<Int> {
    let start = offset(of: range.lowerBound)
    return range.isEmpty ? start..<start : start..<offset(of: range.upperBound)
  }

  /// Returns the first index at or after an offset.
  func index(atOrAfter offset: Int) -> Int {
    let location = texts.location(ofOffset: offset)
    guard offset > location.offset, let text = texts.text(at: location) else { return location.index }
    return location.index + text.index(atOrAfter: offset - location.offset)
  }

  func indices(atOrAfter range: Range<Int>) -> Range<Int> {
    let start = index(atOrAfter: range.lowerBound)
    return range.isEmpty ? start..<start : start..<index(atOrAfter: range.upperBound)
  }

  /// Returns the index of a token, of which others are counted only.
  func index(ofToken number: Int) -> Int { texts.location(ofToken: number).index }

  /// Returns the number of tokens before an index.
  func tokenCount(before index: Int) -> Int { texts.location(ofIndex: index).tokenCount }

  /// Returns the items in a range, which does not begin or end within text.
  func items(in range: Range<Int>) -> ItemSequence { ItemSequence(self, in: range) }

  /// Returns indices within a range of elements that are not within text, a number of items apart.
  func boundaries(in range: Range<Int>, every distance: Int) -> [Int] {
    let (start, end) = (texts.location(ofIndex: range.lowerBound), texts.location(ofIndex: range.upperBound))
    return stride(from: start.item, to: end.item, by: distance).dropFirst().map {
      texts.location(ofItem: $0).index
    }
  }
}

// Changing the content.
extension ElementSequence {
  mutating func append(_ token: Token) {
    tokens.append(token)
    texts.skipTokens(1)
  }

  mutating func append(text: some StringProtocol) { if !text.isEmpty { texts.append(ElementText(text)) } }

  /// Appends a sequence. Text that meets text joins it.
  mutating func append(_ other: ElementSequence) {
    tokens += other.tokens
    texts.append(other.texts)
  }

  /// Returns a range of elements.
  func slice(_ range: Range<Int>) -> ElementSequence { slice(offsets: offsets(of: range)) }

  /// Returns the content between two offsets, which are at boundaries of Unicode scalars.
  func slice(offsets range: Range<Int>) -> ElementSequence {
    var slice = ElementSequence()
    slice.tokens = Array(tokens[texts.tokens(inOffsets: range)])
    // An array of all tokens shares their memory, which has space for many more after a large content was removed. The history
    // of undo would keep it for each step.
    if slice.tokens.capacity > 2 * slice.tokens.count { slice.tokens = slice.tokens.map(\.self) }
    slice.texts = texts.part(range)
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
  /// - Complexity: O(*r*) in the number of text runs after the change, and in the lengths of those at its ends. If tokens are
  ///   added or removed, also the memory of the tokens after the change is moved.
  @discardableResult mutating func replace(offsets range: Range<Int>, with new: ElementSequence)
    -> ElementChange
  {
    let (indices, oldCount) = (indices(atOrAfter: range), count)
    let changed =
      textRun(before: indices.lowerBound).lowerBound..<textRun(after: indices.upperBound).upperBound
    let replaced = texts.tokens(inOffsets: range)
    if !replaced.isEmpty || new.hasToken { tokens.replaceSubrange(replaced, with: new.tokens) }
    texts.replace(range, with: new.texts)
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
    let location = texts.location(ofIndex: index)
    return texts.text(at: location).map { location.index..<location.index + $0.count }
  }

  /// Returns the last text run that ends at or before an index, or `nil` if there is none.
  func lastTextRun(before index: Int) -> Range<Int>? { texts.lastRun(before: index) }

  /// Returns the text of a range that contains only text.
  func string(in range: Range<Int>) -> String {
    let location = texts.location(ofIndex: range.lowerBound)
    guard !range.isEmpty, let text = texts.text(at: location) else { return "" }
    let start = range.lowerBound - location.index
    return text.part(text.offset(of: start)..<text.offset(of: start + range.count)).string
  }

  /// Returns the number of text elements in a range.
  func textCount(in range: Range<Int>) -> Int {
    textCount(before: range.upperBound) - textCount(before: range.lowerBound)
  }

  private func textCount(before index: Int) -> Int {
    let location = texts.location(ofIndex: index)
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

  /// A sequence of the tokens and text runs in a range.
  struct ItemSequence: Sequence, IteratorProtocol {
    private let (tokens, texts): ([Token], TextRuns)
    /// The location before the next item, and the one after the last.
    private var (location, end): (ItemLocation, ItemLocation)

    fileprivate init(_ elements: ElementSequence, in range: Range<Int>) {
      (tokens, texts) = (elements.tokens, elements.texts)
      (location, end) = (texts.location(ofIndex: range.lowerBound), texts.location(ofIndex: range.upperBound))
    }

    var underestimatedCount: Int { end.item - location.item }

    mutating func next() -> Item? {
      guard location.item < end.item else { return nil }
      let start = location
      if let text = texts.text(at: start) {
        location = start.after(text)
        return .text(text)
      }
      location = start.advanced(byTokens: 1)
      return .token(tokens[start.tokenCount])
    }
  }
}

/// A lazy list of tokens in order.
public struct TokenList<Token>: Sequence {
  let elements: ElementSequence<Token>

  public func makeIterator() -> some IteratorProtocol<Token> { elements.tokens.makeIterator() }
}

/// The text of a run between tokens. It is not empty, except as a part of another one.
struct ElementText {
  let string: String
  /// The number of graphemes. Counting them takes longer than most uses of a text.
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
  func part(_ range: Range<Int>) -> ElementText {
    guard range != 0..<length else { return self }
    let start = string.utf8.index(string.startIndex, offsetBy: range.lowerBound)
    return ElementText(string[start..<string.utf8.index(start, offsetBy: range.count)])
  }

  private func stringIndex(of index: Int) -> String.Index {
    isSimple
      ? string.utf8.index(string.startIndex, offsetBy: index)
      : string.index(string.startIndex, offsetBy: index)
  }
}

/// A location before an item of a token field's content, in all coordinates.
private struct ItemLocation {
  /// The numbers of tokens, text runs, elements and offsets before the location.
  fileprivate(set) var (tokenCount, runCount, index, offset) = (0, 0, 0, 0)

  /// The number of items before the location.
  var item: Int { tokenCount + runCount }

  /// The number of elements before the location that are text.
  var textCount: Int { index - tokenCount }

  /// Returns the location after some tokens, each of which has the count and the length 1.
  func advanced(byTokens count: Int) -> Self {
    Self(
      tokenCount: tokenCount + count, runCount: runCount, index: index + count, offset: offset + count)
  }

  /// Returns the location after a text run that begins here.
  func after(_ text: ElementText) -> Self {
    Self(
      tokenCount: tokenCount, runCount: runCount + 1, index: index + text.count, offset: offset + text.length)
  }
}

/// The text runs of a token field's content, and their locations. All other items are tokens.
///
/// Not generic, because the compiler does not specialize generic code for the tokens of a program.
private struct TextRuns {
  private struct Run {
    let start: ItemLocation
    let text: ElementText

    var end: ItemLocation { start.after(text) }
  }

  private var runs: [Run] = []
  /// The end of the content.
  private(set) var end = ItemLocation()

  /// Appends tokens, of which only the positions are stored.
  mutating func skipTokens(_ count: Int) { end = end.advanced(byTokens: count) }

  /// Appends text, unless it is empty. After text, it joins it.
  mutating func append(_ text: ElementText) {
    guard text.length > 0 else { return }
    var text = text
    if let last = runs.last, last.end.index == end.index {
      runs.removeLast()
      (end, text) = (last.start, ElementText(last.text.string + text.string))
    }
    runs.append(Run(start: end, text: text))
    end = end.after(text)
  }

  mutating func append(_ other: TextRuns) { append(other, 0..<other.end.offset) }

  /// Appends the content of another one between two offsets, which are at boundaries of Unicode scalars.
  private mutating func append(_ other: TextRuns, _ range: Range<Int>) {
    var passed = other.location(ofOffset: range.lowerBound)
    for run in other.runs[passed.runCount...] {
      guard run.start.offset < range.upperBound else { break }
      skipTokens(run.start.tokenCount - passed.tokenCount)
      let lowerBound = max(0, range.lowerBound - run.start.offset)
      append(run.text.part(lowerBound..<min(run.text.length, range.upperBound - run.start.offset)))
      passed = run.end
    }
    skipTokens(other.location(ofOffset: range.upperBound).tokenCount - passed.tokenCount)
  }

  /// Returns the content between two offsets, which are at boundaries of Unicode scalars.
  func part(_ range: Range<Int>) -> TextRuns {
    var part = TextRuns()
    part.append(self, range)
    return part
  }

  /// Replaces the content between two offsets, which are at boundaries of Unicode scalars.
  ///
  /// - Complexity: O(*r*) in the number of text runs after the change, and in the lengths of those at its ends.
  mutating func replace(_ range: Range<Int>, with new: TextRuns) {
    let (start, later) = (location(ofOffset: range.lowerBound), part(range.upperBound..<end.offset))
    let before = text(at: start)?.part(0..<range.lowerBound - start.offset)
    runs.removeSubrange(start.runCount...)
    end = start
    if let before { append(before) }
    append(new)
    append(later)
  }

  /// Returns the numbers of the tokens between two offsets.
  func tokens(inOffsets range: Range<Int>) -> Range<Int> {
    location(ofOffset: range.lowerBound).tokenCount..<location(ofOffset: range.upperBound).tokenCount
  }

  /// Returns the text run that begins at a location, or `nil` if a token or nothing follows.
  func text(at location: ItemLocation) -> ElementText? {
    guard location.runCount < runs.count, runs[location.runCount].start.index == location.index else {
      return nil
    }
    return runs[location.runCount].text
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
  private func runCount(while condition: (Run) -> Bool) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(runs[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
