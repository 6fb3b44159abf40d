extension PasswordPolicy {
  /// How a password does against a policy, line by line.
  public struct Verdict: Hashable, Sendable {
    /// One demand and whether it is met.
    public struct Entry: Hashable, Sendable {
      /// What the policy says of it to a person.
      public let line: String
      /// Whether the password does what it says.
      public let isMet: Bool
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
  /// - Complexity: O(*n*) in the password's length, for each rule.
  public func evaluate(_ password: borrowing SecureText) -> Verdict {
    var count = 0
    var isMet = [false] + rules.map { _ in false }
    password.forEachComposedScalar { scalar in
      count += 1
      for index in rules.indices where !isMet[index + 1] && rules[index].isSatisfied(scalar) {
        isMet[index + 1] = true
      }
    }
    isMet[0] = count >= minimumLength
    return Verdict(entries: zip(lines, isMet).map(Verdict.Entry.init))
  }
}
