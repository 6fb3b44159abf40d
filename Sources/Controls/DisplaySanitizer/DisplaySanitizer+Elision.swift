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

  /// Returns the sanitized text with at most `limit` characters of the original text. If the text
  /// is longer, its middle is replaced by an ellipsis.
  ///
  /// - Complexity: O(`limit`), regardless of the length of the text.
  public static func elided(_ text: String, to limit: Int) -> String {
    Elision(of: text, to: limit).displayedText
  }
}
