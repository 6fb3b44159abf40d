@testable import Secrets

/// Access to the content as strings, for tests only.
extension SecureText {
  /// Creates a text with a content.
  init(_ string: String) {
    self.init()
    precondition(insert(string, at: 0) != .rejected(.tooLong), "the text is too long")
  }

  /// Inserts a string before a grapheme.
  mutating func insert(_ string: String, at index: Int) -> Insertion {
    replace(graphemes: index..<index, with: string.utf8.span)
  }

  /// Replaces graphemes with a string.
  mutating func replace(_ graphemes: Range<Int>, with string: String) -> Insertion {
    replace(graphemes: graphemes, with: string.utf8.span)
  }

  /// The whole content.
  var string: String { withCodeUnits { String(copying: $0) } }

  /// Returns a grapheme, or `nil` if `withGrapheme` does not call its body.
  func grapheme(at index: Int) -> String? {
    var found: String?
    withGrapheme(at: index) { found = String(decoding: $0) }
    return found
  }

  /// All graphemes, as `forEachGrapheme` passes them.
  var graphemes: [String] {
    var found: [String] = []
    forEachGrapheme { found.append(String(decoding: $0)) }
    return found
  }

  /// The bytes of the storage after the end of the text.
  var slack: [UInt8] { storage.withSpan { bytes in (byteCount..<bytes.count).map { bytes[$0] } } }
}

extension String {
  /// Creates a string from UTF-8.
  init(decoding utf8: Span<UInt8>) {
    self = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
