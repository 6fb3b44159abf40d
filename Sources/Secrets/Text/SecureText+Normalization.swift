extension SecureText {
  /// Returns whether both texts are the same in NFC, so that two spellings of "é" are equal.
  ///
  /// The time reveals the lengths of the texts and whether they are ASCII, but not where they
  /// differ.
  ///
  /// - Complexity: O(*n*) in the length of the text, like all functions in this extension.
  public borrowing func isEqual(to other: borrowing SecureText) -> Bool {
    if isASCII, other.isASCII { return byteCount == other.byteCount && isPrefix(of: other) }
    let normalizedText = normalized(.composed)
    let otherText = other.normalized(.composed)
    return normalizedText.count == otherText.count && normalizedText.isPrefix(of: otherText)
  }

  /// Returns whether `other` is this text or can result from it by more typing.
  ///
  /// The texts are compared in NFD: an "e" before its accent is typed is the beginning of an "é".
  public borrowing func isBeginning(of other: borrowing SecureText) -> Bool {
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
  public var isASCII: Bool { withCodeUnits { utf8 in utf8.span.indices.allSatisfy { utf8.span[$0] < 0x80 } } }

  /// Returns whether `other` starts with the bytes of this text.
  private borrowing func isPrefix(of other: borrowing SecureText) -> Bool {
    byteCount <= other.byteCount && storage.isSame(as: other.storage, upTo: byteCount)
  }

  /// Returns the text in a normal form.
  borrowing func normalized(_ form: NormalizedText.Form) -> NormalizedText {
    withCodeUnits { NormalizedText($0, form) }
  }
}
