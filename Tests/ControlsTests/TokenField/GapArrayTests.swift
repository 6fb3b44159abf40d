import TestSupport
import Testing

@testable import Controls

@Suite struct `Gap array` {
  @Test(arguments: seeds(8)) func `matches an array after random replacements`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var (array, gapped) = ([Int](), GapArray<Int>())
    for step in 0..<200 {
      let start = Int.random(in: 0...array.count, using: &random)
      let end = Int.random(in: start...min(array.count, start + [0, 1, 3, 100][step % 4]), using: &random)
      let new = Array(repeating: step, count: [0, 1, 2, 90][Int.random(in: 0..<4, using: &random)])
      switch step % 5 {
      case 0:
        array.append(step)
        gapped.append(step)
      case 1:
        var other = GapArray<Int>()
        other.replaceSubrange(0..<0, with: array)
        other.replaceSubrange(start..<start, with: new)
        let all = Array(other)
        let range = start..<min(all.count, start + 150)
        array += all[range]
        gapped.append(range, of: other)
      default:
        array.replaceSubrange(start..<end, with: new)
        gapped.replaceSubrange(start..<end, with: new)
      }
      #expect(Array(gapped) == array && gapped.count == array.count)
      #expect(array.indices.allSatisfy { gapped[$0] == array[$0] })
    }
  }
}
