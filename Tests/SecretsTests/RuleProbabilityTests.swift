import TestSupport
import Testing

@testable import Secrets

/// Returns all texts with a number of characters.
private func texts(of alphabet: [Unicode.Scalar], count: Int) -> [[Unicode.Scalar]] {
  guard count > 0 else { return [[]] }
  return texts(of: alphabet, count: count - 1).flatMap { text in alphabet.map { text + [$0] } }
}

/// Returns a rule for some of the characters, which other rules may include, too.
private func rule(for kind: Set<Unicode.Scalar>, atLeast count: Int, number: Int) -> PasswordRule {
  PasswordRule("a", "kind \(number)", atLeast: count) { kind.contains($0) }
}

@Suite struct `Rule probability` {
  @Test(arguments: seeds(24)) func `equals the result of exhaustive enumeration`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("abcde".unicodeScalars.prefix(.random(in: 2...5, using: &generator)))
    let rules = (0..<Int.random(in: 0...3, using: &generator)).map { number in
      rule(
        for: Set(
          alphabet.shuffled(using: &generator).prefix(.random(in: 1...3, using: &generator))),
        atLeast: .random(in: 1...3, using: &generator), number: number)
    }
    var chance = try #require(RuleProbability(of: rules, in: alphabet))
    for count in 0...5 {
      if count > 0 { chance.drawOne() }
      let all = texts(of: alphabet, count: count)
      let good = all.count { text in
        rules.allSatisfy { text.count(where: $0.isSatisfied) >= $0.minimumCount }
      }
      let expected = Double(good) / Double(all.count)
      #expect(abs(chance.value - expected) < 1e-12, "\(rules.map(\.text)) at \(count)")
    }
  }

  @Test func `is nil if no character is of a kind or there are too many states`() {
    let alphabet = Array("ab".unicodeScalars)
    let other = rule(for: ["c"], atLeast: 1, number: 0)
    #expect(RuleProbability(of: [other], in: alphabet) == nil)
    let rules = (0..<4).map { rule(for: ["a"], atLeast: 16, number: $0) }
    #expect(RuleProbability(of: Array(rules.prefix(3)), in: alphabet) != nil)
    #expect(RuleProbability(of: rules, in: alphabet) == nil)
  }
}
