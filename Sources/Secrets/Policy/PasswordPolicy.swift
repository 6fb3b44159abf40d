/// The requirements of a password: a minimum length, a number of characters of each kind, and a
/// blocklist.
public struct PasswordPolicy: Hashable, Sendable {
  /// The minimum number of Unicode scalars in NFC, at least 1.
  package let minimumLength: Int
  /// The rules in the order of their texts, without duplicates.
  package let rules: [PasswordRule]
  /// The passwords that are blocked, or `nil` if none are.
  package let blocklist: Blocklist?
  /// The text of the blocklist requirement, or `nil` for a default text.
  private let blocklistText: String?
  /// The text of each requirement: first the length, then the rules in order, then the blocklist.
  package let texts: [String]

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
    self.blocklistText = blocklistText
    texts =
      [lengthText ?? Self.lengthPhrase(minimumLength)] + self.rules.map(\.text)
      + (blocklist.map { [blocklistText ?? "Not a \($0.sources.adjective) password"] } ?? [])
  }

  /// Returns the same policy with a list added to its blocklist.
  package func blocking(_ list: Blocklist) -> PasswordPolicy {
    PasswordPolicy(
      minimumLength: minimumLength, lengthText: texts[0], rules: rules,
      blocklist: blocklist?.union(list) ?? list, blocklistText: blocklistText)
  }

  /// A description of all requirements in one or two sentences.
  public var caption: String {
    let length = Self.lengthPhrase(minimumLength)
    let list = blocklist.map { " It must not be a \($0.sources.adjective) password." } ?? ""
    guard let last = rules.last else { return "\(length).\(list)" }
    let others = rules.dropLast().map(\.phrase).joined(separator: ", ")
    let kinds = others.isEmpty ? last.phrase : "\(others) and \(last.phrase)"
    return "\(length), with \(kinds).\(list)"
  }

  private static func lengthPhrase(_ length: Int) -> String {
    "At least \(length) character\(length == 1 ? "" : "s")"
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
