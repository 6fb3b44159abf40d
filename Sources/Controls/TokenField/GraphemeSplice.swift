/// A replacement of elements with graphemes segmented again where text meets text. For example, a
/// typed accent joins the letter before it, and two halves of a flag join when the content between
/// them is removed.
struct GraphemeSplice<Token> {
  typealias Elements = ElementSequence<Token>

  /// The range to replace and the elements that replace it, both with complete graphemes.
  private(set) var range: Range<Int>
  private(set) var elements: Elements
  /// The first insertion index at or after the end of the new elements.
  private(set) var caret: Int
  /// The range that the caller asked to replace.
  private let requestedRange: Range<Int>
  /// The numbers of Unicode scalars of the adjacent graphemes that are in `range`.
  private var (leftCounts, rightCounts): ([Int], [Int]) = ([], [])

  /// Creates the replacement.
  ///
  /// - Parameters:
  ///   - range: The range to replace.
  ///   - new: The elements that replace it.
  /// - Complexity: O(*n*) in the length of the adjacent text.
  init(replacing range: Range<Int>, with new: Elements, in content: Elements) {
    (self.range, requestedRange, elements) = (range, range, new)
    caret = range.lowerBound + new.count
    let before = content.textRun(before: range.lowerBound)
    let after = content.textRun(after: range.upperBound)
    let (isTextFirst, isTextLast) = (new.first?.isText ?? true, new.last?.isText ?? true)
    guard !before.isEmpty && isTextFirst || !after.isEmpty && isTextLast else { return }
    let (left, right) = (content.characters(in: before), content.characters(in: after))
    if new.textCount == new.count {
      join(left, new.compactMap(\.character), right)
    } else {
      joinEnds(of: new, to: left, right)
    }
  }

  /// Joins new elements, all of which are text, with the text on both sides.
  private mutating func join(_ left: [Character], _ new: [Character], _ right: [Character]) {
    let whole = GraphemeResegmentation(left, new, right)
    widen(by: left[whole.unchangedOnLeft...], right.dropLast(whole.unchangedOnRight))
    elements = Elements(whole.characters.map { .text($0) })
    caret = range.lowerBound + whole.caret
  }

  /// Joins both ends of new elements with the adjacent text. A token separates the two ends.
  private mutating func joinEnds(of new: Elements, to left: [Character], _ right: [Character]) {
    let (head, tail) = (new.textRun(after: 0), new.textRun(before: new.count))
    let first = GraphemeResegmentation(left, new.characters(in: head), [])
    let last = GraphemeResegmentation([], new.characters(in: tail), right)
    let middle = head.upperBound..<tail.lowerBound
    widen(by: left[first.unchangedOnLeft...], right.dropLast(last.unchangedOnRight))
    elements = Elements(first.characters.map { .text($0) })
    elements.append(new.slice(middle))
    elements.append(Elements(last.characters.map { .text($0) }))
    caret = range.lowerBound + first.characters.count + middle.count + last.caret
  }

  /// Extends the range by the graphemes on both sides that change.
  private mutating func widen(by left: ArraySlice<Character>, _ right: ArraySlice<Character>) {
    range = range.lowerBound - left.count..<range.upperBound + right.count
    leftCounts = left.map(\.unicodeScalars.count)
    rightCounts = right.map(\.unicodeScalars.count)
  }
}

// Mapping of insertion indices.
extension GraphemeSplice {
  /// Returns an insertion index after the replacement.
  ///
  /// Outside the requested range, it is the first index with the same number of Unicode scalars
  /// between it and that range. Within that range, it is the end of the new elements.
  func mapped(_ old: Int) -> Int {
    if old <= range.lowerBound { return old }
    if old >= range.upperBound { return old + elements.count - range.count }
    if old <= requestedRange.lowerBound {
      return range.lowerBound + index(after: leftCounts.prefix(old - range.lowerBound).reduce(0, +))
    }
    guard old >= requestedRange.upperBound else { return caret }
    return range.lowerBound + index(before: rightCounts.suffix(range.upperBound - old).reduce(0, +))
  }

  func mapped(_ selection: TextSelection) -> TextSelection {
    TextSelection(anchor: mapped(selection.anchor), head: mapped(selection.head))
  }

  /// Returns the first index of `elements` with at least `count` scalars before it.
  private func index(after count: Int) -> Int {
    var (index, passed) = (0, 0)
    while passed < count {
      passed += elements[index].scalarCount
      index += 1
    }
    return index
  }

  /// Returns the first index of `elements` with at most `count` scalars after it.
  private func index(before count: Int) -> Int {
    var (index, remaining) = (elements.count, count)
    while index > 0, elements[index - 1].scalarCount <= remaining {
      index -= 1
      remaining -= elements[index].scalarCount
    }
    return index
  }
}

/// Text between other text, segmented into graphemes again.
private struct GraphemeResegmentation {
  /// The graphemes that replace the text and its changed neighbors.
  let characters: [Character]
  /// The numbers of graphemes that stay unchanged on either side.
  let unchangedOnLeft: Int
  let unchangedOnRight: Int
  /// The first insertion index in `characters` at or after the end of the text.
  let caret: Int

  init(_ left: [Character], _ new: [Character], _ right: [Character]) {
    let joined = Array(String(left + new + right))
    let boundaries = Self.boundaries(of: joined)
    let inLeft = Self.boundaries(of: left)
    let unchanged = zip(inLeft.dropFirst(), boundaries.dropFirst()).prefix { $0 == $1 }.count
    let total = boundaries.last ?? 0
    let fromEnd = boundaries.reversed().map { total - $0 }
    let available = joined.count - unchanged
    let inRight = Self.boundaries(of: right.reversed())
    let unchangedOnRight = zip(inRight.dropFirst(), fromEnd.dropFirst()).prefix { $0 == $1 }.prefix(available)
      .count
    let end = Self.boundaries(of: left + new).last ?? 0
    (unchangedOnLeft, self.unchangedOnRight) = (unchanged, unchangedOnRight)
    characters = Array(joined[unchanged..<joined.count - unchangedOnRight])
    caret = (boundaries.firstIndex { $0 >= end } ?? joined.count) - unchanged
  }

  /// Returns the grapheme boundaries in Unicode scalars from the start, including both ends.
  private static func boundaries(of characters: some Sequence<Character>) -> [Int] {
    characters.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.unicodeScalars.count) }
  }
}

extension TokenFieldElement { fileprivate var scalarCount: Int { character?.unicodeScalars.count ?? 1 } }

extension ElementSequence {
  fileprivate var first: Element? { blocks.first?.elements.first }

  fileprivate var last: Element? { blocks.last?.elements.last }
}
