extension SecureText {
  /// The number of Unicode scalars in NFC: what NIST SP 800-63B-4 § 3.1.1.2 counts as characters.
  ///
  /// - Complexity: O(*n*) in the text's length, as for everything here.
  public var scalarCountNFC: Int { normalized(.composed).count }

  /// Whether both texts are the same in NFC, so that an "é" typed in two ways is one.
  ///
  /// How long it takes tells their lengths but nothing of where they differ.
  public borrowing func isEqual(to other: borrowing SecureText) -> Bool {
    let mine = normalized(.composed)
    let theirs = other.normalized(.composed)
    return mine.count == theirs.count && mine.isPrefix(of: theirs)
  }

  /// Whether `other` is this text or can become of it by typing on.
  ///
  /// It is judged in NFD: an "e" whose accent is still to be typed begins an "é".
  public borrowing func isBeginning(of other: borrowing SecureText) -> Bool {
    let mine = normalized(.decomposed)
    return mine.isPrefix(of: other.normalized(.decomposed))
  }

  /// The text in a normal form.
  borrowing func normalized(_ form: NormalizedText.Form) -> NormalizedText {
    withCodeUnits { NormalizedText($0, form) }
  }
}
