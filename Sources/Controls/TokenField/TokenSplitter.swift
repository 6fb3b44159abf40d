/// Tells where text that is typed becomes a token each, as `ListReader` does of text that is pasted.
struct TokenSplitter {
  /// By what a list that is pasted is taken apart, besides line ends beyond ASCII.
  static let listSeparators = Set(",;\n\r\t".utf8)

  /// By what text is taken apart, besides line ends beyond ASCII; ASCII characters.
  let separators: Set<UInt8>

  /// Whether a separator after some text would belong to a quotation or an address that is not over
  /// yet.
  func endsOpen(_ text: String) -> Bool {
    var reader = ListReader(separators: separators)
    // What is open at the end is asked for before it is found never to end.
    let bytes = Array((text + " ").utf8)
    _ = reader.read(bytes.span, atMost: bytes.count - 1) { _ in }
    return reader.isEnclosed
  }
}

extension Span<UInt8> {
  /// Its text without white space at either end, what is no UTF-8 repaired; `nil` where there is
  /// nothing else.
  var trimmedText: String? {
    let text = String(decoding: self).trimmed
    return text.isEmpty ? nil : String(text)
  }
}

extension StringProtocol {
  /// Without white space at either end.
  var trimmed: SubSequence {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return self[start.startIndex...last]
  }
}
