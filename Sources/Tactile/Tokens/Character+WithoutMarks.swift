import CUtf8proc

extension Character {
  /// The character in folded case, without accents and vowel points.
  ///
  /// Uses Unicode case folding and canonical decomposition, and omits the marks that do not change
  /// one letter into another.
  ///
  /// - Complexity: O(*n*) in the number of scalars.
  var withoutMarks: String {
    let text = String(self)
    let scalars = Self.decomposed(text.utf8Span.span)
    return scalars.reduce(into: "") { folded, scalar in
      if !scalar.isAccent { folded.unicodeScalars.append(scalar) }
    }
  }

  private static func decomposed(_ utf8: Span<UInt8>) -> [Unicode.Scalar] {
    let options = utf8proc_option_t(
      UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
    return utf8.withUnsafeBufferPointer { bytes in
      let count = utf8proc_decompose(bytes.baseAddress, bytes.count, nil, 0, options)
      precondition(count >= 0, "utf8proc_decompose failed on valid UTF-8: \(count)")
      return withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { values in
        _ = utf8proc_decompose(bytes.baseAddress, bytes.count, values.baseAddress, count, options)
        return values.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a mark on, under or through a letter, or a vowel point of Hebrew, Arabic
  /// or Syriac, according to its combining class ([UCD, 5.7.4][1]).
  ///
  /// The classes in between are parts of letters, such as the voicing of kana, and vowels and tones
  /// that their scripts always write.
  ///
  /// [1]: https://www.unicode.org/reports/tr44/#Canonical_Combining_Class_Values
  fileprivate var isAccent: Bool {
    switch properties.canonicalCombiningClass.rawValue {
    case 1, 10...36, 200...240: true
    default: false
    }
  }
}
