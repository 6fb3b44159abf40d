extension PasswordPolicy {
  /// The result of checking a password against a policy, requirement by requirement.
  public struct Evaluation: Hashable, Sendable {
    /// A requirement and whether the password meets it.
    public struct Entry: Hashable, Sendable {
      /// The text of the requirement that the user reads.
      public let text: String
      /// Whether the password meets the requirement.
      public let isMet: Bool
      /// A message that explains the failure, if `text` alone does not explain it.
      public let reason: String?
    }

    /// One entry for each of the `texts` of the policy, in the same order.
    public let entries: [Entry]

    /// Whether the password meets all requirements.
    public var isMet: Bool { entries.allSatisfy(\.isMet) }

    /// The first requirement that the password does not meet, or `nil` if it meets all.
    public var firstUnmet: Entry? { entries.first { !$0.isMet } }
  }

  /// Evaluates a password in its NFC form.
  ///
  /// - Parameter words: Words that count as entries of the blocklist, if the policy has one.
  /// - Complexity: O(*n*) in the length of the password, for each rule.
  public func evaluate(_ password: borrowing SecureText, personalWords words: PersonalWords = .none)
    -> Evaluation
  {
    var count = 0
    var counts = rules.map { _ in 0 }
    password.forEachComposedScalar { scalar in
      count += 1
      for index in rules.indices where counts[index] < rules[index].minimumCount {
        if rules[index].isSatisfied(scalar) { counts[index] += 1 }
      }
    }
    let isMet = [count >= minimumLength] + zip(counts, rules).map { $0 >= $1.minimumCount }
    var entries = zip(texts, isMet).map { Evaluation.Entry(text: $0, isMet: $1, reason: nil) }
    if blocklist != nil, let text = texts.last {
      let reason = knownPassword(password, personalWords: words)?.message
      entries.append(Evaluation.Entry(text: text, isMet: reason == nil, reason: reason))
    }
    return Evaluation(entries: entries)
  }
}
