/// Validation of email addresses, with the rules of browsers for `<input type=email>`
/// ([HTML, § 4.10.5.1.5][1]). An address may stand alone, or in angle brackets after a name.
///
/// [1]: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
public enum EmailAddress {
  /// Returns whether the complete text is an address.
  public static func isValid(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return false }
    let local = bytes[..<at]
    return !local.isEmpty && local.allSatisfy(isLocal) && isDomain(bytes[(at + 1)...])
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
    if !address.utf8.contains(UInt8(ascii: "<")), let invalid = address.first(where: { !belongs($0) }) {
      return .invalidCharacter(invalid)
    }
    return .incomplete
  }

  /// Returns whether a character may occur anywhere in an address.
  private static func belongs(_ character: Character) -> Bool {
    character == "@" || character.utf8.count == 1 && character.utf8.allSatisfy(isLocal)
  }

  /// Returns whether a byte is `atext` of RFC 5322 or a full stop.
  private static func isLocal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-")...UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    default: isAlphanumeric(byte)
    }
  }

  /// Returns whether a text is labels separated by full stops. Each label begins and ends with a
  /// letter or a digit.
  private static func isDomain(_ domain: ArraySlice<UInt8>) -> Bool {
    domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      guard let first = $0.first, let last = $0.last, $0.count <= 63 else { return false }
      return isAlphanumeric(first) && isAlphanumeric(last)
        && $0.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
