/// A kind of character of which a password must have at least one.
///
/// To add a rule, add one value to the extension below, for example
///
/// ```swift
/// public static let space = PasswordRule("a", "space") { $0 == " " }
/// ```
///
/// and name it in the policies that shall ask for it: its line, its part of the caption and its
/// judgement all follow from the value.
public struct PasswordRule: Sendable {
  /// The kind of character with its article, as in "an uppercase letter".
  public let phrase: String
  /// What a person reads, as in "At least 1 uppercase letter".
  public let line: String
  /// Whether one Unicode scalar satisfies the rule.
  public let isSatisfied: @Sendable (Unicode.Scalar) -> Bool

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - article: "a" or "an".
  ///   - noun: The kind of character, in the singular; rules are told apart by it.
  ///   - isSatisfied: Whether a scalar, of the password's NFC form, is of that kind.
  public init(
    _ article: String, _ noun: String, isSatisfied: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) {
    phrase = "\(article) \(noun)"
    line = "At least 1 \(noun)"
    self.isSatisfied = isSatisfied
  }
}

extension PasswordRule {
  /// Unicode's property Uppercase, the Roman numeral Ⅷ included.
  public static let uppercase = PasswordRule("an", "uppercase letter") {
    $0.properties.isUppercase
  }

  /// Unicode's property Lowercase.
  public static let lowercase = PasswordRule("a", "lowercase letter") {
    $0.properties.isLowercase
  }

  /// Whatever has a numeric value in Unicode: 7, ½, ², ٣, 四.
  public static let number = PasswordRule("a", "number") {
    $0.properties.numericType != nil
  }

  /// Punctuation and symbols (general categories P and S), all 32 of ASCII among them; no space.
  public static let symbol = PasswordRule("a", "symbol") {
    switch $0.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation,
      .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default:
      false
    }
  }
}

extension PasswordRule: Hashable {
  public static func == (a: PasswordRule, b: PasswordRule) -> Bool { a.line == b.line }

  public func hash(into hasher: inout Hasher) { hasher.combine(line) }
}
