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
    return PasswordRule("a", "character of \(characters)", plural: "characters of \(characters)") {
      [scalars] in scalars.contains($0)
    }
  }
}
