import Controls
import Scene
import TestSupport
import Testing

@Suite struct `A caret in a line of text` {
  private static func line(_ text: String) -> TextLine {
    FixedTextMetrics().line(of: text, style: Theme.Fonts.token)
  }

  /// Latin and Hebrew letters, digits and spaces.
  private static func text(seed: Int) -> String {
    var generator = SeededGenerator(seed: seed)
    let characters = Array("ab12 \u{5D0}\u{5D1}\u{5D2}")
    return String(
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        characters[Int.random(in: 0..<characters.count, using: &generator)]
      })
  }

  @Test(arguments: 0..<300) func `reaches each gap once by Left and once by Right, as it points`(
    seed: Int
  ) {
    let line = Self.line(Self.text(seed: seed))
    let count = line.clusters.count
    for isLeft in [true, false] {
      var (gap, reached) = (isLeft == line.isRightToLeft ? 0 : count, Set<Int>())
      while reached.insert(gap).inserted {
        let next = line.gap(nextTo: gap, onTheLeft: isLeft)
        let way = line.caretX(inGap: next) - line.caretX(inGap: gap)
        #expect(isLeft ? way <= 0 : way >= 0)
        #expect(next == gap || line.gap(nextTo: next, onTheLeft: !isLeft) == gap, "and back")
        gap = next
      }
      #expect(reached == Set(0...count))
    }
  }

  @Test(arguments: 0..<300) func `stands at an edge of a neighbour, and at the ends`(seed: Int) {
    let line = Self.line(Self.text(seed: seed))
    let count = line.clusters.count
    for gap in 1..<max(1, count) {
      let (before, after) = (line.clusters[gap - 1], line.clusters[gap])
      #expect([before.trailingX, after.leadingX].contains(line.caretX(inGap: gap)))
    }
    let ends = [line.caretX(inGap: 0), line.caretX(inGap: count)]
    #expect(ends.sorted() == [0, line.metrics.advance])
    #expect((ends[0] > ends[1]) == (line.isRightToLeft && count > 0))
  }

  @Test(arguments: 0..<300) func `is found again by its place`(seed: Int) {
    let line = Self.line(Self.text(seed: seed))
    for gap in 0...line.clusters.count {
      let x = line.caretX(inGap: gap)
      #expect(line.caretX(inGap: line.gap(nearestTo: x)) == x)
      #expect(line.caretX(inGap: line.gap(nearestTo: x + 3)) >= x)
    }
  }

  @Test(arguments: 0..<300) func `selects as much as there is between two gaps`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let line = Self.line(Self.text(seed: seed))
    let start = Int.random(in: 0...line.clusters.count, using: &generator)
    let range = start..<Int.random(in: start...line.clusters.count, using: &generator)
    let extents = line.extents(of: range)
    let width = extents.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    #expect(width == 7 * Double(range.count))
    for (left, right) in zip(extents, extents.dropFirst()) {
      #expect(left.upperBound < right.lowerBound)
    }
  }
}
