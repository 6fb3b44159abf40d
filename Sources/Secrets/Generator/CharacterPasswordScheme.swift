import Glibc

/// A scheme for passwords of characters that are drawn uniformly.
///
/// A password that does not meet the rules of the policy is discarded and drawn again from the
/// beginning. All passwords that meet them are therefore equally likely.
struct CharacterPasswordScheme: Sendable {
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

  var entropyBits: Double { Double(count) * log2(Double(Self.alphabet.count)) + log2(acceptanceRate) }

  func draw(into text: inout SecureText, below: (UInt32) -> UInt32) {
    for _ in 0..<count {
      text.append(ascii: Self.alphabet.lowerBound + UInt8(below(UInt32(Self.alphabet.count))))
    }
  }
}
