extension String {
  /// Returns the last characters, in a time that depends on their number, but not on the length of
  /// the text.
  ///
  /// For each character, `suffix` searches for the start of a sequence of regional indicators. This
  /// function computes only the parity of that sequence, once.
  func lastCharacters(_ count: Int) -> ArraySlice<Character> {
    let scalarCount = (count + Self.unreliableCount) * Self.estimatedLength
    guard var start = unicodeScalars.index(endIndex, offsetBy: -scalarCount, limitedBy: startIndex) else {
      return Array(self).suffix(count)
    }
    if isInsideFlag(start) { unicodeScalars.formIndex(after: &start) }
    let last = Array(self[start...]).dropFirst(Self.unreliableCount).suffix(count)
    return last.count == count ? last : Array(suffix(count))[...]
  }

  /// The number of characters after an arbitrary scalar whose boundaries depend on earlier text:
  /// the remainder of a character, and a character that it may be joined to.
  private static let unreliableCount = 2
  /// The estimated number of scalars in a character. If characters are longer, the first attempt
  /// finds too few of them.
  private static let estimatedLength = 4

  /// Returns whether the scalar at an index is the second regional indicator of a flag. A regional
  /// indicator has four bytes, of which the first three are always the same.
  private func isInsideFlag(_ index: Index) -> Bool {
    guard ("\u{1F1E6}"..."\u{1F1FF}").contains(unicodeScalars[index]) else { return false }
    let bytes = utf8Span.span
    let end = utf8.distance(from: startIndex, to: index)
    var start = end
    while start >= 4, bytes[start - 4] == 0xF0, bytes[start - 3] == 0x9F, bytes[start - 2] == 0x87,
      bytes[start - 1] >= 0xA6
    { start -= 4 }
    return (end - start) / 4 % 2 == 1
  }
}
