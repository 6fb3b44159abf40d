/// What a password must be: long enough, with enough characters of each kind that is asked for, and
/// none that many others have.
public struct PasswordPolicy: Hashable, Sendable {
  /// In Unicode scalars of the NFC form, at least 1.
  public let minimumLength: Int
  /// In the order of their lines, each once.
  public let rules: [PasswordRule]
  /// What it may not be; `nil` where it may be anything.
  public let blocklist: Blocklist?
  /// What a person reads of the list; `nil` for what it is.
  private let blocklistLine: String?
  /// What each demand says to a person: the length first, then the rules in order, then the list.
  public let lines: [String]

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - minimumLength: In Unicode scalars of the NFC form.
  ///   - lengthLine: What a person reads of the length; `nil` for the number.
  ///   - rules: Any of them, or none; what is not among them shows no line.
  ///   - blocklist: What the password may not be, whatever the case of its letters. With it, a
  ///     person's own words are refused too (`evaluate(_:knowing:)`).
  ///   - blocklistLine: What a person reads of the list, where there is one; `nil` for what it is.
  /// - Precondition: `minimumLength` is in `1...SecureText.capacity`.
  public init(
    minimumLength: Int = 8, lengthLine: String? = nil,
    rules: [PasswordRule] = [.uppercase, .lowercase, .number, .symbol], blocklist: Blocklist? = nil,
    blocklistLine: String? = nil
  ) {
    precondition(
      (1...SecureText.capacity).contains(minimumLength),
      "no password can be asked to have \(minimumLength) characters")
    self.minimumLength = minimumLength
    self.rules = rules.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.blocklist = blocklist
    self.blocklistLine = blocklistLine
    lines =
      [lengthLine ?? Self.lengthPhrase(minimumLength)] + self.rules.map(\.line)
      + (blocklist.map { [blocklistLine ?? "Not a \($0.origins.adjective) password"] } ?? [])
  }

  /// The same demands, and that a password is not in a list either.
  public func refusing(_ list: Blocklist) -> PasswordPolicy {
    PasswordPolicy(
      minimumLength: minimumLength, lengthLine: lines[0], rules: rules,
      blocklist: blocklist?.union(list) ?? list, blocklistLine: blocklistLine)
  }

  /// All demands in a sentence or two.
  public var caption: String {
    let length = Self.lengthPhrase(minimumLength)
    let list = blocklist.map { " It may not be a \($0.origins.adjective) one." } ?? ""
    guard let last = rules.last else { return "\(length).\(list)" }
    let others = rules.dropLast().map(\.phrase).joined(separator: ", ")
    let kinds = others.isEmpty ? last.phrase : "\(others) and \(last.phrase)"
    return "\(length), with \(kinds).\(list)"
  }

  private static func lengthPhrase(_ length: Int) -> String {
    "At least \(length) character\(length == 1 ? "" : "s")"
  }
}

// Those that have a name.
extension PasswordPolicy {
  /// 8 characters and all four rules.
  public static let `default` = PasswordPolicy()
  /// 6 characters and all four rules, as the first design had it.
  public static let seed0 = PasswordPolicy(minimumLength: 6)
  /// 8 characters and all rules but that for lowercase letters, as the third design had it.
  public static let seed2 = PasswordPolicy(rules: [.uppercase, .number, .symbol])
  /// NIST SP 800-63B-4 § 3.1.1.2, for a password that is the only factor: 15 characters, whichever,
  /// compared as a whole with a list of common ones.
  public static let nist = PasswordPolicy(minimumLength: 15, rules: [], blocklist: .common)
}
