/// The directions of the characters of one line, by a subset of the Unicode
/// [bidirectional algorithm](https://www.unicode.org/reports/tr9/) for layout tests.
///
/// The classes are Hebrew letters, other letters, ASCII digits, and neutral for everything else.
/// The rules are P2, P3, W7, N1, N2, I1, I2 and L2. Other classes are not distinguished, such as
/// Arabic letters, number separators, brackets, marks and explicit directions.
struct BidirectionalOrder {
  private enum Class { case left, right, number, neutral }

  /// Whether the first letter has right-to-left direction (P2, P3).
  let isRightToLeft: Bool
  /// The embedding level of each character. Odd levels are from right to left.
  let levels: [Int]

  init(of text: String) {
    var classes = text.map(Self.class)
    let first = classes.first { $0 == .left || $0 == .right }
    isRightToLeft = first == .right
    let base: Class = isRightToLeft ? .right : .left
    Self.resolveNumbers(&classes, base)
    Self.resolveNeutrals(&classes, base)
    levels = classes.map { Self.level(of: $0, in: base) }
  }

  /// The indices of the characters from left to right (L2). Runs of each level and higher are
  /// reversed, starting at the highest level.
  var visualOrder: [Int] {
    var order = Array(levels.indices)
    for level in (1...max(1, levels.max() ?? 0)).reversed() {
      for run in Self.runs(in: order.map { levels[$0] >= level }) { order[run].reverse() }
    }
    return order
  }

  private static func `class`(of character: Character) -> Class {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x5D0...0x5EA, 0x200F: .right
    case 0x200E: .left
    case 0x30...0x39: .number
    default: character.isLetter ? .left : .neutral
    }
  }

  /// Rule W7: a number gets class `left` after a left-to-right letter. The start of a left-to-right
  /// line counts as such a letter.
  private static func resolveNumbers(_ classes: inout [Class], _ base: Class) {
    var last = base
    for index in classes.indices {
      if classes[index] == .number && last == .left { classes[index] = .left }
      if classes[index] == .left || classes[index] == .right { last = classes[index] }
    }
  }

  /// Rules N1 and N2: neutral characters between two characters of the same direction get this
  /// direction; others get the direction of the line. A number counts as right-to-left.
  private static func resolveNeutrals(_ classes: inout [Class], _ base: Class) {
    for run in runs(in: classes.map { $0 == .neutral }) {
      let before = run.lowerBound == 0 ? base : classes[run.lowerBound - 1]
      let after = run.upperBound == classes.count ? base : classes[run.upperBound]
      let isLeft = (before == .left, after == .left)
      let direction = isLeft.0 == isLeft.1 ? (isLeft.0 ? Class.left : .right) : base
      for index in run { classes[index] = direction }
    }
  }

  /// Rules I1 and I2.
  private static func level(of class: Class, in base: Class) -> Int {
    switch (`class`, base) {
    case (.left, .left): 0
    case (.left, _), (.number, _): 2
    default: 1
    }
  }

  /// Returns the maximal ranges in which all flags are `true`.
  private static func runs(in flags: [Bool]) -> [Range<Int>] {
    flags.indices.reduce(into: []) { runs, index in
      guard flags[index] else { return }
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
  }
}
