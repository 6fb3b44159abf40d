/// How likely it is that characters drawn by chance, each as likely as any other, have as many of
/// each kind as some rules ask for.
///
/// It is counted by the transfer-matrix method (Stanley, Enumerative Combinatorics 1, § 4.7): what is
/// known of the characters drawn so far is how many there are for each rule, none counted beyond what
/// the rule asks for. Numbers are only added and multiplied, and none is negative, so that the
/// relative error is that of as many roundings as there are steps, some 10⁻¹³ for a thousand.
struct ChanceOfKinds {
  /// How likely each state is. In its number, rule by rule, each rule's count is a digit.
  private var chances: [Double]
  /// What one more character leads to: how likely characters of that kind are, and from each state
  /// the next.
  private let steps: [(chance: Double, next: [Int])]

  /// More kinds and counts than this are told apart by no policy that a person can remember.
  private static let mostStates = 1 << 14

  /// Begins with no characters.
  ///
  /// - Parameter alphabet: What is drawn of, each once.
  /// - Returns: `nil` where no characters can meet the rules, or there are too many combinations of
  ///   their counts to be followed.
  init?(of rules: [PasswordRule], in alphabet: [Unicode.Scalar]) {
    var (stateCount, strides): (Int, [Int]) = (1, [])
    for rule in rules {
      guard alphabet.contains(where: rule.isSatisfied) else { return nil }
      strides.append(stateCount)
      stateCount *= rule.minimumCount + 1
      guard stateCount <= Self.mostStates else { return nil }
    }
    var sizes: [[Bool]: Int] = [:]
    for scalar in alphabet { sizes[rules.map { $0.isSatisfied(scalar) }, default: 0] += 1 }
    steps = sizes.map { kind, size in
      let next = (0..<stateCount).map { state in
        rules.indices.reduce(state) { next, rule in
          let count = state / strides[rule] % (rules[rule].minimumCount + 1)
          return kind[rule] && count < rules[rule].minimumCount ? next + strides[rule] : next
        }
      }
      return (Double(size) / Double(alphabet.count), next)
    }
    chances = Array(repeating: 0, count: stateCount)
    chances[0] = 1
  }

  /// Draws one more.
  ///
  /// - Complexity: O(*k* · *s*) for *k* kinds of characters and *s* combinations of counts.
  mutating func drawOne() {
    var drawn = Array(repeating: 0.0, count: chances.count)
    for (chance, next) in steps {
      for (state, before) in chances.enumerated() where before > 0 {
        drawn[next[state]] += chance * before
      }
    }
    chances = drawn
  }

  /// How likely it is that the characters drawn so far meet all rules, 0 to 1.
  var ofAll: Double { chances[chances.count - 1] }
}
