import Glibc

/// A password of characters, each drawn of all; what does not meet the policy's rules is drawn anew
/// from the beginning, so that all that do are as likely.
struct CharacterPlan: Sendable {
  /// What leaves ink.
  static let alphabet = UInt8(ascii: "!")...UInt8(ascii: "~")

  /// How many characters.
  let count: Int
  /// How many of all passwords of so many characters meet the rules, above 0 and at most 1.
  let share: Double

  /// Of fewer it would take too long to find one.
  private static let leastShare = 1.0 / 16

  /// - Returns: `nil` where hardly any meet the policy, however many characters they have.
  init?(atLeast least: Int, for policy: PasswordPolicy) {
    let scalars = Self.alphabet.map { Unicode.Scalar($0) }
    guard var chance = ChanceOfKinds(of: policy.rules, in: scalars) else { return nil }
    for count in 1...SecureText.capacity {
      chance.drawOne()
      if count >= max(least, policy.minimumLength), chance.ofAll >= Self.leastShare {
        (self.count, share) = (count, chance.ofAll)
        return
      }
    }
    return nil
  }

  var bits: Double { Double(count) * log2(Double(Self.alphabet.count)) + log2(share) }

  func draw(into text: inout SecureText, below: (UInt32) -> UInt32) {
    for _ in 0..<count {
      text.append(ascii: Self.alphabet.lowerBound + UInt8(below(UInt32(Self.alphabet.count))))
    }
  }
}
