/// Takes a list apart that a person typed or pasted: by commas, semicolons, line ends and tabs, but
/// neither within quotation marks nor within angle brackets, so that `"Doe, Jo" <jo@example.org>`
/// stays whole (RFC 5322, section 3.2.4 and 3.4).
///
/// A quotation mark begins a quotation only where a word begins, and one that never ends is none:
/// a list is taken apart then as if the mark were any other character. So is an angle bracket.
struct TokenSplitter {
  /// By what text is taken apart.
  let separators: Set<Character>

  /// Those of lists that are pasted. A line end of two characters is one `Character`.
  static let list: Set<Character> = [
    ",", ";", "\n", "\r", "\r\n", "\t", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  /// The parts of a list without the spaces around them; empty ones are left out.
  ///
  /// - Complexity: O(*n*) in the text's length.
  func parts(of text: some StringProtocol) -> [String] {
    pieces(of: text).map { String($0.trimmed) }.filter { !$0.isEmpty }
  }

  /// Whether text is a list: whether anything in it takes it apart.
  func divides(_ text: some StringProtocol) -> Bool { pieces(of: text).count > 1 }

  /// Whether a separator that follows some text would take it apart, and does not belong to a
  /// quotation or an address that is not over yet.
  func endsOpen(_ text: some StringProtocol) -> Bool {
    var state = State()
    for character in text { state.take(character, isSeparator: separators.contains(character)) }
    return state.isEnclosed
  }

  private func pieces<Text: StringProtocol>(of text: Text) -> [Text.SubSequence] {
    var pieces: [Text.SubSequence] = []
    var start = text.startIndex
    var state = State()
    /// The separators that an enclosure hides, should it never end.
    var hidden: [Text.Index] = []
    for index in text.indices {
      let character = text[index]
      let isSeparator = separators.contains(character)
      let wasEnclosed = state.isEnclosed
      state.take(character, isSeparator: isSeparator)
      if wasEnclosed, !state.isEnclosed { hidden.removeAll() }
      guard isSeparator else { continue }
      if wasEnclosed {
        hidden.append(index)
      } else {
        pieces.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    for index in hidden where state.isEnclosed {
      pieces.append(text[start..<index])
      start = text.index(after: index)
    }
    pieces.append(text[start...])
    return pieces
  }

  /// What the characters so far are within.
  private struct State {
    private enum Enclosure { case none, quotes, brackets }

    private var enclosure = Enclosure.none
    private var isEscaped = false
    private var isWordStart = true

    var isEnclosed: Bool { enclosure != .none }

    mutating func take(_ character: Character, isSeparator: Bool) {
      defer { isWordStart = isSeparator || character == " " }
      guard !isEscaped else {
        isEscaped = false
        return
      }
      switch (enclosure, character) {
      case (.quotes, "\\"): isEscaped = true
      case (.quotes, "\""), (.brackets, ">"): enclosure = .none
      case (.none, "\"") where isWordStart: enclosure = .quotes
      case (.none, "<"): enclosure = .brackets
      default: break
      }
    }
  }
}

extension StringProtocol {
  /// Without white space at either end.
  var trimmed: SubSequence {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return self[start.startIndex...last]
  }
}
