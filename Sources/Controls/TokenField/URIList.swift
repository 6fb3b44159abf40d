/// The `text/uri-list` format, in which programs exchange files and other resources ([RFC 2483][1],
/// section 5).
///
/// [1]: https://www.rfc-editor.org/rfc/rfc2483#section-5
enum URIList {
  /// Returns the name of the resource in a line: the path of a file, or the URI of another
  /// resource.
  static func name(in line: String) -> String { path(of: line[...]) ?? line }

  /// Returns the URI list of files on this machine ([RFC 8089][1], section 2).
  ///
  /// [1]: https://www.rfc-editor.org/rfc/rfc8089#section-2
  static func list(ofFiles paths: [String]) -> String { paths.map { "file://\(encoded($0))\r\n" }.joined() }

  /// Percent-encodes all characters except slashes and those that RFC 3986, section 2.3, leaves
  /// unreserved.
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

  /// Returns the path of a file on this machine ([RFC 8089][1], section 2), or `nil` if the URI is
  /// not of a file or is of a file on another machine.
  ///
  /// [1]: https://www.rfc-editor.org/rfc/rfc8089#section-2
  private static func path(of uri: Substring) -> String? {
    guard uri.hasPrefix("file:") else { return nil }
    var remainder = uri.dropFirst("file:".count)
    if remainder.hasPrefix("//") {
      let authority = remainder.dropFirst(2)
      guard let slash = authority.firstIndex(of: "/"),
        ["", "localhost"].contains(authority[..<slash].lowercased())
      else { return nil }
      remainder = remainder[slash...]
    }
    return decoded(remainder)
  }

  /// Decodes percent-encoding (RFC 3986, section 2.1). Invalid encodings stay unchanged.
  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var (decoded, index): ([UInt8], Int) = ([], 0)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
        let low = hexDigit(bytes[index + 2])
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

/// An incremental parser for URI lists, which reads line by line.
struct URIListReader {
  /// The offset of the next line.
  private var offset = 0

  /// Reads the next lines.
  ///
  /// - Parameters:
  ///   - list: The list. Pass the same bytes in each step.
  ///   - count: The number of bytes after which to stop. A line that has begun is read completely.
  ///   - body: Called with each name (`URIList.name(in:)`). Comments and empty lines are skipped.
  mutating func read(_ list: Span<UInt8>, atMost count: Int = .max, _ body: (String) -> Void)
    -> ParsingProgress
  {
    let stop = count < list.count - offset ? offset + count : list.count
    while offset < stop {
      var end = offset
      while end < list.count, !list[end].isLineEnd { end += 1 }
      let line = list.extracting(offset..<end)
      if !line.isEmpty, line[0] != UInt8(ascii: "#") { body(URIList.name(in: String(decoding: line))) }
      offset = end + 1
    }
    return offset >= list.count ? .complete : .incomplete
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
