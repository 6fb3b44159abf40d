/// A test for text that needs no bidirectional or complex layout: left-to-right text in a single
/// script (Latin, Greek or Cyrillic) with digits, common symbols and accents.
///
/// For such text, HarfBuzz alone gives the same result as Pango, because there is nothing to split
/// or to reorder. Pango lays out all other text. So the table must be correct but need not be
/// complete.
enum SimpleScriptText {
  private enum Script { case common, latin, greek, cyrillic }

  /// Returns whether a text contains only characters of one simple script and common characters.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func contains(_ text: UTF8Span) -> Bool {
    var scalars = text.makeUnicodeScalarIterator()
    var script = Script.common
    while let scalar = scalars.next() {
      guard let next = Self.script(of: scalar.value) else { return false }
      if next == .common { continue }
      guard script == .common || script == next else { return false }
      script = next
    }
    return true
  }

  /// Returns the script as in Unicode's `Scripts.txt`, with accents as `common`. Returns `nil` for
  /// all other characters.
  private static func script(of scalar: UInt32) -> Script? {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF: .latin
    // All except the soft hyphen, U+00AD.
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0xBF, 0xD7, 0xF7: .common
    case 0x300...0x341, 0x346...0x34E: .common
    case 0x370...0x373, 0x375...0x377, 0x37A...0x37D, 0x37F, 0x384, 0x386, 0x388...0x38A, 0x38C,
      0x38E...0x3A1, 0x3A3...0x3E1:
      .greek
    case 0x400...0x481, 0x48A...0x52F: .cyrillic
    // Dashes, quotation marks, dots, primes and similar; currencies; arrows; operators.
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20C0, 0x2190...0x2193, 0x2200...0x22FF: .common
    default: nil
    }
  }
}
