/// Takes text apart into what becomes a token each, as `ListReader` does.
struct TokenSplitter {
  /// By what text is taken apart, besides line ends beyond ASCII; ASCII characters.
  let separators: Set<UInt8>

  /// For lists that are pasted.
  static let list = TokenSplitter(separators: Set(",;\n\r\t".utf8))

  /// The parts of a list without the spaces around them; empty ones are left out.
  ///
  /// - Complexity: O(*n*) in the text's length.
  func parts(of text: String) -> [String] {
    var (parts, reader): ([String], ListReader) = ([], ListReader(separators: separators))
    let bytes = Array(text.utf8)
    while !reader.read(
      bytes.span, { part in if let text = part.trimmedText { parts.append(text) } })
    {}
    return parts
  }

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
