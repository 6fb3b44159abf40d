public import Scene

/// A sequence of byte strings, each preceded by its length.
enum Netstring {
  static func append(_ content: [UInt8], to bytes: inout [UInt8]) {
    bytes += "\(content.count):".utf8
    bytes += content
    bytes.append(UInt8(ascii: ","))
  }
}

/// The result of a parsing step.
enum ParsingProgress {
  case incomplete, complete
  /// The data does not have the expected format.
  case malformed
}

/// An incremental parser for a sequence of netstrings.
struct NetstringReader {
  /// The offset of the next netstring.
  private var offset = 0

  /// Reads the next netstrings.
  ///
  /// - Parameters:
  ///   - bytes: The data. Pass the same bytes in each step.
  ///   - count: The number of bytes after which to stop. A netstring that has begun is read
  ///     completely.
  ///   - body: Called with each content. Returns `false` to reject it.
  /// - Returns: `malformed` if `body` rejected a content or the bytes are not netstrings.
  mutating func read(_ bytes: Span<UInt8>, atMost count: Int = .max, _ body: (Span<UInt8>) -> Bool)
    -> ParsingProgress
  {
    let stop = count < bytes.count - offset ? offset + count : bytes.count
    while offset < stop {
      guard let content = nextContent(of: bytes), body(bytes.extracting(content)) else { return .malformed }
      offset = content.upperBound + 1
    }
    return offset == bytes.count ? .complete : .incomplete
  }

  /// Returns the range of the next netstring's content, or `nil` if there is no valid netstring.
  /// The length must not have leading zeros.
  private func nextContent(of bytes: Span<UInt8>) -> Range<Int>? {
    var (index, length) = (offset, 0)
    while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
      guard let digit = bytes[index].digit, length <= bytes.count, index == offset || length > 0 else {
        return nil
      }
      length = length * 10 + digit
      index += 1
    }
    let content = index + 1..<index + 1 + length
    guard index > offset, content.upperBound < bytes.count, bytes[content.upperBound] == UInt8(ascii: ",")
    else { return nil }
    return content
  }
}

extension UInt8 {
  /// The value of a decimal digit, or `nil` for another byte.
  fileprivate var digit: Int? {
    let zero = UInt8(ascii: "0")
    return self >= zero && self <= zero + 9 ? Int(self - zero) : nil
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

extension DataType {
  /// Content that is transferred between token fields: tokens with their identities, and the text
  /// between them. Each token or text run is a netstring ([D. J. Bernstein, 1997][1]) of a letter
  /// and its bytes: `t` for a token in the encoding of its adapter, `s` for text.
  ///
  /// [1]: https://cr.yp.to/proto/netstrings.txt
  public static let tokens = DataType("application/x-tactile-tokens")
}

extension TokenEditor {
  /// The current selection as data for other programs. Later changes do not affect it. It is
  /// encoded only when it is requested.
  var selectedData: DataProvider {
    let (elements, ranges, adapter) = (elements, selectedRanges, adapter)
    var representations = [
      DataProvider.Representation(.tokens) { Self.encode(elements.slices(ranges), of: adapter) },
      DataProvider.Representation(.text) { Array(Self.text(of: elements.slices(ranges), adapter).utf8) },
    ]
    if ranges.reduce(0, { $0 + $1.count }) <= Self.maximumFileCount,
      Self.areFiles(elements.slices(ranges), adapter)
    {
      let files = DataProvider.Representation(.uriList) { Self.uriList(of: elements.slices(ranges), adapter) }
      representations.insert(files, at: 1)
    }
    return DataProvider(representations)
  }

  /// Returns the tokens and text runs, separated by a comma and a space.
  static func text(of elements: Elements, _ adapter: Adapter) -> String {
    var (text, isFirst) = ("", true)
    for item in elements.items {
      if !isFirst { text += ", " }
      isFirst = false
      switch item {
      case .token(let token): text += adapter.text(of: token)
      case .text(let run): text += run.string
      }
    }
    return text
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

  /// Returns whether all elements are tokens that represent files.
  private static func areFiles(_ elements: Elements, _ adapter: Adapter) -> Bool {
    elements.items.allSatisfy { item in item.token.map { adapter.filePath(of: $0) != nil } ?? false }
  }

  private static func uriList(of elements: Elements, _ adapter: Adapter) -> [UInt8] {
    Array(URIList.list(ofFiles: elements.items.compactMap { $0.token.flatMap(adapter.filePath) }).utf8)
  }
}
