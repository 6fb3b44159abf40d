import TestSupport
import Testing

@testable import Controls

@Suite struct `Position map` {
  private typealias Segment = PositionMap.Segment

  private static func randomSegments(using generator: inout SeededGenerator) -> [Segment] {
    var (segments, end): ([Segment], Int) = ([], 0)
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      let start = end + Int.random(in: 0...3, using: &generator)
      end = start + Int.random(in: 0...3, using: &generator)
      let new = Int.random(in: 0...3, using: &generator)
      // Two insertions at one position are one.
      if let last = segments.last, last.old.isEmpty, last.old.upperBound == start, start == end { continue }
      segments.append(Segment(old: start..<end, newLength: new))
    }
    return segments
  }

  /// Returns the elements after a change: those that stay keep their number, new ones are negative.
  private static func changed(_ count: Int, by segments: [Segment]) -> [Int] {
    var elements = Array(0..<count)
    for segment in segments.reversed() {
      elements.replaceSubrange(segment.old, with: Array(repeating: -1, count: segment.newLength))
    }
    return elements
  }

  @Test(arguments: seeds(300)) func `keeps positions between the elements that stay`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (segments, count) = (Self.randomSegments(using: &generator), 40)
    let (map, new) = (PositionMap(segments), Self.changed(count, by: segments))
    for position in 0...count {
      for bias in [PositionMap.Bias.before, .after] {
        let mapped = map.map(position, bias)
        let (before, after) = (new[..<mapped].filter { $0 >= 0 }, new[mapped...].filter { $0 >= 0 })
        #expect(before.allSatisfy { $0 < position } && after.allSatisfy { $0 >= position })
      }
      #expect(map.map(position, .before) <= map.map(position, .after))
      let isInsertion = segments.contains {
        $0.old.isEmpty && $0.old.lowerBound == position && $0.newLength > 0
      }
      #expect((map.map(position, .before) < map.map(position, .after)) == isInsertion)
    }
    #expect(map.map(count) == new.count)
  }

  @Test(arguments: seeds(300)) func `reports ranges that a segment changes and keeps the others whole`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let (segments, count) = (Self.randomSegments(using: &generator), 24)
    let (map, new) = (PositionMap(segments), Self.changed(count, by: segments))
    for start in 0..<count {
      for end in start + 1...count {
        let (range, isReplaced) = map.map(start..<end)
        let isChanged = segments.contains { segment in
          segment.old.lowerBound < end && segment.old.upperBound > start
        }
        #expect(isReplaced == isChanged)
        if isReplaced { #expect(range.isEmpty) } else { #expect(Array(new[range]) == Array(start..<end)) }
      }
    }
  }

  @Test(arguments: seeds(300)) func `has an inverse that maps the positions outside of segments back`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let segments = Self.randomSegments(using: &generator)
    let map = PositionMap(segments)
    #expect(map.inverse.inverse == map)
    for position in 0...40
    where !segments.contains(where: { $0.old.lowerBound...$0.old.upperBound ~= position }) {
      #expect(map.inverse.map(map.map(position)) == position)
    }
  }

  @Test func `leaves a replaced position at the end of the new content`() {
    let map = PositionMap([Segment(old: 2..<6, newLength: 3), Segment(old: 8..<9, newLength: 0)])
    #expect([1, 2, 3, 5, 6, 7, 8, 9, 10].map { map.map($0) } == [1, 2, 5, 5, 5, 6, 7, 7, 8])
  }
}
