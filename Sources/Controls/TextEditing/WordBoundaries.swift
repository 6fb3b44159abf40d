/// The word boundaries of a text, for movements and selections by word.
///
/// The boundaries follow the rules of Unicode
/// [UAX #29](https://www.unicode.org/reports/tr29/#Word_Boundary_Rules), with one exception. For
/// scripts without spaces these rules separate every letter, and UAX #29 recommends tailoring. Like
/// Pango, this type keeps a run of Han, of Hiragana, or of letters of Southeast Asia whole. Better
/// results would need a dictionary. A flag is one grapheme and needs no rule.
///
/// A caret moves, as in GTK and Qt on X11, forward to the next end of a word and backward to the
/// next start of a word. Text without letters and digits is skipped.
///
/// - Complexity: Each function is O(*n*) in the number of characters between its argument and its
///   result, including adjacent invisible characters.
package struct WordBoundaries<Text: BidirectionalCollection> where Text.Element == Character {
  package typealias Index = Text.Index

  private let text: Text

  /// Creates the word boundaries of a text.
  package init(in text: Text) { self.text = text }

  /// Returns the end of the next word, or the end of the text if no word follows.
  package func wordEnd(after index: Index) -> Index {
    var (index, isInWord) = (index, false)
    while index < text.endIndex {
      isInWord = isInWord || WordBreakClass(text[index]).isWordPart
      text.formIndex(after: &index)
      if isInWord && isBoundary(at: index) { break }
    }
    return index
  }

  /// Returns the start of the previous word, or the start of the text if there is none.
  package func wordStart(before index: Index) -> Index {
    var (index, isInWord) = (index, false)
    while index > text.startIndex {
      text.formIndex(before: &index)
      isInWord = isInWord || WordBreakClass(text[index]).isWordPart
      if isInWord && isBoundary(at: index) { break }
    }
    return index
  }

  /// Returns the range that a double click selects: the word, the spaces or the symbol with the
  /// character at an index. At the end of the text, the last character is used.
  package func word(around index: Index) -> Range<Index> {
    guard !text.isEmpty else { return index..<index }
    var start = index < text.endIndex ? index : text.index(before: index)
    var end = text.index(after: start)
    while !isBoundary(at: start) { text.formIndex(before: &start) }
    while !isBoundary(at: end) { text.formIndex(after: &end) }
    return start..<end
  }

  /// Returns whether an index is a word boundary. Both ends of the text are boundaries.
  package func isBoundary(at index: Index) -> Bool {
    guard index > text.startIndex, index < text.endIndex else { return true }
    let previous = WordBreakClass(text[text.index(before: index)])
    let after = WordBreakClass(text[index])
    // WB3 to WB4.
    if previous == .newline || after == .newline { return true }
    if after == .attached || isBetweenSpaces(index) || isJoinedEmoji(at: index) { return false }
    guard let before = significant(before: index) else { return true }
    return !joins(WordBreakClass(text[before]), after, at: index, before: before)
  }
}

extension WordBoundaries {
  /// Returns whether two classes are not separated, by WB5 to WB13b and the exception for runs.
  private func joins(_ left: WordBreakClass, _ right: WordBreakClass, at index: Index, before: Index) -> Bool
  {
    switch (left, right) {
    case (.ideograph, .ideograph), (.hiragana, .hiragana), (.complexLetter, .complexLetter),
      (.katakana, .katakana):
      true
    case (.hebrewLetter, .singleQuote): true
    case (.letter, _), (.hebrewLetter, _), (.number, _):
      right.isLetter || right == .number || right == .connector
        || isBridge(right, from: left, to: significant(after: index))
    case (.katakana, .connector), (.connector, .connector), (.connector, .katakana): true
    case (.connector, _): right.isLetter || right == .number
    default: isBridge(left, from: right, to: significant(before: before))
    }
  }

  /// Returns whether an infix joins the parts of a word on both its sides (WB6, WB7, WB7b, WB7c,
  /// WB11, WB12), given the class on one side and the index of the character on the other side.
  private func isBridge(_ infix: WordBreakClass, from side: WordBreakClass, to other: Index?) -> Bool {
    let mayJoinLetters = side.isLetter && infix.joinsLetters
    let mayJoinHebrew = side == .hebrewLetter && infix == .doubleQuote
    let mayJoinNumbers = side == .number && infix.joinsNumbers
    guard mayJoinLetters || mayJoinHebrew || mayJoinNumbers, let other else { return false }
    let opposite = WordBreakClass(text[other])
    return mayJoinLetters && opposite.isLetter || mayJoinHebrew && opposite == .hebrewLetter
      || mayJoinNumbers && opposite == .number
  }

  /// Returns the index of the last character before an index that is not attached to another one.
  /// Returns `nil` if there is none on the line.
  private func significant(before index: Index) -> Index? {
    var index = index
    while index > text.startIndex {
      text.formIndex(before: &index)
      let word = WordBreakClass(text[index])
      if word != .attached { return word == .newline ? nil : index }
    }
    return nil
  }

  /// Returns the index of the first later character that is not attached to the one at an index.
  private func significant(after index: Index) -> Index? {
    text[index...].dropFirst().firstIndex { WordBreakClass($0) != .attached }
  }

  /// Returns whether an index is between two spaces (WB3d). A space with an attached mark is not a
  /// space.
  private func isBetweenSpaces(_ index: Index) -> Bool {
    let before = text[text.index(before: index)]
    return before.unicodeScalars.count == 1 && WordBreakClass(before) == .space
      && WordBreakClass(text[index]) == .space
  }

  /// Returns whether a zero-width joiner precedes an emoji at an index (WB3c).
  private func isJoinedEmoji(at index: Index) -> Bool {
    let before = text[text.index(before: index)]
    guard before.unicodeScalars.last == "\u{200D}", let first = text[index].unicodeScalars.first else {
      return false
    }
    return first.properties.isEmojiPresentation && !Self.regionalIndicators.contains(first)
  }

  private static var regionalIndicators: ClosedRange<Unicode.Scalar> { "\u{1F1E6}"..."\u{1F1FF}" }
}
