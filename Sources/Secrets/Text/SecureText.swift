public import Scene

/// A password as it is typed: UTF-8 in guarded, locked memory that is wiped when it is freed.
///
/// The text never becomes a `String`. It is not copyable, so functions that print or reflect values
/// do not accept it. Code that needs the content reads it in place, during one call. Indices count
/// grapheme clusters (UAX #29), which users perceive as characters.
public struct SecureText: ~Copyable, Sendable {
  /// The maximum number of Unicode scalars in one text, in NFC.
  public static let capacity = 1024

  /// The maximum number of bytes of a text in UTF-8 with a byte order mark before it and a line end after it, which
  /// are not part of it.
  package static let maximumLineSize = 3 + byteCapacity + 2

  /// The maximum number of bytes of a text in any spelling.
  ///
  /// One scalar in NFC takes at most nine bytes if it is typed in parts: a Korean syllable of three
  /// letters of three bytes each, or U+2126 with three marks, as of Unicode 15.
  static let byteCapacity = 9 * capacity

  /// The bytes of the text, followed by zeros.
  var storage = LockedBuffer<UInt8>(count: byteCapacity)

  /// The length in bytes of UTF-8.
  public internal(set) var byteCount = 0

  /// A counter that grows with each change, to distinguish two states of a text without reading
  /// them.
  ///
  /// A new text starts again from zero. To start over in the same field, use `removeAll()`.
  public internal(set) var generation: UInt64 = 0

  /// Creates an empty text.
  public init() {}

  /// Whether the text is empty.
  public var isEmpty: Bool { byteCount == 0 }

  /// The number of grapheme clusters.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var graphemeCount: Int {
    withCodeUnits { utf8 in
      var graphemes = utf8.makeCharacterIterator()
      return graphemes.skip(.max, in: utf8.span)
    }
  }

  /// Calls `body` with the UTF-8 of one grapheme cluster. Does nothing if there is none at the
  /// index.
  ///
  /// - Parameters:
  ///   - index: The index of the grapheme cluster, from 0.
  ///   - body: The span is valid only during the call.
  /// - Complexity: O(`index`).
  public func withGrapheme(at index: Int, _ body: (Span<UInt8>) -> Void) {
    withCodeUnits { utf8 in
      var graphemes = utf8.makeCharacterIterator()
      guard index >= 0, graphemes.skip(index, in: utf8.span) == index else { return }
      let start = graphemes.currentCodeUnitOffset
      guard graphemes.skip(1, in: utf8.span) == 1 else { return }
      body(utf8.span.extracting(start..<graphemes.currentCodeUnitOffset))
    }
  }

  /// Calls `body` with the UTF-8 of each grapheme cluster in order.
  ///
  /// - Parameter body: The span is valid only during the call.
  /// - Complexity: O(*n*) in the length of the text.
  public func forEachGrapheme(_ body: (Span<UInt8>) -> Void) {
    withCodeUnits { utf8 in
      var graphemes = utf8.makeCharacterIterator()
      var start = 0
      while graphemes.skip(1, in: utf8.span) == 1 {
        body(utf8.span.extracting(start..<graphemes.currentCodeUnitOffset))
        start = graphemes.currentCodeUnitOffset
      }
    }
  }

  /// Returns the same text with the same generation, in separate locked memory.
  public func copy() -> SecureText {
    var copy = SecureText()
    copy.replaceAll(with: self)
    copy.generation = generation
    return copy
  }

  /// Calls `body` with the text in place.
  func withCodeUnits<Result: ~Copyable, Failure: Error>(_ body: (UTF8Span) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    try storage.withSpan { bytes throws(Failure) in
      // Insertions are validated, and removals cut between scalars.
      try body(UTF8Span(unchecked: bytes.extracting(first: byteCount)))
    }
  }
}

extension UTF8Span.CharacterIterator {
  /// Skips grapheme clusters like `skipForward(by:)`, but without a search in the tables of Unicode between two ASCII
  /// characters. Only CR LF is one cluster there.
  ///
  /// - Parameter utf8: The text of the iterator, which is at the boundary of a cluster.
  /// - Returns: The number of skipped clusters, which is lower at the end of the text.
  mutating func skip(_ count: Int, in utf8: Span<UInt8>) -> Int {
    var skipped = 0
    while skipped < count, currentCodeUnitOffset < utf8.count {
      let next = currentCodeUnitOffset + 1
      let following = next < utf8.count ? utf8[next] : 0
      if utf8[next - 1] < 0x80, following < 0x80, following != UInt8(ascii: "\n") {
        reset(toUnchecked: next)
      } else {
        _ = skipForward()
      }
      skipped += 1
    }
    return skipped
  }
}

extension SecureText: SecretTextSource {
  /// Calls `body` with a grapheme of this text for any handle.
  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    withGrapheme(at: index, body)
  }
}

/// A text offered to other programs, in separate locked memory until its last owner releases it.
public final class SecureTextProvider: SecretProvider, Sendable {
  private let text: SecureText

  public init(_ text: consuming SecureText) { self.text = text }

  /// Calls `body` with the text.
  public func withText<Result>(_ body: (borrowing SecureText) -> Result) -> Result { body(text) }

  public func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    text.withCodeUnits { body($0.span) }
  }
}
