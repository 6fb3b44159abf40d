/// A kind of character that a password must contain.
///
/// To add a rule, add one value to the extension below, for example
///
/// ```swift
/// public static let vowel = PasswordRule("a", "vowel") { "aeiou".unicodeScalars.contains($0) }
/// ```
///
/// and add it to the policies that require it. Its text, its part of the caption and its evaluation
/// follow from the value. A program's strings can translate it by its `kind`.
public struct PasswordRule: Hashable, Sendable {
  /// The kind of character that the rule counts.
  public let kind: Kind
  /// The minimum number of matching characters.
  public let minimumCount: Int
  /// The text of the requirement, if the policy has one of its own.
  private let customText: String?
  private let predicate: Predicate

  /// Creates a rule. It equals no rule that was created by another call, because functions cannot be
  /// compared.
  ///
  /// - Parameters:
  ///   - article: "a" or "an".
  ///   - noun: The kind of character, in the singular.
  ///   - plural: The plural of the noun, or `nil` for the noun with an "s".
  ///   - minimumCount: The minimum number of matching characters.
  ///   - text: The text of the requirement, which is shown in each language. `nil` for the count and the noun.
  ///   - isSatisfied: Returns whether a scalar of the NFC form of the password is of this kind.
  /// - Precondition: `minimumCount` is in `1...SecureText.capacity`.
  public init(
    _ article: String, _ noun: String, plural: String? = nil, atLeast minimumCount: Int = 1,
    text: String? = nil, isSatisfied: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) {
    self.init(
      .other(article: article, singular: noun, plural: plural ?? "\(noun)s"), atLeast: minimumCount,
      text: text, .function(Function(isSatisfied)))
  }

  private init(
    _ kind: Kind, atLeast minimumCount: Int = 1, text: String? = nil, _ predicate: Predicate
  ) {
    precondition(
      (1...SecureText.capacity).contains(minimumCount), "minimumCount is out of range: \(minimumCount)")
    (self.kind, self.minimumCount, customText) = (kind, minimumCount, text)
    self.predicate = predicate
  }

  /// Returns a rule for the same kind of character with another count or text.
  public func requiring(atLeast minimumCount: Int, text: String? = nil) -> PasswordRule {
    PasswordRule(kind, atLeast: minimumCount, text: text, predicate)
  }

  /// Returns whether a Unicode scalar is of this kind.
  package func isSatisfied(_ scalar: Unicode.Scalar) -> Bool {
    switch predicate {
    case .function(let function): function.body(scalar)
    case .oneOf(let scalars): scalars.contains(scalar)
    }
  }

  /// The requirement that the rule makes.
  package var requirement: PasswordPolicy.Requirement {
    customText.map { .custom($0) } ?? .characters(kind, count: minimumCount)
  }
}

extension PasswordRule {
  /// A kind of character, independent of the language.
  public enum Kind: Hashable, Sendable {
    /// The kinds of the rules with these names.
    case uppercase, lowercase, number, letter, space, symbol
    /// One of these characters.
    case oneOf(String)
    /// A kind that a program has added, with its name in the language of the program.
    case other(article: String, singular: String, plural: String)
  }

  private init(_ kind: Kind, isSatisfied: @escaping @Sendable (Unicode.Scalar) -> Bool) {
    self.init(kind, .function(Function(isSatisfied)))
  }

  /// Characters with the Unicode property Uppercase, including the Roman numeral Ⅷ.
  public static let uppercase = PasswordRule(.uppercase) {
    $0.isASCII ? ("A"..."Z").contains($0) : $0.properties.isUppercase
  }

  /// Characters with the Unicode property Lowercase.
  public static let lowercase = PasswordRule(.lowercase) {
    $0.isASCII ? ("a"..."z").contains($0) : $0.properties.isLowercase
  }

  /// Characters with a numeric value in Unicode: 7, ½, ², ٣, 四.
  public static let number = PasswordRule(.number) {
    $0.isASCII ? $0.isASCIIDigit : $0.properties.numericType != nil
  }

  /// Characters with the Unicode property Alphabetic: letters of all scripts, with or without case.
  public static let letter = PasswordRule(.letter) {
    $0.isASCII ? $0.isASCIILetter : $0.properties.isAlphabetic
  }

  /// The space character U+0020.
  public static let space = PasswordRule(.space) { $0 == " " }

  /// Punctuation and symbols (general categories P and S), including all 32 of ASCII, but no space.
  public static let symbol = PasswordRule(.symbol) {
    if $0.isASCII { return ("!"..."~").contains($0) && !$0.isASCIIDigit && !$0.isASCIILetter }
    return switch $0.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }

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
    return PasswordRule(.oneOf(characters), .oneOf(scalars))
  }
}

// The properties of most characters, without a search in the tables of Unicode: each key evaluates all characters.
extension Unicode.Scalar {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }

  fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}

// Rules are equal if they have the same texts and the same condition. Rules that have only their
// texts in common are different requirements.
extension PasswordRule {
  /// The condition that a scalar must meet.
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
