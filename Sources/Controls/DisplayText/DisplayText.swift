/// What is shown of a text from outside, so that nobody is deceived by it: of what is invisible, or
/// would turn or break the line, a visible stand-in, and all else as it is.
///
/// A control character of ASCII has the picture that Unicode has for it, as `␊`; any other has its
/// number in brackets, as `[U+202E]`. So all are told apart, in letters that every font has, where a
/// picture for each would be a sign that nobody knows. Brackets with a number may stand in the text
/// itself, which then looks the same: what matters is that nothing is hidden. What a script or an
/// emoji needs, as the joiners of Persian and of families, stays where it is of use.
///
/// Each character has its stand-in by itself, and no two become one grapheme, so that a caret among
/// the characters is a caret among what is shown of them.
public enum DisplayText {
  /// A text as it is shown.
  ///
  /// - Complexity: O(*n*); where nothing is replaced the text itself, without a copy.
  public static func displayed(_ text: String) -> String {
    guard !isPlain(text), let first = text.firstIndex(where: { standIn(for: $0) != nil }) else {
      return text
    }
    return text[first...].reduce(into: String(text[..<first])) { result, character in
      result += displayed(character)
    }
  }

  /// A character as it is shown.
  public static func displayed(_ character: Character) -> String {
    standIn(for: character) ?? String(character)
  }

  /// What is shown in place of a character, one grapheme or more; `nil` where it is shown itself.
  ///
  /// - Complexity: O(*n*) in its scalars; what is shown has never more than a few hundred bytes.
  public static func standIn(for character: Character) -> String? {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return nil }
    guard scalars.next() != nil else { return first.standIn(in: ScalarContext(first: first)) }
    return longStandIn(for: character, from: first)
  }

  /// That of a character of several scalars.
  private static func longStandIn(
    for character: Character, from first: Unicode.Scalar
  ) -> String? {
    guard !isShownItself(character, from: first), !flagsWithTags.contains(character) else {
      return nil
    }
    let scalars = Array(character.unicodeScalars.prefix(longest + 1))
    var context = ScalarContext(first: first)
    let parts = scalars.prefix(longest).enumerated().map { index, scalar in
      defer { context.previous = scalar }
      context.next = index + 1 < scalars.count ? scalars[index + 1] : nil
      return (scalar: scalar, standIn: scalar.standIn(in: context))
    }
    let isTooLong = scalars.count > longest
    guard isTooLong || parts.contains(where: { $0.standIn != nil }) else { return nil }
    let shown = parts.map { $0.standIn ?? String($0.scalar) }.joined()
    return isTooLong ? "\(shown)[+\(character.unicodeScalars.count - longest)]" : shown
  }

  private static func isShownItself(_ character: Character, from first: Unicode.Scalar) -> Bool {
    var context = ScalarContext(first: first)
    var (scalar, count) = (first, 1)
    for next in character.unicodeScalars.dropFirst() {
      context.next = next
      count += 1
      guard scalar.standIn(in: context) == nil, count <= longest else { return false }
      (context.previous, scalar) = (scalar, next)
    }
    context.next = nil
    return scalar.standIn(in: context) == nil
  }

  /// A letter and as many marks as Unicode allows to text that streams (UAX #15, D3). Of more the
  /// number alone is shown: such heaps are made to run over their neighbours.
  private static let longest = 31

  /// England's, Scotland's and Wales': all characters that Unicode recommends of those that are
  /// written with invisible tags.
  private static let flagsWithTags: Set<Character> = ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"]

  /// A quick look whether there are only letters and signs that stand for themselves: of ASCII, of
  /// U+00C0 to U+02FF and of U+4000 to U+9FFF, told by the first byte of each.
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
