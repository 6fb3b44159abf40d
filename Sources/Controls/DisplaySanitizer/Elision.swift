import Scene

/// A text that is elided to fit a limited width: its beginning, an ellipsis and its end.
///
/// The beginning is as long as the end or one character longer.
enum Elision {
  /// The whole text.
  case whole(String)
  /// The characters before and after the ellipsis.
  case ends(head: ArraySlice<Character>, tail: ArraySlice<Character>)

  /// Elides a text to a number of characters.
  ///
  /// - Parameter limit: The maximum number of characters to keep.
  /// - Complexity: O(`limit`), regardless of the length of the text.
  init(of text: String, to limit: Int) {
    self = Self(whole: text, upTo: limit) ?? TextEnds(of: text, limit: limit).elision(keeping: limit)
  }

  /// Elides a text to a width.
  ///
  /// - Parameter width: The maximum width in logical pixels. The result is never wider. It is empty
  ///   if not even the ellipsis fits, or if the width is NaN.
  /// - Complexity: O(log *w*) measurements of O(*w*) characters for a width of *w* letters,
  ///   regardless of the length of the text.
  init(of text: String, toFit width: Double, style: TextStyle, measuring: any TextMeasuring) {
    func fits(_ candidate: Self) -> Bool {
      measuring.metrics(of: candidate.displayedText, style: style).advance <= width
    }
    let limit = Self.maximumCharacters(width: width, size: style.size)
    let whole = Self(whole: text, upTo: limit)
    if let whole, fits(whole) {
      self = whole
      return
    }
    let ends = TextEnds(of: text, limit: limit)
    guard fits(ends.elision(keeping: 0)) else {
      self = .whole("")
      return
    }
    var (kept, tooMany) = (0, whole == nil ? limit + 1 : text.count)
    while tooMany - kept > 1 {
      let middle = (kept + tooMany) / 2
      if fits(ends.elision(keeping: middle)) { kept = middle } else { tooMany = middle }
    }
    self = ends.elision(keeping: kept)
  }

  /// Creates an elision of a whole text. Returns `nil` if it has more characters than the limit.
  private init?(whole text: String, upTo limit: Int) {
    guard text.prefix(limit + 1).count <= limit else { return nil }
    self = .whole(text)
  }

  /// Whether an ellipsis replaces a part of the text.
  var isElided: Bool { if case .ends = self { true } else { false } }

  /// The characters that are left, including the ellipsis, before they are sanitized.
  var characters: [Character] {
    switch self {
    case .whole(let text): Array(text)
    case .ends(let head, let tail): head + ["…"] + tail
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

/// The two ends of a text that is too long.
private struct TextEnds {
  private let head: ArraySlice<Character>
  private let tail: ArraySlice<Character>

  /// - Parameter limit: The maximum number of characters to keep.
  init(of text: String, limit: Int) {
    head = Array(text.prefix((limit + 1) / 2))[...]
    tail = text.lastCharacters(limit / 2)
  }

  /// Returns the elision that keeps `count` characters, at most the limit.
  func elision(keeping count: Int) -> Elision {
    let end = min(count / 2, tail.count)
    return .ends(head: head.prefix(count - end), tail: tail.suffix(end))
  }
}
