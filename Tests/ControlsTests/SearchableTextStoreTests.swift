import TestSupport
import Testing

@testable import Controls

@Suite struct `Searchable text store` {
  @Test(arguments: 0..<8) func `finds all matches from the end, like a linear search`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    func bytes(_ counts: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: counts, using: &generator)).map { _ in
        UInt8(ascii: "a") + UInt8.random(in: 0..<(seed < 4 ? 2 : 5), using: &generator)
      }
    }
    var store = SearchableTextStore()
    for _ in 0..<12 { store.append(bytes(0...40)) }
    let all = store.storage
    for _ in 0..<40 {
      let pattern = bytes(1...12)
      var indices = all.indices.filter { all[$0...].starts(with: pattern) }
      var end = store.count
      while let index = store.lastIndex(of: pattern, before: end) {
        #expect(index == indices.popLast())
        end = index
      }
      #expect(indices.isEmpty, "\(pattern)")
    }
  }

  @Test func `finds no match across two texts`() {
    var store = SearchableTextStore()
    store.append(Array("abc".utf8))
    store.append(Array("def".utf8))
    #expect(store.lastIndex(of: Array("cd".utf8), before: store.count) == nil)
    #expect(store.lastIndex(of: Array("def".utf8), before: store.count) == 4)
    #expect(store.lastIndex(of: Array("def".utf8), before: 4) == nil)
  }
}
