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
    func fits(_ candidate: String) -> Bool {
      measuring.metrics(of: candidate, style: style).advance <= width
    }
    let limit = mostCharacters(width: width, size: style.size)
    let count = text.prefix(limit + 1).count
    if count <= limit {
      let whole = displayed(text)
      if fits(whole) { return whole }
    }
    guard fits(ellipsis) else { return "" }
    let ends = TextEnds(of: text, limit: limit)
    var (kept, tooMany) = (0, count)
    while tooMany - kept > 1 {
      let middle = (kept + tooMany) / 2
      if fits(ends.joined(keeping: middle)) { kept = middle } else { tooMany = middle }
    }
    return ends.joined(keeping: kept)
  }

  /// A text of at most so many characters as it is shown: as a whole, else its beginning, an ellipsis
  /// and its end.
  ///
  /// - Complexity: O(`limit`), however long the text is.
  public static func elided(_ text: String, to limit: Int) -> String {
    guard text.prefix(limit + 1).count > limit else { return displayed(text) }
    return TextEnds(of: text, limit: limit).joined(keeping: limit)
  }

  static let ellipsis = "…"

  /// How many characters can fit, by a low estimate of how narrow they are.
  private static func mostCharacters(width: Double, size: Double) -> Int {
    let narrowest = max(size, 1) / 8
    guard width > narrowest else { return 1 }
    return Int(min(width / narrowest, 4096))
  }
}

/// What may be kept of a text that is too long, character by character as they are shown.
private struct TextEnds {
  private let head: [String]
  private let tail: [String]

  /// - Parameter limit: How many characters are kept at most.
  init(of text: String, limit: Int) {
    head = text.prefix((limit + 1) / 2).map { DisplayText.displayed($0) }
    tail = text.lastCharacters(limit / 2).map { DisplayText.displayed($0) }
  }

  /// - Parameter count: How many characters to keep, no more than `limit`.
  func joined(keeping count: Int) -> String {
    let end = min(count / 2, tail.count)
    return head.prefix(count - end).joined() + DisplayText.ellipsis + tail.suffix(end).joined()
  }
}
