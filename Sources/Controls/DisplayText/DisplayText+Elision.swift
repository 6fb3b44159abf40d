public import Scene

extension DisplayText {
  /// A text as it is shown on one line of limited width: as a whole where it fits, else its beginning,
  /// an ellipsis and its end.
  ///
  /// As much of both is kept as there is room for, the beginning no shorter than the end and by one
  /// character longer at most. What has more characters than letters of an eighth of their size would
  /// fit, or more than 4096, is never taken as a whole.
  ///
  /// - Parameter width: In logical pixels. The result is never wider: where not even the ellipsis
  ///   fits, and where it is no number, it is empty.
  /// - Complexity: O(log *w*) measurements of O(*w*) characters for a width of *w* letters, however
  ///   long the text is.
  public static func elided(
    _ text: String, toFit width: Double, style: TextStyle, measuring: any TextMeasuring
  ) -> String {
    if width == .infinity { return displayed(text) }
    return Elision(of: text, toFit: width, style: style, measuring: measuring).shown
  }

  /// A text of at most so many characters as it is shown: as a whole, else its beginning, an ellipsis
  /// and its end.
  ///
  /// - Complexity: O(`limit`), however long the text is.
  public static func elided(_ text: String, to limit: Int) -> String {
    Elision(of: text, to: limit).shown
  }
}
