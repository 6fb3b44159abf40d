/// Validation of email addresses, with the rules of browsers for `<input type=email>`
/// ([HTML, § 4.10.5.1.5][1]), and with the letters, marks and digits of other languages ([RFC 6531][2]). An address may
/// stand alone, or in angle brackets after a name.
///
/// Characters that IDNA (RFC 5892) replaces or does not allow are refused, because many look like others or like nothing.
/// So is a label with letters of two alphabets that have similar letters or opposite directions.
///
/// [1]: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
/// [2]: https://www.rfc-editor.org/rfc/rfc6531
public enum EmailAddress {
  /// Returns whether the complete text is an address.
  public static func isValid(_ text: some StringProtocol) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let at = scalars.firstIndex(of: "@") else { return false }
    let local = scalars[..<at]
    return !local.isEmpty && local.allSatisfy(isLocal) && labels(of: local).allSatisfy(isUniform)
      && isDomain(scalars[(at + 1)...])
  }

  /// Returns the address in `Name <address>`, or the complete text if it does not end with an
  /// address in brackets.
  package static func address(in text: String) -> Substring {
    // By bytes, because the text may be long and finding graphemes takes many times as long.
    guard text.last == ">", let open = text.utf8.lastIndex(of: UInt8(ascii: "<")) else { return text[...] }
    return text[text.utf8.index(after: open)...].dropLast()
  }

  /// A reason why a text is not an address.
  public enum Problem: Hashable, Sendable {
    /// The text contains no @.
    case missingAt
    /// The text contains a character that no address can contain.
    case invalidCharacter(Character)
    /// A part of the address is missing or has the wrong form.
    case incomplete
  }

  /// Returns the problem of the address in a text as a sentence, or `nil` if the address is valid.
  public static func problem(of text: String, in strings: any ControlStrings) -> String? {
    problem(of: text).map { strings.text(.emailAddress($0)).text }
  }

  /// Returns the problem of the address in a text, or `nil` if the address is valid.
  public static func problem(of text: String) -> Problem? {
    let address = address(in: text)
    if isValid(address) { return nil }
    guard address.utf8.contains(UInt8(ascii: "@")) else { return .missingAt }
    // An unmatched bracket may be the intended character, so it is not reported.
    guard !address.utf8.contains(UInt8(ascii: "<")) else { return .incomplete }
    if let invalid = address.first(where: { !belongs($0) }) { return .invalidCharacter(invalid) }
    let labels = address.unicodeScalars.split { $0 == "@" || $0 == "." }
    let other = labels.lazy.compactMap(firstOfOtherAlphabet).first
    return other.map { .invalidCharacter(Character($0)) } ?? .incomplete
  }

  /// Returns whether a character may occur anywhere in an address.
  private static func belongs(_ character: Character) -> Bool {
    character == "@" || character.unicodeScalars.allSatisfy(isLocal)
  }

  /// Returns whether a scalar is `atext` of RFC 5322 or 6531, or a full stop.
  private static func isLocal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "!", "#"..."'", "*", "+", "-"..."/", "=", "?", "^"..."`", "{"..."~": true
    default: isAlphanumeric(scalar)
    }
  }

  /// Returns whether a text is labels separated by full stops. Each label begins and ends with a letter or a digit.
  private static func isDomain(_ domain: ArraySlice<Unicode.Scalar>) -> Bool {
    let labels = labels(of: domain)
    return domain.count <= 255
      && labels.allSatisfy { label in
        guard let first = label.first, let last = label.last, first != "-", last != "-" else { return false }
        return label.count <= 63 && isUniform(label)
          && label.allSatisfy { isAlphanumeric($0) || $0 == "-" }
      }
  }

  private static func labels(of part: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
    part.split(separator: ".", omittingEmptySubsequences: false)
  }

  /// Returns whether a scalar is an ASCII letter or digit, or a letter, mark or digit of another language.
  private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    // IDNA allows two letters that a comparison without case replaces.
    case "0"..."9", "A"..."Z", "a"..."z", "\u{DF}", "\u{3C2}": return true
    case _ where scalar.isASCII: return false
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber:
      return !properties.changesWhenNFKCCaseFolded
    case .uppercaseLetter:
      // A mathematical letter has no lowercase letter. A compatibility character such as the kelvin sign has that of
      // another one.
      guard properties.changesWhenLowercased else { return false }
      let lower = properties.lowercaseMapping.unicodeScalars
      return lower.allSatisfy(isAlphanumeric)
        && lower.flatMap(\.properties.uppercaseMapping.unicodeScalars) == [scalar]
    default: return false
    }
  }

  /// Returns whether a label does not begin with a mark, and its letters have one alphabet.
  private static func isUniform(_ label: ArraySlice<Unicode.Scalar>) -> Bool {
    let category = label.first?.properties.generalCategory
    return category != .nonspacingMark && category != .spacingMark && firstOfOtherAlphabet(in: label) == nil
  }

  /// Returns a letter that is not of the alphabet of the first letter.
  private static func firstOfOtherAlphabet(in label: some Sequence<Unicode.Scalar>) -> Unicode.Scalar? {
    let first = label.lazy.compactMap(alphabet).first { _ in true }
    return label.first { scalar in alphabet(of: scalar).map { $0 != first } ?? false }
  }

  /// Returns the number of the alphabet of a letter, or `nil` if letters of others may be beside it, as in Japanese.
  private static func alphabet(of scalar: Unicode.Scalar) -> Int? {
    alphabets.firstIndex { $0.contains { $0.contains(scalar.value) } }
  }

  /// The ranges of the letters of Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic and Cherokee.
  private static let alphabets: [[ClosedRange<UInt32>]] = [
    [0x41...0x5A, 0x61...0x7A, 0xC0...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF],
    [0x370...0x3FF, 0x1F00...0x1FFF], [0x400...0x52F, 0x1C80...0x1C8F, 0xA640...0xA69F], [0x530...0x58F],
    [0x590...0x5FF], [0x600...0x6FF, 0x750...0x77F, 0x870...0x8FF], [0x13A0...0x13FF, 0xAB70...0xABBF],
  ]
}
