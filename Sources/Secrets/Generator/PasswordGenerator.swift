import CSodium

/// Makes passwords by chance that meet a policy.
///
/// What it draws is uniform: any password of its kind that the policy allows is as likely as any
/// other. It is made in locked memory, by the system's random numbers.
public struct PasswordGenerator: Sendable {
  /// What passwords are made of, and of how many.
  public enum Kind: Hashable, Sendable {
    /// The 94 characters of ASCII that leave ink.
    case characters(Int)
    /// Words of a list of 7776, with hyphens between them; capitals, spaces instead of the hyphens and a
    /// few characters behind them where the policy asks for what they else would not have.
    case words(Int)

    /// 20 characters.
    public static let standardCharacters = characters(20)
    /// 6 words.
    public static let standardWords = words(6)
  }

  private enum Plan {
    case characters(CharacterPlan)
    case words(WordPlan)
  }

  private let plan: Plan
  private let policy: PasswordPolicy
  private let personalWords: PersonalWords

  /// Sees how a policy can be met.
  ///
  /// - Parameters:
  ///   - kind: With at least one of what it is made of. There will be more of them where the policy
  ///     asks for more, or so many would hardly ever meet it.
  ///   - policy: What the passwords must be.
  ///   - words: What the policy's list is taken to hold too.
  /// - Returns: `nil` where no such passwords meet the policy, or hardly any.
  public init?(
    _ kind: Kind, meeting policy: PasswordPolicy, knowing words: PersonalWords = .none
  ) {
    self.init(kind, of: .english, meeting: policy, knowing: words)
  }

  init?(
    _ kind: Kind, of list: @autoclosure () -> WordList, meeting policy: PasswordPolicy,
    knowing words: PersonalWords
  ) {
    switch kind {
    case .characters(let count):
      precondition(count > 0, "a password of \(count) characters is none")
      guard let plan = CharacterPlan(atLeast: count, for: policy) else { return nil }
      self.plan = .characters(plan)
    case .words(let count):
      precondition(count > 0, "a password of \(count) words is none")
      guard let plan = WordPlan(atLeast: count, of: list(), for: policy) else { return nil }
      self.plan = .words(plan)
    }
    self.policy = policy
    personalWords = words
  }

  /// What its passwords are made of, and of how many.
  public var kind: Kind {
    switch plan {
    case .characters(let plan): .characters(plan.count)
    case .words(let plan): .words(plan.count)
    }
  }

  /// The binary logarithm of how many passwords it may come to: the entropy of one.
  ///
  /// What the policy's list forbids is not taken off. From 8 characters or 3 words on, that would be
  /// less than 0.001, be the list 256 MB of letters in any case.
  public var bits: Double {
    switch plan {
    case .characters(let plan): plan.bits
    case .words(let plan): plan.bits
    }
  }

  /// Puts a new password in the place of a text.
  ///
  /// - Returns: Whether there is one; else the policy's list forbids all there are, or nearly, and the
  ///   text is empty.
  public func generate(into text: inout SecureText) -> Bool {
    generate(into: &text) { randombytes_uniform($0) }
  }

  /// Of characters, one in sixteen is taken at the least (`CharacterPlan`), so that where no list
  /// forbids them, so many in a row are refused once in 10¹¹⁴ times.
  private static let mostDraws = 4096

  /// - Parameter below: A random number below another, each as likely.
  func generate(into text: inout SecureText, below: (UInt32) -> UInt32) -> Bool {
    for _ in 0..<Self.mostDraws {
      text.removeAll()
      switch plan {
      case .characters(let plan): plan.draw(into: &text, below: below)
      case .words(let plan): plan.draw(into: &text, below: below)
      }
      if policy.evaluate(text, knowing: personalWords).isMet { return true }
    }
    text.removeAll()
    return false
  }
}
