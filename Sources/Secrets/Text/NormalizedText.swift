import CUtf8proc

/// Some Unicode scalars in one of the normal forms of UAX #15, in locked memory.
struct NormalizedText: ~Copyable {
  /// How a character that can be written in several ways is written.
  enum Form {
    /// NFC: in as few scalars as there are for it.
    case composed
    /// NFD: every mark by itself.
    case decomposed
    /// NFC after Unicode's case folding: the same for texts that differ in the case of letters.
    case folded
    /// NFKC without marks: letters as they are without accents and in their usual width.
    case plain

    fileprivate var options: utf8proc_option_t {
      let change =
        switch self {
        case .composed: UTF8PROC_COMPOSE.rawValue
        case .decomposed: UTF8PROC_DECOMPOSE.rawValue
        case .folded: UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
        case .plain:
          UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_STRIPMARK.rawValue
        }
      return utf8proc_option_t(UTF8PROC_STABLE.rawValue | change)
    }
  }

  /// The scalars in UTF-32, then at least one element more, which `utf8proc_reencode` asks for.
  private var storage: LockedBuffer<Int32>

  /// The number of scalars.
  let count: Int

  /// Normalizes UTF-8 by `utf8proc_decompose` and `utf8proc_normalize_utf32`.
  ///
  /// - Complexity: O(*n* + *m*²), where *m* is the length of the longest run of combining marks.
  init(_ utf8: UTF8Span, _ form: Form) {
    let source = utf8.span
    let capacity = source.withUnsafeBufferPointer {
      utf8proc_decompose($0.baseAddress, $0.count, nil, 0, form.options)
    }
    precondition(capacity >= 0, "utf8proc refuses valid UTF-8: \(capacity)")
    storage = LockedBuffer(count: capacity + 1)
    count = storage.withUnsafeMutablePointer { scalars in
      source.withUnsafeBufferPointer {
        _ = utf8proc_decompose($0.baseAddress, $0.count, scalars, capacity, form.options)
      }
      return utf8proc_normalize_utf32(scalars, capacity, form.options)
    }
  }

  /// Calls `body` with each scalar in turn.
  func forEachScalar(_ body: (Unicode.Scalar) -> Void) {
    storage.withSpan { values in
      for index in 0..<count {
        guard let scalar = Unicode.Scalar(UInt32(bitPattern: values[index])) else { continue }
        body(scalar)
      }
    }
  }

  /// Whether `other` starts with these scalars; how long it takes tells nothing of where they
  /// differ.
  func isPrefix(of other: borrowing NormalizedText) -> Bool {
    count <= other.count && storage.isSame(as: other.storage, upTo: count)
  }

  /// Calls `body` with the text in UTF-8, which takes the scalars' place, and its length in bytes.
  ///
  /// - Parameter body: May not keep the pointer.
  consuming func withUnsafeUTF8<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafePointer<CChar>, Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let capacity = storage.count * MemoryLayout<Int32>.stride
    let count = count
    return try storage.withUnsafeMutablePointer { scalars throws(Failure) in
      let byteCount = utf8proc_reencode(scalars, count, UTF8PROC_STABLE)
      precondition(byteCount >= 0, "utf8proc cannot encode its own scalars: \(byteCount)")
      return try scalars.withMemoryRebound(to: CChar.self, capacity: capacity) {
        utf8 throws(Failure) in try body(utf8, byteCount)
      }
    }
  }
}
