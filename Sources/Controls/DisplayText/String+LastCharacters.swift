extension String {
  /// Its last characters, in a time that follows from their number, however long the text is.
  ///
  /// To find a character from behind, `suffix` goes back to where its row of flags begins, each time;
  /// here only the parity of that row is looked for, once.
  func lastCharacters(_ count: Int) -> ArraySlice<Character> {
    let reach = (count + Self.uncertain) * Self.usualLength
    guard
      var start = unicodeScalars.index(endIndex, offsetBy: -reach, limitedBy: startIndex)
    else { return Array(self).suffix(count) }
    if isInsideFlag(start) { unicodeScalars.formIndex(after: &start) }
    let last = Array(self[start...]).dropFirst(Self.uncertain).suffix(count)
    return last.count == count ? last : Array(suffix(count))[...]
  }

  /// How many characters behind an arbitrary scalar are not told apart without a look before it: the
  /// rest of one, and what that may be joined to.
  private static let uncertain = 2
  /// In scalars; where characters are longer, fewer are found in reach.
  private static let usualLength = 4

  /// Whether a regional indicator is the second one of its flag; each is four bytes, of which the
  /// first three are the same.
  private func isInsideFlag(_ place: Index) -> Bool {
    guard ("\u{1F1E6}"..."\u{1F1FF}").contains(unicodeScalars[place]) else { return false }
    let bytes = utf8Span.span
    let end = utf8.distance(from: startIndex, to: place)
    var start = end
    while start >= 4, bytes[start - 4] == 0xF0, bytes[start - 3] == 0x9F, bytes[start - 2] == 0x87,
      bytes[start - 1] >= 0xA6
    {
      start -= 4
    }
    return (end - start) / 4 % 2 == 1
  }
}
