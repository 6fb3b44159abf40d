import Controls
import Scene
import TestSupport
import Testing

@Suite struct `Text line caret` {
  private static func line(_ text: String) -> TextLine {
    FixedTextMetrics().line(of: text, style: Theme.light.fonts.token)
  }

  /// Returns random text of Latin and Hebrew letters, digits and spaces.
  private static func text(seed: Int) -> String {
    var generator = SeededGenerator(seed: seed)
    let characters = Array("ab12 \u{5D0}\u{5D1}\u{5D2}")
    return String(
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        characters[Int.random(in: 0..<characters.count, using: &generator)]
      })
  }

  @Test(arguments: seeds(300)) func `visits each insertion index once with Left and once with Right`(
    seed: Int
  ) {
    let line = Self.line(Self.text(seed: seed))
    let count = line.clusters.count
    for isLeft in [true, false] {
      var (index, visited) = (isLeft == line.isRightToLeft ? 0 : count, Set<Int>())
      while visited.insert(index).inserted {
        let next = line.insertionIndex(nextTo: index, onTheLeft: isLeft)
        let distance = line.caretX(at: next) - line.caretX(at: index)
        #expect(isLeft ? distance <= 0 : distance >= 0)
        #expect(next == index || line.insertionIndex(nextTo: next, onTheLeft: !isLeft) == index, "and back")
        index = next
      }
      #expect(visited == Set(0...count))
    }
  }

  @Test(arguments: seeds(300)) func `is at an edge of an adjacent cluster and at the ends`(seed: Int) {
    let line = Self.line(Self.text(seed: seed))
    let count = line.clusters.count
    for index in 1..<max(1, count) {
      let (before, after) = (line.clusters[index - 1], line.clusters[index])
      #expect([before.trailingX, after.leadingX].contains(line.caretX(at: index)))
    }
    let ends = [line.caretX(at: 0), line.caretX(at: count)]
    #expect(ends.sorted() == [0, line.metrics.advance])
    #expect((ends[0] > ends[1]) == (line.isRightToLeft && count > 0))
  }

  @Test(arguments: seeds(300)) func `is found again by its x coordinate`(seed: Int) {
    let line = Self.line(Self.text(seed: seed))
    for index in 0...line.clusters.count {
      let x = line.caretX(at: index)
      #expect(line.caretX(at: line.insertionIndex(nearestTo: x)) == x)
      #expect(line.caretX(at: line.insertionIndex(nearestTo: x + 3)) >= x)
    }
  }

  @Test(arguments: seeds(300)) func `selects exactly the width between two indices`(seed: Int) {
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
