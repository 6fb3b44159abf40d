/// The requirements of a password: a minimum length, a number of characters of each kind, and a
/// blocklist.
public struct PasswordPolicy: Hashable, Sendable {
  /// The minimum number of Unicode scalars in NFC, at least 1.
  public let minimumLength: Int
  /// The text of the length requirement, or `nil` for a default text.
  private let lengthText: String?
  /// The rules in the order of their texts, without duplicates.
  public let rules: [PasswordRule]
  /// The passwords that are blocked, or `nil` if none are.
  public let blocklist: Blocklist?
  /// The text of the blocklist requirement, or `nil` for a default text.
  private let blocklistText: String?
  /// The requirements: first the length, then the rules in order, then the blocklist.
  public let requirements: [Requirement]

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - minimumLength: The minimum number of Unicode scalars in NFC.
  ///   - lengthText: The text of the length requirement, or `nil` for a text with the number.
  ///   - rules: The rules, possibly none. A rule that is not included has no text.
  ///   - blocklist: The passwords that are blocked, ignoring the case of letters. A policy with a
  ///     blocklist also blocks the words of the user (`evaluate(_:personalWords:)`).
  ///   - blocklistText: The text of the blocklist requirement, or `nil` for a default text.
  /// - Precondition: `minimumLength` is in `1...SecureText.capacity`.
  public init(
    minimumLength: Int = 8, lengthText: String? = nil,
    rules: [PasswordRule] = [.uppercase, .lowercase, .number, .symbol], blocklist: Blocklist? = nil,
    blocklistText: String? = nil
  ) {
    precondition(
      (1...SecureText.capacity).contains(minimumLength), "minimumLength is out of range: \(minimumLength)")
    self.minimumLength = minimumLength
    self.rules = rules.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.blocklist = blocklist
    (self.lengthText, self.blocklistText) = (lengthText, blocklistText)
    let custom = { (text: String?) in text.map { Requirement.custom($0) } }
    requirements =
      [custom(lengthText) ?? .length(minimumLength)] + self.rules.map(\.requirement)
      + (blocklist.map { [custom(blocklistText) ?? .notListed($0.sources)] } ?? [])
  }

  /// Returns the same policy with a list added to its blocklist.
  package func blocking(_ list: Blocklist) -> PasswordPolicy {
    PasswordPolicy(
      minimumLength: minimumLength, lengthText: lengthText, rules: rules,
      blocklist: blocklist?.union(list) ?? list, blocklistText: blocklistText)
  }

  /// A requirement of a policy, independent of the language.
  public enum Requirement: Hashable, Sendable {
    /// At least a number of characters.
    case length(Int)
    /// At least a number of characters of a kind.
    case characters(PasswordRule.Kind, count: Int)
    /// No password of a blocklist.
    case notListed(Blocklist.Sources)
    /// A requirement with a text of its own, which is shown as it is in each language.
    case custom(String)
  }
}

// MARK: - Named policies
extension PasswordPolicy {
  /// The default: 8 characters and all four rules.
  public static let `default` = PasswordPolicy()
  /// 6 characters and all four rules, a reading of the source documents that
  /// `Documentation/Requirements.md` describes.
  package static let original6 = PasswordPolicy(minimumLength: 6)
  /// 8 characters and all rules except the one for lowercase letters, another reading of the source
  /// documents.
  package static let original8 = PasswordPolicy(rules: [.uppercase, .number, .symbol])
  /// The policy of NIST SP 800-63B-4 § 3.1.1.2 for a password that is the only factor: 15
  /// characters of any kind, compared as a whole with a list of common passwords.
  public static let nist = PasswordPolicy(minimumLength: 15, rules: [], blocklist: .common)
}

extension PasswordPolicy {
  /// The result of checking a password against a policy, requirement by requirement.
  public struct Evaluation: Hashable, Sendable {
    /// A requirement and whether the password meets it.
    public struct Entry: Hashable, Sendable {
      /// The requirement.
      public let requirement: Requirement
      /// Whether the password meets the requirement.
      public let isMet: Bool
      /// The reason for a failure that the requirement alone does not explain.
      public let knownPassword: KnownPassword?
    }

    /// One entry for each of the `requirements` of the policy, in the same order.
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
    var missing = rules.map(\.minimumCount)
    password.forEachComposedScalar { scalar in
      count += 1
      for index in missing.indices where missing[index] > 0 && rules[index].isSatisfied(scalar) {
        missing[index] -= 1
      }
    }
    let isMet = [count >= minimumLength] + missing.map { $0 == 0 }
    var entries = zip(requirements, isMet).map {
      Evaluation.Entry(requirement: $0, isMet: $1, knownPassword: nil)
    }
    if blocklist != nil, let last = requirements.last {
      let known = knownPassword(password, personalWords: words)
      entries.append(Evaluation.Entry(requirement: last, isMet: known == nil, knownPassword: known))
    }
    return Evaluation(entries: entries)
  }
}
