/// The words of a text, and how a caret moves by them.
///
/// A text is divided by the rules of Unicode's
/// [UAX #29](https://www.unicode.org/reports/tr29/#Word_Boundary_Rules), of which it says itself that
/// scripts without spaces need more. Where those rules would part every letter, a run of Han, of
/// Hiragana, or of letters of South-East Asia stays whole here, as in Pango: a dictionary would know
/// better. A flag is one grapheme, so that no rule is needed for it.
///
/// By words a caret goes, as in GTK and Qt on X11, forward to the next end of a word and backward to
/// the next beginning; what has neither letters nor digits is passed over.
///
/// - Complexity: Of each question O(*n*) in the characters that lie between the place that is asked
///   for and the answer, with the invisible ones around them.
public struct WordBoundaries<Text: BidirectionalCollection> where Text.Element == Character {
  public typealias Index = Text.Index

  private let text: Text

  public init(in text: Text) { self.text = text }

  /// Where the next word ends; the text's end where no word follows.
  public func wordEnd(after place: Index) -> Index {
    var (place, isInWord) = (place, false)
    while place < text.endIndex {
      isInWord = isInWord || WordBreak(text[place]).isOfWord
      text.formIndex(after: &place)
      if isInWord && isBoundary(at: place) { break }
    }
    return place
  }

  /// Where the word before a place begins; the text's start where there is none.
  public func wordStart(before place: Index) -> Index {
    var (place, isInWord) = (place, false)
    while place > text.startIndex {
      text.formIndex(before: &place)
      isInWord = isInWord || WordBreak(text[place]).isOfWord
      if isInWord && isBoundary(at: place) { break }
    }
    return place
  }

  /// What a double click selects: the word, the spaces or the sign that the character behind a place
  /// belongs to; at the text's end, the character before it.
  public func word(around place: Index) -> Range<Index> {
    guard !text.isEmpty else { return place..<place }
    var start = place < text.endIndex ? place : text.index(before: place)
    var end = text.index(after: start)
    while !isBoundary(at: start) { text.formIndex(before: &start) }
    while !isBoundary(at: end) { text.formIndex(after: &end) }
    return start..<end
  }

  /// Whether a word, or what is between two words, ends at a place and another begins there; true at
  /// both ends of a text.
  public func isBoundary(at place: Index) -> Bool {
    guard place > text.startIndex, place < text.endIndex else { return true }
    let neighbour = WordBreak(text[text.index(before: place)])
    let after = WordBreak(text[place])
    // WB3 to WB4.
    if neighbour == .newline || after == .newline { return true }
    if after == .attached || isBetweenSpaces(place) || isJoinedEmoji(at: place) { return false }
    guard let before = significant(before: place) else { return true }
    return !joins(WordBreak(text[before]), after, at: place, before: before)
  }
}

extension WordBoundaries {
  /// WB5 to WB13b, and the rule of runs.
  private func joins(
    _ left: WordBreak, _ right: WordBreak, at place: Index, before: Index
  ) -> Bool {
    switch (left, right) {
    case (.ideograph, .ideograph), (.hiragana, .hiragana), (.complexLetter, .complexLetter),
      (.katakana, .katakana):
      true
    case (.hebrewLetter, .singleQuote): true
    case (.letter, _), (.hebrewLetter, _), (.number, _):
      right.isLetter || right == .number || right == .connector
        || isBridge(right, from: left, to: significant(after: place))
    case (.katakana, .connector), (.connector, .connector), (.connector, .katakana): true
    case (.connector, _): right.isLetter || right == .number
    default: isBridge(left, from: right, to: significant(before: before))
    }
  }

  /// Whether a sign joins the parts of a word on both its sides (WB6, WB7, WB7b, WB7c, WB11, WB12),
  /// seen from one of them.
  private func isBridge(_ sign: WordBreak, from side: WordBreak, to other: Index?) -> Bool {
    let mayJoinLetters = side.isLetter && sign.joinsLetters
    let mayJoinHebrew = side == .hebrewLetter && sign == .doubleQuote
    let mayJoinNumbers = side == .number && sign.joinsNumbers
    guard mayJoinLetters || mayJoinHebrew || mayJoinNumbers, let other else { return false }
    let opposite = WordBreak(text[other])
    return mayJoinLetters && opposite.isLetter || mayJoinHebrew && opposite == .hebrewLetter
      || mayJoinNumbers && opposite == .number
  }

  /// The last character before a place that is not attached to another one; `nil` where there is
  /// none on the line.
  private func significant(before place: Index) -> Index? {
    var place = place
    while place > text.startIndex {
      text.formIndex(before: &place)
      let word = WordBreak(text[place])
      if word != .attached { return word == .newline ? nil : place }
    }
    return nil
  }

  /// The first character behind that at a place that is not attached to it.
  private func significant(after place: Index) -> Index? {
    text[place...].dropFirst().firstIndex { WordBreak($0) != .attached }
  }

  /// WB3d; a space with something attached is none.
  private func isBetweenSpaces(_ place: Index) -> Bool {
    let before = text[text.index(before: place)]
    return before.unicodeScalars.count == 1 && WordBreak(before) == .space
      && WordBreak(text[place]) == .space
  }

  /// WB3c: whether a zero width joiner asks for the sign at a place.
  private func isJoinedEmoji(at place: Index) -> Bool {
    let before = text[text.index(before: place)]
    guard before.unicodeScalars.last == "\u{200D}", let first = text[place].unicodeScalars.first
    else { return false }
    return first.properties.isEmojiPresentation && !Self.regionalIndicators.contains(first)
  }

  private static var regionalIndicators: ClosedRange<Unicode.Scalar> { "\u{1F1E6}"..."\u{1F1FF}" }
}
