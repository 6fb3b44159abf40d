@testable import Secrets

/// Secrets that are none, since only tests hold them as strings.
extension SecureText {
  /// Creates a text with some content.
  init(_ string: String) {
    self.init()
    precondition(insert(string, at: 0) != .refused(.tooLong), "the text is too long")
  }

  /// Inserts before a grapheme.
  mutating func insert(_ string: String, at index: Int) -> Insertion {
    replace(graphemes: index..<index, with: string.utf8.span)
  }

  /// Replaces graphemes.
  mutating func replace(_ graphemes: Range<Int>, with string: String) -> Insertion {
    replace(graphemes: graphemes, with: string.utf8.span)
  }

  /// The whole content.
  var string: String { withCodeUnits { String(copying: $0) } }

  /// What one grapheme is, or `nil` where `withGrapheme` lends nothing.
  func grapheme(at index: Int) -> String? {
    var found: String?
    withGrapheme(at: index) { found = String(decoding: $0) }
    return found
  }

  /// Every grapheme, as `forEachGrapheme` lends them.
  var graphemes: [String] {
    var found: [String] = []
    forEachGrapheme { found.append(String(decoding: $0)) }
    return found
  }

  /// The storage behind the text's end.
  var slack: [UInt8] { storage.withSpan { bytes in (byteCount..<bytes.count).map { bytes[$0] } } }
}

extension String {
  /// The text of some UTF-8.
  init(decoding utf8: Span<UInt8>) {
    self = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
