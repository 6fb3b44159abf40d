/// A kind of character that a password must contain.
///
/// To add a rule, add one value to the extension below, for example
///
/// ```swift
/// public static let vowel = PasswordRule("a", "vowel") { "aeiou".unicodeScalars.contains($0) }
/// ```
///
/// and add it to the policies that require it. Its text, its part of the caption and its evaluation
/// follow from the value.
public struct PasswordRule: Sendable {
  private let article: String
  private let noun: String
  private let plural: String
  /// The minimum number of matching characters.
  package let minimumCount: Int
  /// The text of the requirement, as in "At least 1 uppercase letter".
  package let text: String
  private let predicate: Predicate

  /// Creates a rule. It equals no rule that was created by another call, because functions cannot be
  /// compared.
  ///
  /// - Parameters:
  ///   - article: "a" or "an".
  ///   - noun: The kind of character, in the singular.
  ///   - plural: The plural of the noun, or `nil` for the noun with an "s".
  ///   - minimumCount: The minimum number of matching characters.
  ///   - text: The text of the requirement, or `nil` for the count and the noun.
  ///   - isSatisfied: Returns whether a scalar of the NFC form of the password is of this kind.
  /// - Precondition: `minimumCount` is in `1...SecureText.capacity`.
  public init(
    _ article: String, _ noun: String, plural: String? = nil, atLeast minimumCount: Int = 1,
    text: String? = nil, isSatisfied: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) {
    self.init(
      article, noun, plural: plural, atLeast: minimumCount, text: text,
      predicate: .function(Function(isSatisfied)))
  }

  private init(
    _ article: String, _ noun: String, plural: String? = nil, atLeast minimumCount: Int = 1,
    text: String? = nil, predicate: Predicate
  ) {
    precondition(
      (1...SecureText.capacity).contains(minimumCount), "minimumCount is out of range: \(minimumCount)")
    (self.article, self.noun, self.minimumCount) = (article, noun, minimumCount)
    self.plural = plural ?? "\(noun)s"
    self.text = text ?? "At least \(minimumCount) \(minimumCount == 1 ? noun : self.plural)"
    self.predicate = predicate
  }

  /// Returns a rule for the same kind of character with another count or text.
  public func requiring(atLeast minimumCount: Int, text: String? = nil) -> PasswordRule {
    PasswordRule(article, noun, plural: plural, atLeast: minimumCount, text: text, predicate: predicate)
  }

  /// Returns whether a Unicode scalar is of this kind.
  package func isSatisfied(_ scalar: Unicode.Scalar) -> Bool {
    switch predicate {
    case .function(let function): function.body(scalar)
    case .oneOf(let scalars): scalars.contains(scalar)
    }
  }

  /// The count and the kind, as in "an uppercase letter" and "2 uppercase letters".
  package var phrase: String { minimumCount == 1 ? "\(article) \(noun)" : "\(minimumCount) \(plural)" }
}

extension PasswordRule {
  /// Characters with the Unicode property Uppercase, including the Roman numeral Ⅷ.
  public static let uppercase = PasswordRule("an", "uppercase letter") { $0.properties.isUppercase }

  /// Characters with the Unicode property Lowercase.
  public static let lowercase = PasswordRule("a", "lowercase letter") { $0.properties.isLowercase }

  /// Characters with a numeric value in Unicode: 7, ½, ², ٣, 四.
  public static let number = PasswordRule("a", "number") { $0.properties.numericType != nil }

  /// Characters with the Unicode property Alphabetic: letters of all scripts, with or without case.
  public static let letter = PasswordRule("a", "letter") { $0.properties.isAlphabetic }

  /// The space character U+0020.
  public static let space = PasswordRule("a", "space") { $0 == " " }

  /// Punctuation and symbols (general categories P and S), including all 32 of ASCII, but no space.
  public static let symbol = PasswordRule("a", "symbol") {
    switch $0.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}

/// Rules are equal if they have the same texts and the same predicate. Rules that have only their
/// texts in common are different requirements.
extension PasswordRule: Hashable {
  /// The kind of a scalar.
  private enum Predicate: Hashable, Sendable {
    case function(Function)
    case oneOf(Set<Unicode.Scalar>)
  }

  /// A function that is compared by its identity.
  private final class Function: Hashable, Sendable {
    let body: @Sendable (Unicode.Scalar) -> Bool

    init(_ body: @escaping @Sendable (Unicode.Scalar) -> Bool) { self.body = body }

    static func == (a: Function, b: Function) -> Bool { a === b }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}

extension PasswordRule {
  /// Returns a rule for any of some characters, each of which is one Unicode scalar in NFC.
  ///
  /// - Returns: `nil` if there are no characters, or if one of them has several scalars, such as a
  ///   flag or an emoji with a skin tone.
  public static func oneOf(_ characters: String) -> PasswordRule? {
    guard let utf8 = try? UTF8Span(validating: characters.utf8.span) else { return nil }
    var scalars = Set<Unicode.Scalar>()
    var composed = String.UnicodeScalarView()
    NormalizedText(utf8, .composed).forEachScalar {
      scalars.insert($0)
      composed.append($0)
    }
    guard !composed.isEmpty, String(composed).count == composed.count else { return nil }
    return PasswordRule(
      "a", "character of \(characters)", plural: "characters of \(characters)", predicate: .oneOf(scalars))
  }
}
