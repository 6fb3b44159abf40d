/// Makes untrusted text safe to display, so that invisible characters cannot deceive the user.
///
/// Visible replacements stand for characters that are invisible, change the direction of the text
/// or break the line. All other characters stay unchanged.
///
/// An ASCII control character is replaced by its Unicode control picture, such as `␊`. Any other is
/// replaced by its code point in brackets, such as `[U+202E]`. These replacements distinguish all
/// characters and use letters that every font has; a special symbol for each would be unknown to
/// users. The text itself may contain a code point in brackets, which then looks the same. This is
/// accepted, because nothing is hidden. Invisible characters that a script or an emoji needs, such
/// as the joiners in Persian and in family emoji, stay where they have an effect.
///
/// Each character is replaced independently, and no two replacements join into one grapheme. A
/// caret position between characters is therefore also one between their replacements.
public enum DisplaySanitizer {
  /// Returns a text with replacements for its invisible and disruptive characters.
  ///
  /// - Complexity: O(*n*). If nothing is replaced, returns the text itself without a copy.
  public static func sanitized(_ text: String) -> String {
    guard !isPlain(text), let first = text.firstIndex(where: { replacement(for: $0) != nil }) else {
      return text
    }
    return text[first...].reduce(into: String(text[..<first])) { result, character in
      result += sanitized(character)
    }
  }

  /// Returns a character or its replacement.
  package static func sanitized(_ character: Character) -> String {
    replacement(for: character) ?? String(character)
  }

  /// Returns the replacement of a character, one or more graphemes, or `nil` if the character is
  /// displayed unchanged.
  ///
  /// - Complexity: O(*n*) in the number of scalars. A replacement has at most a few hundred bytes.
  package static func replacement(for character: Character) -> String? {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return nil }
    guard scalars.next() != nil else { return first.replacement(in: ScalarContext(first: first)) }
    return longReplacement(for: character, from: first)
  }

  /// Returns the replacement of a character of several scalars.
  private static func longReplacement(for character: Character, from first: Unicode.Scalar) -> String? {
    guard !flagsWithTags.contains(character) else { return nil }
    let scalars = Array(character.unicodeScalars.prefix(scalarLimit + 1))
    var context = ScalarContext(first: first)
    // From the end, since a joiner has no effect before a scalar that is replaced.
    context.next = scalars.count > scalarLimit ? scalars[scalarLimit] : nil
    var parts: [(scalar: Unicode.Scalar, replacement: String?)] = []
    for (index, scalar) in scalars.prefix(scalarLimit).enumerated().reversed() {
      context.previous = index > 0 ? scalars[index - 1] : nil
      let replacement = scalar.replacement(in: context)
      parts.append((scalar, replacement))
      context.next = replacement == nil ? scalar : nil
    }
    let isTooLong = scalars.count > scalarLimit
    guard isTooLong || parts.contains(where: { $0.replacement != nil }) else { return nil }
    let result = parts.reversed().map { $0.replacement ?? String($0.scalar) }.joined()
    return isTooLong ? "\(result)[+\(character.unicodeScalars.count - scalarLimit)]" : result
  }

  /// The maximum number of displayed scalars of a character: a letter and 30 marks, the limit of
  /// the Unicode Stream-Safe Text Format (UAX #15, D3). Of further scalars, only the number is
  /// displayed, because large stacks of marks are used to overlap adjacent text.
  private static let scalarLimit = 31

  /// The flags of England, Scotland and Wales: the only characters with invisible tags that Unicode
  /// recommends for general interchange.
  private static let flagsWithTags: Set<Character> = ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"]

  /// Returns whether a text contains only characters that are always displayed unchanged: ASCII
  /// without controls, U+00C0 to U+02FF and U+4000 to U+9FFF. This fast check needs only the first
  /// byte of each.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    for index in bytes.indices {
      switch bytes[index] {
      case 0x20...0x7E, 0x80...0xBF, 0xC3...0xCB, 0xE4...0xE9: continue
      default: return false
      }
    }
    return true
  }
}
