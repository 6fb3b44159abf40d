extension PasswordPolicy {
  /// How a password does against a policy, line by line.
  public struct Verdict: Hashable, Sendable {
    /// One demand and whether it is met.
    public struct Entry: Hashable, Sendable {
      /// What the policy says of it to a person.
      public let line: String
      /// Whether the password does what it says.
      public let isMet: Bool
      /// Why it does not, in a sentence, where the line alone does not tell.
      public let reason: String?
    }

    /// One for each of the policy's `lines`, in their order.
    public let entries: [Entry]

    /// Whether the password is good enough.
    public var isMet: Bool { entries.allSatisfy(\.isMet) }

    /// The first demand that the password fails, to be told to the person.
    public var firstUnmet: Entry? { entries.first { !$0.isMet } }
  }

  /// Judges a password in its NFC form.
  ///
  /// - Parameter words: What the policy's list, where it has one, is taken to hold too.
  /// - Complexity: O(*n*) in the password's length, for each rule.
  public func evaluate(
    _ password: borrowing SecureText, knowing words: PersonalWords = .none
  ) -> Verdict {
    var count = 0
    var counts = rules.map { _ in 0 }
    password.forEachComposedScalar { scalar in
      count += 1
      for index in rules.indices where counts[index] < rules[index].minimumCount {
        if rules[index].isSatisfied(scalar) { counts[index] += 1 }
      }
    }
    let isMet = [count >= minimumLength] + zip(counts, rules).map { $0 >= $1.minimumCount }
    var entries = zip(lines, isMet).map {
      Verdict.Entry(line: $0, isMet: $1, reason: nil)
    }
    if blocklist != nil, let line = lines.last {
      let reason = known(password, knowing: words)?.sentence
      entries.append(Verdict.Entry(line: line, isMet: reason == nil, reason: reason))
    }
    return Verdict(entries: entries)
  }
}
