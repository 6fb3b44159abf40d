import Glibc

/// A scheme for passwords of characters that are drawn uniformly.
///
/// A password that does not meet the rules of the policy is discarded and drawn again from the
/// beginning. All passwords that meet them are therefore equally likely.
struct CharacterPasswordScheme: PasswordScheme {
  /// The printable ASCII characters except the space.
  static let alphabet = UInt8(ascii: "!")...UInt8(ascii: "~")

  /// The number of characters.
  let count: Int
  /// The fraction of all passwords of this length that meet the rules, above 0 and at most 1.
  let acceptanceRate: Double

  /// The minimum acceptance rate. With a lower rate, finding a password would take too long.
  private static let minimumAcceptanceRate = 1.0 / 16

  /// - Returns: `nil` if hardly any passwords meet the policy, at any length.
  init?(atLeast minimum: Int, for policy: PasswordPolicy) {
    let scalars = Self.alphabet.map { Unicode.Scalar($0) }
    guard var chance = RuleProbability(of: policy.rules, in: scalars) else { return nil }
    for count in 1...SecureText.capacity {
      chance.drawOne()
      if count >= max(minimum, policy.minimumLength), chance.value >= Self.minimumAcceptanceRate {
        (self.count, acceptanceRate) = (count, chance.value)
        return
      }
    }
    return nil
  }

  var kind: PasswordGenerator.Kind { .characters(count) }

  var entropyBits: Double { Double(count) * log2(Double(Self.alphabet.count)) + log2(acceptanceRate) }

  func draw(into text: inout SecureText, below: (UInt32) -> UInt32) {
    for _ in 0..<count {
      text.append(ascii: Self.alphabet.lowerBound + UInt8(below(UInt32(Self.alphabet.count))))
    }
  }
}

/// The probability that uniformly drawn characters meet the minimum counts of some rules.
///
/// The computation uses the transfer-matrix method (Stanley, Enumerative Combinatorics 1, § 4.7). A
/// state is the number of characters drawn so far for each rule, limited to the count that the rule
/// requires. Numbers are only added and multiplied, and none is negative. The relative error is
/// therefore that of one rounding for each step, about 10⁻¹³ for a thousand steps.
struct RuleProbability {
  /// The probability of each state. Each digit of a state number is the count of one rule.
  private var probabilities: [Double]
  /// The effect of one more character, for each kind of character: the probability of the kind, and
  /// the next state for each state.
  private let transitions: [(probability: Double, next: [Int])]

  /// The maximum number of states. No user could remember a policy that needs more.
  private static let maximumStateCount = 1 << 14

  /// Creates the state before the first character is drawn.
  ///
  /// - Parameter alphabet: The characters to draw from, each once.
  /// - Returns: `nil` if no characters can meet the rules, or if their counts have too many
  ///   combinations.
  init?(of rules: [PasswordRule], in alphabet: [Unicode.Scalar]) {
    var (stateCount, strides): (Int, [Int]) = (1, [])
    for rule in rules {
      guard alphabet.contains(where: rule.isSatisfied) else { return nil }
      strides.append(stateCount)
      stateCount *= rule.minimumCount + 1
      guard stateCount <= Self.maximumStateCount else { return nil }
    }
    var sizes: [[Bool]: Int] = [:]
    for scalar in alphabet { sizes[rules.map { $0.isSatisfied(scalar) }, default: 0] += 1 }
    transitions = sizes.map { kind, size in
      let next = (0..<stateCount).map { state in
        rules.indices.reduce(state) { next, rule in
          let count = state / strides[rule] % (rules[rule].minimumCount + 1)
          return kind[rule] && count < rules[rule].minimumCount ? next + strides[rule] : next
        }
      }
      return (Double(size) / Double(alphabet.count), next)
    }
    probabilities = Array(repeating: 0, count: stateCount)
    probabilities[0] = 1
  }

  /// Draws one more character.
  ///
  /// - Complexity: O(*k* · *s*) for *k* kinds of characters and *s* combinations of counts.
  mutating func drawOne() {
    var drawn = Array(repeating: 0.0, count: probabilities.count)
    for (probability, next) in transitions {
      for (state, before) in probabilities.enumerated() where before > 0 {
        drawn[next[state]] += probability * before
      }
    }
    probabilities = drawn
  }

  /// The probability that the characters drawn so far meet all rules, in 0...1.
  var value: Double { probabilities[probabilities.count - 1] }
}
