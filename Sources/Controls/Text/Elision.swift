public import Scene

extension DisplaySanitizer {
  /// Returns the sanitized text for one line of limited width. If the text does not fit, its middle
  /// is replaced by an ellipsis.
  ///
  /// The result keeps as much of the beginning and the end as fits. The beginning is as long as the
  /// end or one character longer. A text is always elided if it has more than 4096 characters, or
  /// more than would fit if each were as wide as an eighth of the font size.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: The maximum width in logical pixels. The result is never wider. It is empty if not
  ///     even the ellipsis fits, or if the width is NaN.
  ///   - style: The style of the text.
  ///   - measuring: Measures the text.
  /// - Complexity: O(log *w*) measurements of O(*w*) characters for a width of *w* letters,
  ///   regardless of the length of the text.
  public static func elided(
    _ text: String, toFit width: Double, style: TextStyle, measuring: any TextMeasuring
  ) -> String {
    if width == .infinity { return sanitized(text) }
    return Elision(of: text, toFit: width, style: style, measuring: measuring).displayedText
  }

  /// Returns a text of several lines. If it exceeds a limit, a line in its middle states the number of characters that
  /// were omitted there.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of characters to keep.
  ///   - lines: The maximum number of lines to keep.
  ///   - marker: Returns the text for a number of omitted characters.
  /// - Complexity: O(*n*) in the length of the text.
  package static func shortened(
    _ text: String, to limit: Int, lines: Int, marker: (Int) -> String
  ) -> String {
    func start(of characters: some Sequence<Character>) -> [Character] {
      var remaining = lines / 2
      return characters.prefix(limit / 2).prefix {
        if $0.isNewline { remaining -= 1 }
        return remaining > 0
      }
    }
    let (head, tail) = (start(of: text), start(of: text.lastCharacters(limit / 2).reversed()))
    let omitted = text.count - head.count - tail.count
    return omitted > 0 ? "\(String(head))\n\(marker(omitted))\n\(String(tail.reversed()))" : text
  }

  /// Returns the sanitized text with at most `limit` characters of the original text, none if it is negative. If the text
  /// is longer, its middle is replaced by an ellipsis.
  ///
  /// - Complexity: O(`limit`), regardless of the length of the text.
  public static func elided(_ text: String, to limit: Int) -> String {
    Elision(of: text, to: limit).displayedText
  }
}

/// A text that is elided to a number of characters, a width or a number of lines: its beginning, a marker such as an
/// ellipsis, and its end.
///
/// The beginning is as long as the end or one character longer, unless the end is not kept.
enum Elision {
  /// The whole text.
  case whole(String)
  /// The characters before and after the marker.
  case ends(head: ArraySlice<Character>, marker: String, tail: ArraySlice<Character>)

  /// Returns the marker for the number of characters that are kept.
  typealias Marker = (Int) -> String

  /// Elides a text to a number of characters.
  ///
  /// - Parameter limit: The maximum number of characters to keep.
  /// - Complexity: O(`limit`), regardless of the length of the text.
  init(of text: String, to limit: Int) {
    // A text has no more characters than bytes.
    let limit = max(0, min(limit, text.utf8.count))
    self = Self(whole: text, upTo: limit) ?? Self.ends(of: text, limit: limit) { _ in "…" }(limit)
  }

  /// Elides a text to a width.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: The maximum width in logical pixels. The result is never wider. It is empty if not
  ///     even the marker fits, or if the width is NaN.
  ///   - style: The style of the text.
  ///   - measuring: Measures the text.
  ///   - keepsEnd: Whether the end of the text is kept as well as its beginning.
  ///   - marker: Returns the marker. By default, it is an ellipsis.
  /// - Complexity: O(log *w*) measurements of O(*w*) characters for a width of *w* letters,
  ///   regardless of the length of the text.
  init(
    of text: String, toFit width: Double, style: TextStyle, measuring: any TextMeasuring,
    keepsEnd: Bool = true, marker: @escaping Marker = { _ in "…" }
  ) {
    func fits(_ candidate: Self) -> Bool {
      measuring.metrics(of: candidate.displayedText, style: style).advance <= width
    }
    let limit = Self.maximumCharacters(width: width, size: style.size)
    let whole = Self(whole: text, upTo: limit)
    if let whole, fits(whole) {
      self = whole
      return
    }
    let ends = Self.ends(of: text, limit: limit, keepsEnd: keepsEnd, marker: marker)
    guard fits(ends(0)) else {
      self = .whole("")
      return
    }
    var (kept, tooMany) = (0, whole == nil ? limit + 1 : text.count)
    while tooMany - kept > 1 {
      let middle = (kept + tooMany) / 2
      if fits(ends(middle)) { kept = middle } else { tooMany = middle }
    }
    self = ends(kept)
  }

  /// Creates an elision of a whole text. Returns `nil` if it has more characters than the limit.
  private init?(whole text: String, upTo limit: Int) {
    guard text.prefix(limit + 1).count <= limit else { return nil }
    self = .whole(text)
  }

  /// Returns a function that returns the elision of a text to a number of characters, at most the limit.
  private static func ends(
    of text: String, limit: Int, keepsEnd: Bool = true, marker: @escaping Marker
  ) -> (Int) -> Elision {
    let head = Array(text.prefix(keepsEnd ? (limit + 1) / 2 : limit))
    let tail = keepsEnd ? text.lastCharacters(limit / 2) : []
    return { count in
      let end = min(count / 2, tail.count)
      return .ends(head: head.prefix(count - end), marker: marker(count), tail: tail.suffix(end))
    }
  }

  /// Whether a marker replaces a part of the text.
  var isElided: Bool { if case .ends = self { true } else { false } }

  /// The characters that are left, including the marker, before they are sanitized.
  var characters: [Character] {
    switch self {
    case .whole(let text): Array(text)
    case .ends(let head, let marker, let tail): head + Array(marker) + tail
    }
  }

  /// The sanitized text. If nothing is elided or replaced, it is the text itself without a copy.
  var displayedText: String {
    if case .whole(let text) = self { return DisplaySanitizer.sanitized(text) }
    return characters.reduce(into: "") { $0 += DisplaySanitizer.sanitized($1) }
  }

  /// Returns the maximum number of characters that can fit, from a low estimate of their width.
  static func maximumCharacters(width: Double, size: Double) -> Int {
    let minimumWidth = max(size, 1) / 8
    guard width > minimumWidth else { return 1 }
    return Int(min(width / minimumWidth, 4096))
  }
}

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
