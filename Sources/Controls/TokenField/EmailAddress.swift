/// What counts as an e-mail address: what a browser takes in `<input type=email>`
/// ([HTML, § 4.10.5.1.5][1]), alone or in angle brackets after a name.
///
/// [1]: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
public enum EmailAddress {
  /// Whether all of a text is an address.
  public static func isValid(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return false }
    let local = bytes[..<at]
    return !local.isEmpty && local.allSatisfy(isLocal) && isDomain(bytes[(at + 1)...])
  }

  /// The address in `Name <address>`; all of the text where it has no brackets at its end.
  public static func address(in text: String) -> Substring {
    // By bytes, since a text may be long, and graphemes take many times as long to find.
    guard text.last == ">", let open = text.utf8.lastIndex(of: UInt8(ascii: "<")) else {
      return text[...]
    }
    return text[text.utf8.index(after: open)...].dropLast()
  }

  /// What is wrong with the address in a text; `nil` where nothing is.
  public static func problem(of text: String) -> String? {
    let address = address(in: text)
    if isValid(address) { return nil }
    guard address.utf8.contains(UInt8(ascii: "@")) else { return "An e-mail address has an @" }
    // Where a bracket is left over, that may be meant.
    if !address.utf8.contains(UInt8(ascii: "<")),
      let stranger = address.first(where: { !belongs($0) })
    {
      let name = stranger == " " ? "space" : "“\(DisplayText.displayed(stranger))”"
      return "An e-mail address has no \(name)"
    }
    return "Not a complete e-mail address"
  }

  /// Whether there may be such a character anywhere in an address.
  private static func belongs(_ character: Character) -> Bool {
    character == "@" || character.utf8.count == 1 && character.utf8.allSatisfy(isLocal)
  }

  /// `atext` of RFC 5322, and the full stop.
  private static func isLocal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-")...UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "?"), UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    default: isAlphanumeric(byte)
    }
  }

  /// Labels with full stops between them; each begins and ends with a letter or a digit.
  private static func isDomain(_ domain: ArraySlice<UInt8>) -> Bool {
    domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      guard let first = $0.first, let last = $0.last, $0.count <= 63 else { return false }
      return isAlphanumeric(first) && isAlphanumeric(last)
        && $0.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
