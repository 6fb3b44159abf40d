import TestSupport
import Testing

@testable import Controls

@Suite struct `A store of letters` {
  @Test(arguments: 0..<8) func `finds each place from behind, as a plain search does`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    func bytes(_ counts: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: counts, using: &generator)).map { _ in
        UInt8(ascii: "a") + UInt8.random(in: 0..<(seed < 4 ? 2 : 5), using: &generator)
      }
    }
    var store = LetterStore()
    for _ in 0..<12 { store.append(bytes(0...40)) }
    let all = store.letters
    for _ in 0..<40 {
      let wanted = bytes(1...12)
      var places = all.indices.filter { all[$0...].starts(with: wanted) }
      var end = store.count
      while let place = store.lastPlace(of: wanted, before: end) {
        #expect(place == places.popLast())
        end = place
      }
      #expect(places.isEmpty, "\(wanted)")
    }
  }

  @Test func `finds nothing across two texts`() {
    var store = LetterStore()
    store.append(Array("abc".utf8))
    store.append(Array("def".utf8))
    #expect(store.lastPlace(of: Array("cd".utf8), before: store.count) == nil)
    #expect(store.lastPlace(of: Array("def".utf8), before: store.count) == 4)
    #expect(store.lastPlace(of: Array("def".utf8), before: 4) == nil)
  }
}
