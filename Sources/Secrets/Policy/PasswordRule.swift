/// A kind of character of which a password must have some.
///
/// To add a rule, add one value to the extension below, for example
///
/// ```swift
/// public static let vowel = PasswordRule("a", "vowel") { "aeiou".unicodeScalars.contains($0) }
/// ```
///
/// and name it in the policies that shall ask for it: its line, its part of the caption and its
/// judgement all follow from the value.
public struct PasswordRule: Sendable {
  private let article: String
  private let noun: String
  private let plural: String
  /// How many such characters there must be.
  public let minimumCount: Int
  /// What a person reads, as in "At least 1 uppercase letter".
  public let line: String
  /// Whether one Unicode scalar is of that kind.
  public let isSatisfied: @Sendable (Unicode.Scalar) -> Bool

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - article: "a" or "an".
  ///   - noun: The kind of character, in the singular.
  ///   - plural: The same for several; `nil` for the singular with an s.
  ///   - minimumCount: How many there must be.
  ///   - line: What a person reads; `nil` for the count and the noun.
  ///   - isSatisfied: Whether a scalar, of the password's NFC form, is of that kind.
  /// - Precondition: `minimumCount` is in `1...SecureText.capacity`.
  public init(
    _ article: String, _ noun: String, plural: String? = nil, atLeast minimumCount: Int = 1,
    line: String? = nil, isSatisfied: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) {
    precondition(
      (1...SecureText.capacity).contains(minimumCount),
      "no password can be asked to have \(minimumCount) of something")
    (self.article, self.noun, self.minimumCount) = (article, noun, minimumCount)
    self.plural = plural ?? "\(noun)s"
    self.line = line ?? "At least \(minimumCount) \(minimumCount == 1 ? noun : self.plural)"
    self.isSatisfied = isSatisfied
  }

  /// The same kind of character, in another number or said in other words.
  public func requiring(atLeast minimumCount: Int, line: String? = nil) -> PasswordRule {
    PasswordRule(
      article, noun, plural: plural, atLeast: minimumCount, line: line, isSatisfied: isSatisfied)
  }

  /// How many of what, as in "an uppercase letter" and "2 uppercase letters".
  public var phrase: String {
    minimumCount == 1 ? "\(article) \(noun)" : "\(minimumCount) \(plural)"
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

  /// Unicode's property Alphabetic: letters of all scripts, with case or without.
  public static let letter = PasswordRule("a", "letter") { $0.properties.isAlphabetic }

  /// The space of the space bar.
  public static let space = PasswordRule("a", "space") { $0 == " " }

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
  public static func == (a: PasswordRule, b: PasswordRule) -> Bool {
    a.line == b.line && a.phrase == b.phrase
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(phrase)
  }
}
