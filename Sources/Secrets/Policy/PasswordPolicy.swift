/// The requirements of a password: a minimum length, a number of characters of each kind, and a
/// blocklist.
public struct PasswordPolicy: Hashable, Sendable {
  /// The minimum number of Unicode scalars in NFC, at least 1.
  public let minimumLength: Int
  /// The rules in the order of their lines, without duplicates.
  public let rules: [PasswordRule]
  /// The passwords that are refused, or `nil` if none are.
  public let blocklist: Blocklist?
  /// The text of the blocklist requirement, or `nil` for a default text.
  private let blocklistLine: String?
  /// The text of each requirement: first the length, then the rules in order, then the blocklist.
  public let lines: [String]

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - minimumLength: The minimum number of Unicode scalars in NFC.
  ///   - lengthLine: The text of the length requirement, or `nil` for a text with the number.
  ///   - rules: The rules, possibly none. A rule that is not included has no line.
  ///   - blocklist: The passwords that are refused, ignoring the case of letters. A policy with a
  ///     blocklist also refuses the words of the user (`evaluate(_:personalWords:)`).
  ///   - blocklistLine: The text of the blocklist requirement, or `nil` for a default text.
  /// - Precondition: `minimumLength` is in `1...SecureText.capacity`.
  public init(
    minimumLength: Int = 8, lengthLine: String? = nil,
    rules: [PasswordRule] = [.uppercase, .lowercase, .number, .symbol], blocklist: Blocklist? = nil,
    blocklistLine: String? = nil
  ) {
    precondition(
      (1...SecureText.capacity).contains(minimumLength), "minimumLength is out of range: \(minimumLength)")
    self.minimumLength = minimumLength
    self.rules = rules.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.blocklist = blocklist
    self.blocklistLine = blocklistLine
    lines =
      [lengthLine ?? Self.lengthPhrase(minimumLength)] + self.rules.map(\.line)
      + (blocklist.map { [blocklistLine ?? "Not a \($0.sources.adjective) password"] } ?? [])
  }

  /// Returns the same policy with a list added to its blocklist.
  public func refusing(_ list: Blocklist) -> PasswordPolicy {
    PasswordPolicy(
      minimumLength: minimumLength, lengthLine: lines[0], rules: rules,
      blocklist: blocklist?.union(list) ?? list, blocklistLine: blocklistLine)
  }

  /// A description of all requirements in one or two sentences.
  public var caption: String {
    let length = Self.lengthPhrase(minimumLength)
    let list = blocklist.map { " It may not be a \($0.sources.adjective) one." } ?? ""
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
  /// The policy of the first design: 6 characters and all four rules.
  public static let original6 = PasswordPolicy(minimumLength: 6)
  /// The policy of the third design: 8 characters and all rules except the one for lowercase
  /// letters.
  public static let original8 = PasswordPolicy(rules: [.uppercase, .number, .symbol])
  /// The policy of NIST SP 800-63B-4 § 3.1.1.2 for a password that is the only factor: 15
  /// characters of any kind, compared as a whole with a list of common passwords.
  public static let nist = PasswordPolicy(minimumLength: 15, rules: [], blocklist: .common)
}
