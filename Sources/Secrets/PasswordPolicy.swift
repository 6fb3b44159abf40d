/// What a password must be: long enough, and with some character of each kind that is asked for.
public struct PasswordPolicy: Hashable, Sendable {
  /// In Unicode scalars of the NFC form, at least 1.
  public let minimumLength: Int
  /// In the order of their lines, each once.
  public let rules: [PasswordRule]
  /// What each demand says to a person: the length first, then the rules in order.
  public let lines: [String]

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - minimumLength: In Unicode scalars of the NFC form.
  ///   - rules: Any of them, or none; what is not among them shows no line.
  /// - Precondition: `minimumLength` is in `1...SecureText.capacity`.
  public init(
    minimumLength: Int = 8,
    rules: [PasswordRule] = [.uppercase, .lowercase, .number, .symbol]
  ) {
    precondition(
      (1...SecureText.capacity).contains(minimumLength),
      "no password can be asked to have \(minimumLength) characters")
    self.minimumLength = minimumLength
    self.rules = rules.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    lines = [Self.lengthPhrase(minimumLength)] + self.rules.map(\.line)
  }

  /// 8 characters and all four rules.
  public static let `default` = PasswordPolicy()
  /// 6 characters and all four rules, as the first design had it.
  public static let seed0 = PasswordPolicy(minimumLength: 6)
  /// 8 characters and all rules but that for lowercase letters, as the third design had it.
  public static let seed2 = PasswordPolicy(rules: [.uppercase, .number, .symbol])
  /// NIST SP 800-63B-4 § 3.1.1.2, for a password that is the only factor: 15 characters, whichever.
  public static let nist = PasswordPolicy(minimumLength: 15, rules: [])

  /// All demands in one sentence.
  public var caption: String {
    let length = Self.lengthPhrase(minimumLength)
    guard let last = rules.last else { return "\(length)." }
    let others = rules.dropLast().map(\.phrase).joined(separator: ", ")
    let kinds = others.isEmpty ? last.phrase : "\(others) and \(last.phrase)"
    return "\(length), with \(kinds)."
  }

  private static func lengthPhrase(_ length: Int) -> String {
    "At least \(length) character\(length == 1 ? "" : "s")"
  }
}
