public import Scene

/// A sequence of byte strings, each preceded by its length.
enum Netstring {
  static func append(_ content: [UInt8], to bytes: inout [UInt8]) {
    bytes += "\(content.count):".utf8
    bytes += content
    bytes.append(UInt8(ascii: ","))
  }

  /// Calls a closure with the contents of a sequence of netstrings. The spans are valid only during the call.
  ///
  /// - Returns: Whether the bytes are a valid sequence. Otherwise, the closure has received the contents before the
  ///   error.
  static func forEachContent(in bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Void) -> Bool {
    var offset = 0
    while offset < bytes.count {
      guard let content = nextContent(of: bytes, at: offset) else { return false }
      body(bytes.extracting(content))
      offset = content.upperBound + 1
    }
    return true
  }

  /// Returns the range of the content of the netstring at an offset, or `nil` if there is no valid netstring.
  /// The length must not have leading zeros.
  private static func nextContent(of bytes: Span<UInt8>, at offset: Int) -> Range<Int>? {
    var (index, length) = (offset, 0)
    while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
      let digit = Int(bytes[index]) - Int(UInt8(ascii: "0"))
      guard 0...9 ~= digit, length <= bytes.count, index == offset || length > 0 else { return nil }
      length = length * 10 + digit
      index += 1
    }
    let content = index + 1..<index + 1 + length
    guard index > offset, content.upperBound < bytes.count, bytes[content.upperBound] == UInt8(ascii: ",")
    else { return nil }
    return content
  }
}

/// The `text/uri-list` format, in which programs exchange files and other resources ([RFC 2483][1],
/// section 5).
///
/// [1]: https://www.rfc-editor.org/rfc/rfc2483#section-5
enum URIList {
  /// Returns the name of the resource in a line: the path of a file, or the URI of another
  /// resource.
  static func name(in line: String) -> String { path(of: line[...]) ?? line }

  /// Calls a closure with the lines of a list, without comments and empty lines.
  static func forEachLine(in list: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var offset = 0
    while offset < list.count {
      var end = offset
      while end < list.count, list[end] != UInt8(ascii: "\n"), list[end] != UInt8(ascii: "\r") { end += 1 }
      if end > offset, list[offset] != UInt8(ascii: "#") { body(list.extracting(offset..<end)) }
      offset = end + 1
    }
  }

  /// Returns the URI list of files on this machine ([RFC 8089][1], section 2).
  ///
  /// [1]: https://www.rfc-editor.org/rfc/rfc8089#section-2
  static func list(ofFiles paths: [String]) -> String { paths.map { "file://\(encoded($0))\r\n" }.joined() }

  /// Percent-encodes all characters except slashes and those that RFC 3986, section 2.3, leaves
  /// unreserved.
  private static func encoded(_ path: String) -> String {
    let codes = path.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain =
        character.isASCII && (character.isLetter || character.isNumber) || "-._~/".contains(character)
      return isPlain ? String(character) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
    return codes.joined()
  }

  /// Returns the path of a file on this machine ([RFC 8089][1], section 2), or `nil` if the URI is
  /// not of a file or is of a file on another machine, or if no text has the bytes of the path.
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

  /// Decodes percent-encoding (RFC 3986, section 2.1). Invalid encodings stay unchanged. `nil` if the result is not
  /// UTF-8 or has a null byte, which ends a path: such a text would be the name of another file.
  private static func decoded(_ text: Substring) -> String? {
    var (decoded, rest): ([UInt8], Substring.UTF8View) = ([], text.utf8)
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        decoded.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded.contains(0) ? nil : String(validating: decoded, as: UTF8.self)
  }
}

extension DataType {
  /// Content that is transferred between token fields: tokens with their identities, and the text
  /// between them. Each token or text run is a netstring ([D. J. Bernstein, 1997][1]) of a letter
  /// and its bytes: `t` for a token in the encoding of its adapter, `s` for text.
  ///
  /// [1]: https://cr.yp.to/proto/netstrings.txt
  public static let tokens = DataType("application/x-tactile-tokens")
}

extension TokenEditor {
  /// The current selection as data for other programs. Later changes do not affect it. Except for file names,
  /// it is encoded only when it is requested.
  var selectedData: DataProvider {
    let (elements, ranges, adapter) = (elements, selectedRanges, adapter)
    var representations = [
      DataProvider.Representation(.tokens) { Self.encode(elements.slices(ranges), of: adapter) },
      DataProvider.Representation(.text) { Array(Self.text(of: elements.slices(ranges), adapter).utf8) },
    ]
    if let paths = Self.filePaths(of: elements, in: ranges, adapter) {
      representations.insert(.init(.uriList) { Array(URIList.list(ofFiles: paths).utf8) }, at: 1)
    }
    return DataProvider(representations)
  }

  /// Returns the tokens and text runs, separated by a comma and a space.
  static func text(of elements: Elements, _ adapter: Adapter) -> String {
    let texts = elements.items.lazy.map { item in
      switch item {
      case .token(let token): adapter.text(of: token)
      case .text(let run): run.string
      }
    }
    return texts.joined(separator: ", ")
  }

  private static func encode(_ elements: Elements, of adapter: Adapter) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in elements.items {
      switch item {
      case .token(let token): Netstring.append([UInt8(ascii: "t")] + adapter.encode(token), to: &bytes)
      case .text(let run): Netstring.append([UInt8(ascii: "s")] + Array(run.string.utf8), to: &bytes)
      }
    }
    return bytes
  }

  /// The maximum number of files that are offered as a URI list. Each change of the selection has
  /// to check whether all of them are files.
  private static var maximumFileCount: Int { 1000 }

  /// Returns the paths of the files that the elements represent, or `nil` if there are too many elements or
  /// one represents no file.
  private static func filePaths(of elements: Elements, in ranges: [Range<Int>], _ adapter: Adapter)
    -> [String]?
  {
    let count = ranges.reduce(0) { $0 + $1.count }
    guard count <= maximumFileCount else { return nil }
    let paths = elements.slices(ranges).tokens.compactMap(adapter.filePath)
    return paths.count == count ? paths : nil
  }
}
