/// Puts graphemes together where text comes to stand beside text: an accent that is typed joins the
/// letter before it, and two halves of a flag meet when what was between them goes.
struct Seam<Token> {
  typealias Units = UnitSequence<Token>

  /// What is to be replaced, and by what, so that all graphemes are whole.
  private(set) var range: Range<Int>
  private(set) var units: Units
  /// The first gap at or after the end of what is new.
  private(set) var caret: Int

  /// - Parameters:
  ///   - range: What is to be replaced.
  ///   - new: By what.
  /// - Complexity: O(*n*) in the length of the text beside it.
  init(replacing range: Range<Int>, with new: Units, in content: Units) {
    (self.range, units, caret) = (range, new, range.lowerBound + new.count)
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
    let lower = range.lowerBound - (left.count - whole.keptOnLeft)
    range = lower..<range.upperBound + (right.count - whole.keptOnRight)
    units = Units(whole.characters.map { .text($0) })
    caret = lower + whole.caret
  }

  /// There is a token in what is new, whose sides know nothing of each other.
  private mutating func joinEnds(of new: Units, to left: [Character], _ right: [Character]) {
    let (head, tail) = (new.stretch(after: 0), new.stretch(before: new.count))
    let first = Regrouping(left, new.characters(in: head), [])
    let last = Regrouping([], new.characters(in: tail), right)
    let lower = range.lowerBound - (left.count - first.keptOnLeft)
    let middle = head.upperBound..<tail.lowerBound
    range = lower..<range.upperBound + (right.count - last.keptOnRight)
    units = Units(first.characters.map { .text($0) })
    units.append(new.slice(middle))
    units.append(Units(last.characters.map { .text($0) }))
    caret = lower + first.characters.count + middle.count + last.caret
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

extension UnitSequence {
  fileprivate var first: Unit? { blocks.first?.units.first }

  fileprivate var last: Unit? { blocks.last?.units.last }
}
