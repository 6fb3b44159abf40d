/// The rules for splitting typed text into tokens. `ListReader` applies them to pasted text.
struct TokenSplitter {
  /// The separators of a pasted list, in addition to line ends outside ASCII.
  static let listSeparators = Set(",;\n\r\t".utf8)

  /// The separators, in addition to line ends outside ASCII. They must be ASCII characters.
  let separators: Set<UInt8>

  /// Returns whether a separator after a text would be in a quotation or an address in brackets
  /// that is still open.
  func endsOpen(_ text: String) -> Bool {
    var reader = ListReader(separators: separators)
    // The last byte is not read, because the reader would then find that the enclosure is never
    // closed.
    let bytes = Array((text + " ").utf8)
    _ = reader.read(bytes.span, atMost: bytes.count - 1) { _ in }
    return reader.isEnclosed
  }
}

extension Span<UInt8> {
  /// The text without surrounding white space and with invalid UTF-8 repaired, or `nil` if nothing
  /// remains.
  var trimmedText: String? {
    let text = String(decoding: self).trimmed
    return text.isEmpty ? nil : String(text)
  }
}

extension StringProtocol {
  /// The text without surrounding white space.
  var trimmed: SubSequence {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return self[start.startIndex...last]
  }
}
