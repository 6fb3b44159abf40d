/// A list of files and other places, as programs give it to each other ([RFC 2483][1], section 5).
///
/// [1]: https://www.rfc-editor.org/rfc/rfc2483#section-5
enum URIList {
  /// The name in a line: of a file its path, of another place its URI as it is.
  static func name(in line: String) -> String { path(of: line[...]) ?? line }

  /// A list of files on this machine ([RFC 8089][1], section 2).
  ///
  /// [1]: https://www.rfc-editor.org/rfc/rfc8089#section-2
  static func list(ofFiles paths: [String]) -> String {
    paths.map { "file://\(encoded($0))\r\n" }.joined()
  }

  /// With percent signs for all but the characters that RFC 3986, section 2.3, leaves as they are, and
  /// slashes.
  private static func encoded(_ path: String) -> String {
    let (digits, plain) = (Array("0123456789ABCDEF".utf8), Set("-._~/".utf8))
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if character.isASCII && (character.isLetter || character.isNumber) || plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
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

/// Takes a list of URIs apart, line by line, so that a long one can be read in steps.
struct URIListReader {
  /// Where the next line begins.
  private var offset = 0

  /// Reads on.
  ///
  /// - Parameters:
  ///   - list: The same in each step.
  ///   - count: After how many bytes to stop; the line that reaches so far is read to its end.
  ///   - body: Is given each name (`URIList.name(in:)`); comments and empty lines are left out.
  mutating func read(
    _ list: Span<UInt8>, atMost count: Int = .max, _ body: (String) -> Void
  ) -> ReadingProgress {
    let stop = count < list.count - offset ? offset + count : list.count
    while offset < stop {
      var end = offset
      while end < list.count, !list[end].isLineEnd { end += 1 }
      let line = list.extracting(offset..<end)
      if !line.isEmpty, line[0] != UInt8(ascii: "#") {
        body(URIList.name(in: String(decoding: line)))
      }
      offset = end + 1
    }
    return offset >= list.count ? .whole : .unfinished
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
