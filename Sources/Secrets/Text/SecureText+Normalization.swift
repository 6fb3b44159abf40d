extension SecureText {
  /// Whether both texts are the same in NFC, so that an "é" typed in two ways is one.
  ///
  /// How long it takes tells their lengths, and what of them is ASCII, but nothing of where they
  /// differ.
  ///
  /// - Complexity: O(*n*) in the text's length, as for everything here.
  public borrowing func isEqual(to other: borrowing SecureText) -> Bool {
    if isASCII, other.isASCII { return byteCount == other.byteCount && isPrefix(of: other) }
    let mine = normalized(.composed)
    let theirs = other.normalized(.composed)
    return mine.count == theirs.count && mine.isPrefix(of: theirs)
  }

  /// Whether `other` is this text or can become of it by typing on.
  ///
  /// It is judged in NFD: an "e" whose accent is still to be typed begins an "é".
  public borrowing func isBeginning(of other: borrowing SecureText) -> Bool {
    if isASCII, other.isASCII { return isPrefix(of: other) }
    let mine = normalized(.decomposed)
    return mine.isPrefix(of: other.normalized(.decomposed))
  }

  /// Calls `body` with each scalar of the NFC in turn.
  borrowing func forEachComposedScalar(_ body: (Unicode.Scalar) -> Void) {
    guard isASCII else { return normalized(.composed).forEachScalar(body) }
    withCodeUnits { utf8 in
      for index in utf8.span.indices { body(Unicode.Scalar(utf8.span[index])) }
    }
  }

  /// Whether it is ASCII alone, which is the same in all normal forms (UAX #15): guarded memory for
  /// another form takes a dozen system calls, at each key that is typed.
  public var isASCII: Bool {
    withCodeUnits { utf8 in utf8.span.indices.allSatisfy { utf8.span[$0] < 0x80 } }
  }

  /// Whether `other` starts with these bytes.
  private borrowing func isPrefix(of other: borrowing SecureText) -> Bool {
    byteCount <= other.byteCount && storage.isSame(as: other.storage, upTo: byteCount)
  }

  /// The text in a normal form.
  borrowing func normalized(_ form: NormalizedText.Form) -> NormalizedText {
    withCodeUnits { NormalizedText($0, form) }
  }
}
