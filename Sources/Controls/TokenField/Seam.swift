/// Puts graphemes together where text comes to stand beside text: an accent that is typed joins the
/// letter before it, and two halves of a flag meet when what was between them goes.
struct Seam<Token> {
  typealias Units = UnitSequence<Token>

  /// What is to be replaced, and by what, so that all graphemes are whole.
  private(set) var range: Range<Int>
  private(set) var units: Units
  /// The first gap at or after the end of what is new.
  private(set) var caret: Int
  /// What was asked to be replaced.
  private let asked: Range<Int>
  /// Of the graphemes beside that, as far as they are in `range`, the numbers of Unicode scalars.
  private var (leftCounts, rightCounts): ([Int], [Int]) = ([], [])

  /// - Parameters:
  ///   - range: What is to be replaced.
  ///   - new: By what.
  /// - Complexity: O(*n*) in the length of the text beside it.
  init(replacing range: Range<Int>, with new: Units, in content: Units) {
    (self.range, asked, units) = (range, range, new)
    caret = range.lowerBound + new.count
    let before = content.stretch(before: range.lowerBound)
    let after = content.stretch(after: range.upperBound)
    let (isTextFirst, isTextLast) = (new.first?.isText ?? true, new.last?.isText ?? true)
    guard !before.isEmpty && isTextFirst || !after.isEmpty && isTextLast else { return }
    let (left, right) = (content.characters(in: before), content.characters(in: after))
    if new.textCount == new.count {
      join(left, new.compactMap(\.character), right)
    } else {
      joinEnds(of: new, to: left, right)
    }
  }

  /// All that is new is text.
  private mutating func join(_ left: [Character], _ new: [Character], _ right: [Character]) {
    let whole = Regrouping(left, new, right)
    widen(by: left[whole.keptOnLeft...], right.dropLast(whole.keptOnRight))
    units = Units(whole.characters.map { .text($0) })
    caret = range.lowerBound + whole.caret
  }

  /// There is a token in what is new, whose sides know nothing of each other.
  private mutating func joinEnds(of new: Units, to left: [Character], _ right: [Character]) {
    let (head, tail) = (new.stretch(after: 0), new.stretch(before: new.count))
    let first = Regrouping(left, new.characters(in: head), [])
    let last = Regrouping([], new.characters(in: tail), right)
    let middle = head.upperBound..<tail.lowerBound
    widen(by: left[first.keptOnLeft...], right.dropLast(last.keptOnRight))
    units = Units(first.characters.map { .text($0) })
    units.append(new.slice(middle))
    units.append(Units(last.characters.map { .text($0) }))
    caret = range.lowerBound + first.characters.count + middle.count + last.caret
  }

  /// Takes along the graphemes on both sides that change.
  private mutating func widen(by left: ArraySlice<Character>, _ right: ArraySlice<Character>) {
    range = range.lowerBound - left.count..<range.upperBound + right.count
    leftCounts = left.map(\.unicodeScalars.count)
    rightCounts = right.map(\.unicodeScalars.count)
  }
}

// What stood beside it.
extension Seam {
  /// Where a gap is once that is done: the first that has as many Unicode scalars between it and what
  /// was replaced; behind what is new where it was within that.
  func followed(_ gap: Int) -> Int {
    if gap <= range.lowerBound { return gap }
    if gap >= range.upperBound { return gap + units.count - range.count }
    if gap <= asked.lowerBound {
      return range.lowerBound + index(after: leftCounts.prefix(gap - range.lowerBound).reduce(0, +))
    }
    guard gap >= asked.upperBound else { return caret }
    return range.lowerBound + index(before: rightCounts.suffix(range.upperBound - gap).reduce(0, +))
  }

  func followed(_ selection: TextSelection) -> TextSelection {
    TextSelection(anchor: followed(selection.anchor), head: followed(selection.head))
  }

  /// The first index of `units` with so many scalars before it.
  private func index(after count: Int) -> Int {
    var (index, passed) = (0, 0)
    while passed < count {
      passed += units[index].scalarCount
      index += 1
    }
    return index
  }

  /// The first with no more than so many behind it.
  private func index(before count: Int) -> Int {
    var (index, left) = (units.count, count)
    while index > 0, units[index - 1].scalarCount <= left {
      index -= 1
      left -= units[index].scalarCount
    }
    return index
  }
}

/// Text between other text, taken apart into graphemes anew.
private struct Regrouping {
  /// What takes the place of the text and of those neighbours that changed.
  let characters: [Character]
  /// How many graphemes stay as they are, on either side.
  let keptOnLeft: Int
  let keptOnRight: Int
  /// The first gap among `characters` at or after the end of the text.
  let caret: Int

  init(_ left: [Character], _ new: [Character], _ right: [Character]) {
    let joined = Array(String(left + new + right))
    let borders = Self.borders(of: joined)
    let kept = zip(Self.borders(of: left).dropFirst(), borders.dropFirst())
      .prefix { $0 == $1 }.count
    let total = borders.last ?? 0
    let fromEnd = borders.reversed().map { total - $0 }
    let room = joined.count - kept
    let keptOnRight = zip(Self.borders(of: right.reversed()).dropFirst(), fromEnd.dropFirst())
      .prefix { $0 == $1 }.prefix(room).count
    let end = Self.borders(of: left + new).last ?? 0
    (keptOnLeft, self.keptOnRight) = (kept, keptOnRight)
    characters = Array(joined[kept..<joined.count - keptOnRight])
    caret = (borders.firstIndex { $0 >= end } ?? joined.count) - kept
  }

  /// In Unicode scalars from the start, both ends included.
  private static func borders(of characters: some Sequence<Character>) -> [Int] {
    characters.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.unicodeScalars.count) }
  }
}

extension TokenUnit {
  fileprivate var scalarCount: Int { character?.unicodeScalars.count ?? 1 }
}

extension UnitSequence {
  fileprivate var first: Unit? { blocks.first?.units.first }

  fileprivate var last: Unit? { blocks.last?.units.last }
}
