/// A list of files and other places, as programs give it to each other ([RFC 2483][1], section 5).
///
/// [1]: https://www.rfc-editor.org/rfc/rfc2483#section-5
enum URIList {
  /// The names in a list: of files their paths, of other places their URIs as they are. Comments are
  /// left out.
  static func names(in list: String) -> [String] {
    list.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map { line in
      path(of: line) ?? String(line)
    }
  }

  /// The path of a file on this machine ([RFC 8089][1], section 2); `nil` where it is none, and where it
  /// is one of another.
  ///
  /// [1]: https://www.rfc-editor.org/rfc/rfc8089#section-2
  private static func path(of uri: Substring) -> String? {
    guard uri.hasPrefix("file:") else { return nil }
    var rest = uri.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      let authority = rest.dropFirst(2)
      guard let slash = authority.firstIndex(of: "/"),
        ["", "localhost"].contains(authority[..<slash].lowercased())
      else { return nil }
      rest = rest[slash...]
    }
    return decoded(rest)
  }

  /// Without percent signs (RFC 3986, section 2.1); what is no encoding stays as it is.
  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var (decoded, index): ([UInt8], Int) = ([], 0)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexDigit(bytes[index + 1]), let low = hexDigit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
