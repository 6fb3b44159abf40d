import TestSupport
import Testing

@testable import Secrets

/// All texts of so many characters, written down one by one.
private func texts(of alphabet: [Unicode.Scalar], count: Int) -> [[Unicode.Scalar]] {
  guard count > 0 else { return [[]] }
  return texts(of: alphabet, count: count - 1).flatMap { text in alphabet.map { text + [$0] } }
}

/// A rule for some of the characters, which may be for others' too.
private func rule(for kind: Set<Unicode.Scalar>, atLeast count: Int, number: Int) -> PasswordRule {
  PasswordRule("a", "kind \(number)", atLeast: count) { kind.contains($0) }
}

@Suite struct `The chance that characters meet rules` {
  @Test(arguments: 0..<24) func `is what counting all of them comes to`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("abcde".unicodeScalars.prefix(.random(in: 2...5, using: &generator)))
    let rules = (0..<Int.random(in: 0...3, using: &generator)).map { number in
      rule(
        for: Set(
          alphabet.shuffled(using: &generator).prefix(.random(in: 1...3, using: &generator))),
        atLeast: .random(in: 1...3, using: &generator), number: number)
    }
    var chance = try #require(ChanceOfKinds(of: rules, in: alphabet))
    for count in 0...5 {
      if count > 0 { chance.drawOne() }
      let all = texts(of: alphabet, count: count)
      let good = all.count { text in
        rules.allSatisfy { text.count(where: $0.isSatisfied) >= $0.minimumCount }
      }
      let wanted = Double(good) / Double(all.count)
      #expect(abs(chance.ofAll - wanted) < 1e-12, "\(rules.map(\.line)) at \(count)")
    }
  }

  @Test func `is none where nothing is of a kind, and is not looked for among too many counts`() {
    let alphabet = Array("ab".unicodeScalars)
    let other = rule(for: ["c"], atLeast: 1, number: 0)
    #expect(ChanceOfKinds(of: [other], in: alphabet) == nil)
    let rules = (0..<4).map { rule(for: ["a"], atLeast: 16, number: $0) }
    #expect(ChanceOfKinds(of: Array(rules.prefix(3)), in: alphabet) != nil)
    #expect(ChanceOfKinds(of: rules, in: alphabet) == nil)
  }
}
