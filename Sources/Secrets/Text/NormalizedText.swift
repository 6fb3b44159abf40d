import CUtf8proc

/// Unicode scalars in one of the normal forms of UAX #15, in locked memory.
struct NormalizedText: ~Copyable {
  /// The normal form of characters that can be written in several ways.
  enum Form {
    /// NFC: the fewest scalars that exist for a character.
    case composed
    /// NFD: each mark as a separate scalar.
    case decomposed
    /// NFC after Unicode case folding: equal for texts that differ only in the case of letters.
    case folded
    /// NFKC without marks: letters without accents and in their usual width.
    case plain

    fileprivate var options: utf8proc_option_t {
      let change =
        switch self {
        case .composed: UTF8PROC_COMPOSE.rawValue
        case .decomposed: UTF8PROC_DECOMPOSE.rawValue
        case .folded: UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
        case .plain: UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_STRIPMARK.rawValue
        }
      return utf8proc_option_t(UTF8PROC_STABLE.rawValue | change)
    }
  }

  /// The scalars in UTF-32, followed by at least one more element, which `utf8proc_reencode`
  /// requires.
  private var storage: LockedBuffer<Int32>

  /// The number of scalars.
  let count: Int

  /// Normalizes UTF-8 with `utf8proc_decompose` and `utf8proc_normalize_utf32`.
  ///
  /// - Complexity: O(*n* + *m*²), where *m* is the length of the longest run of combining marks.
  init(_ utf8: UTF8Span, _ form: Form) {
    let source = utf8.span
    let capacity = source.withUnsafeBufferPointer {
      utf8proc_decompose($0.baseAddress, $0.count, nil, 0, form.options)
    }
    precondition(capacity >= 0, "utf8proc_decompose failed for valid UTF-8: \(capacity)")
    storage = LockedBuffer(count: capacity + 1)
    count = storage.withUnsafeMutablePointer { scalars in
      source.withUnsafeBufferPointer {
        _ = utf8proc_decompose($0.baseAddress, $0.count, scalars, capacity, form.options)
      }
      return utf8proc_normalize_utf32(scalars, capacity, form.options)
    }
  }

  /// Calls `body` with each scalar in order.
  func forEachScalar(_ body: (Unicode.Scalar) -> Void) {
    storage.withSpan { values in
      for index in 0..<count {
        guard let scalar = Unicode.Scalar(UInt32(bitPattern: values[index])) else { continue }
        body(scalar)
      }
    }
  }

  /// Returns whether `other` starts with these scalars, in a time that does not depend on where
  /// they differ.
  func isPrefix(of other: borrowing NormalizedText) -> Bool {
    count <= other.count && storage.isSame(as: other.storage, upTo: count)
  }

  /// Calls `body` with the text in UTF-8, which overwrites the scalars, and its length in bytes.
  ///
  /// - Parameter body: The pointer is valid only during the call.
  consuming func withUnsafeUTF8<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafePointer<CChar>, Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let capacity = storage.count * MemoryLayout<Int32>.stride
    let count = count
    return try storage.withUnsafeMutablePointer { scalars throws(Failure) in
      let byteCount = utf8proc_reencode(scalars, count, UTF8PROC_STABLE)
      precondition(byteCount >= 0, "utf8proc_reencode failed: \(byteCount)")
      return try scalars.withMemoryRebound(to: CChar.self, capacity: capacity) { utf8 throws(Failure) in
        try body(utf8, byteCount)
      }
    }
  }
}

extension SecureText {
  /// Returns whether both texts are the same in NFC, so that two spellings of "é" are equal.
  ///
  /// The time reveals the lengths of the texts and whether they are ASCII, but not where they
  /// differ.
  ///
  /// - Complexity: O(*n*) in the length of the text, like all functions in this extension.
  package borrowing func isEqual(to other: borrowing SecureText) -> Bool {
    if isASCII, other.isASCII { return byteCount == other.byteCount && isPrefix(of: other) }
    let normalizedText = normalized(.composed)
    let otherText = other.normalized(.composed)
    return normalizedText.count == otherText.count && normalizedText.isPrefix(of: otherText)
  }

  /// Returns whether `other` is this text or can result from it by more typing.
  ///
  /// The texts are compared in NFD: an "e" before its accent is typed is the beginning of an "é".
  package borrowing func isBeginning(of other: borrowing SecureText) -> Bool {
    if isASCII, other.isASCII { return isPrefix(of: other) }
    let normalizedText = normalized(.decomposed)
    return normalizedText.isPrefix(of: other.normalized(.decomposed))
  }

  /// Calls `body` with each scalar of the NFC form in order.
  borrowing func forEachComposedScalar(_ body: (Unicode.Scalar) -> Void) {
    guard isASCII else { return normalized(.composed).forEachScalar(body) }
    withCodeUnits { utf8 in for index in utf8.span.indices { body(Unicode.Scalar(utf8.span[index])) } }
  }

  /// Whether the text is ASCII, which is the same in all normal forms (UAX #15). This avoids
  /// guarded memory for another form, which takes a dozen system calls at each key.
  package var isASCII: Bool {
    withCodeUnits { utf8 in utf8.span.indices.allSatisfy { utf8.span[$0] < 0x80 } }
  }

  /// Returns whether `other` starts with the bytes of this text.
  private borrowing func isPrefix(of other: borrowing SecureText) -> Bool {
    byteCount <= other.byteCount && storage.isSame(as: other.storage, upTo: byteCount)
  }

  /// Returns the text in a normal form.
  borrowing func normalized(_ form: NormalizedText.Form) -> NormalizedText {
    withCodeUnits { NormalizedText($0, form) }
  }
}
