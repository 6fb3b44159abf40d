/// The directions in which the characters of one line are written, by the part of Unicode's
/// [bidirectional algorithm](https://www.unicode.org/reports/tr9/) that layout is tested with.
///
/// There are Hebrew letters, other letters, ASCII's digits and, as neutral, all else; the rules are
/// P2 and P3, W7, N1 and N2, I1 and I2, and L2. What has other classes, as Arabic letters, signs in
/// numbers, brackets, marks and explicit directions, is not told apart.
struct WritingOrder {
  private enum Class { case left, right, number, neutral }

  /// Whether the first letter is read from right to left (P2, P3).
  let isRightToLeft: Bool
  /// How deep each character is embedded: odd from right to left.
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

  /// For each place from left to right the index of the character that stands there (L2): runs of
  /// each level and higher are reversed, the highest first.
  var visualOrder: [Int] {
    var order = Array(levels.indices)
    for level in (1...max(1, levels.max() ?? 0)).reversed() {
      for run in Self.runs(in: order.map { levels[$0] >= level }) { order[run].reverse() }
    }
    return order
  }

  private static func `class`(of character: Character) -> Class {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x5D0...0x5EA: .right
    case 0x30...0x39: .number
    default: character.isLetter ? .left : .neutral
    }
  }

  /// W7: a number after a letter from left to right, or in such a line before any, is as a letter.
  private static func resolveNumbers(_ classes: inout [Class], _ base: Class) {
    var last = base
    for index in classes.indices {
      if classes[index] == .number && last == .left { classes[index] = .left }
      if classes[index] == .left || classes[index] == .right { last = classes[index] }
    }
  }

  /// N1, N2: what stands between two of one direction has theirs, other things the line's; a number
  /// counts as from right to left.
  private static func resolveNeutrals(_ classes: inout [Class], _ base: Class) {
    for run in runs(in: classes.map { $0 == .neutral }) {
      let before = run.lowerBound == 0 ? base : classes[run.lowerBound - 1]
      let after = run.upperBound == classes.count ? base : classes[run.upperBound]
      let isLeft = (before == .left, after == .left)
      let direction = isLeft.0 == isLeft.1 ? (isLeft.0 ? Class.left : .right) : base
      for index in run { classes[index] = direction }
    }
  }

  /// I1, I2.
  private static func level(of class: Class, in base: Class) -> Int {
    switch (`class`, base) {
    case (.left, .left): 0
    case (.left, _), (.number, _): 2
    default: 1
    }
  }

  /// The longest ranges in which all is true.
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
