public import Scene

/// A password as it is typed: UTF-8 in guarded, locked memory that is wiped when it goes.
///
/// It never becomes a `String`, and since it cannot be copied, nothing that prints or reflects
/// takes it. What needs its content reads it in place, for the length of one call. Places in it are
/// counted in grapheme clusters (UAX #29), what a person takes for one character.
public struct SecureText: ~Copyable, Sendable {
  /// The most Unicode scalars that one text holds, in NFC.
  public static let capacity = 1024

  /// The most bytes of UTF-8 that one text takes with a line end behind it, which is none of it.
  public static let longestLine = byteCapacity + 2

  /// The most bytes that one text takes, however it is written.
  ///
  /// What is one scalar in NFC is nine bytes at most where it is typed in parts: a Korean syllable of
  /// three letters of three bytes each, or U+2126 with three marks, as of Unicode 15.
  static let byteCapacity = 9 * capacity

  /// The text's bytes, then zeros.
  var storage = LockedBuffer<UInt8>(count: byteCapacity)

  /// The length in UTF-8.
  public internal(set) var byteCount = 0

  /// Grows with each change, so that two states of one text can be told apart without reading them.
  ///
  /// A new text counts anew: to begin again in the same place on the screen, use `removeAll()`.
  public internal(set) var generation: UInt64 = 0

  /// Creates an empty text.
  public init() {}

  /// Whether there is nothing in it.
  public var isEmpty: Bool { byteCount == 0 }

  /// The number of grapheme clusters.
  ///
  /// - Complexity: O(*n*) in the text's length.
  public var graphemeCount: Int {
    withCodeUnits { utf8 in
      var graphemes = utf8.makeCharacterIterator()
      return graphemes.skipForward(by: .max)
    }
  }

  /// The number of Unicode scalars, as they were typed.
  ///
  /// - Complexity: O(*n*) in the text's length.
  public var scalarCount: Int {
    withCodeUnits { utf8 in
      var scalars = utf8.makeUnicodeScalarIterator()
      return scalars.skipForward(by: .max)
    }
  }

  /// Calls `body` with the UTF-8 of one grapheme cluster; does nothing where there is none.
  ///
  /// - Parameters:
  ///   - index: Counted from 0.
  ///   - body: May not keep what it is lent.
  /// - Complexity: O(`index`).
  public func withGrapheme(at index: Int, _ body: (Span<UInt8>) -> Void) {
    withCodeUnits { utf8 in
      var graphemes = utf8.makeCharacterIterator()
      guard index >= 0, graphemes.skipForward(by: index) == index else { return }
      let start = graphemes.currentCodeUnitOffset
      guard graphemes.skipForward() == 1 else { return }
      body(utf8.span.extracting(start..<graphemes.currentCodeUnitOffset))
    }
  }

  /// Calls `body` with the UTF-8 of each grapheme cluster in turn.
  ///
  /// - Parameter body: May not keep what it is lent.
  /// - Complexity: O(*n*) in the text's length.
  public func forEachGrapheme(_ body: (Span<UInt8>) -> Void) {
    withCodeUnits { utf8 in
      var graphemes = utf8.makeCharacterIterator()
      var start = 0
      while graphemes.skipForward() == 1 {
        body(utf8.span.extracting(start..<graphemes.currentCodeUnitOffset))
        start = graphemes.currentCodeUnitOffset
      }
    }
  }

  /// The same text, of the same generation, in locked memory of its own.
  public func copy() -> SecureText {
    var copy = SecureText()
    storage.withSpan { source in
      copy.storage.withUnsafeMutablePointer { target in
        for index in 0..<byteCount { target[index] = source[index] }
      }
    }
    copy.byteCount = byteCount
    copy.generation = generation
    return copy
  }

  /// Calls `body` with the text in place.
  func withCodeUnits<Result: ~Copyable, Failure: Error>(
    _ body: (UTF8Span) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withSpan { bytes throws(Failure) in
      // Every insertion was validated, and removals cut between scalars.
      try body(UTF8Span(unchecked: bytes.extracting(first: byteCount)))
    }
  }
}

extension SecureText: SecretReading {
  /// Lends a grapheme of this text, whatever the handle is.
  public func withGrapheme(
    at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void
  ) {
    withGrapheme(at: index, body)
  }
}
