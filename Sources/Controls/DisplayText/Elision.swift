import Scene

/// What is left of a text where there is no room for all of it: its beginning, an ellipsis and its
/// end, the beginning no shorter than the end and by one character longer at most.
enum Elision {
  /// Nothing is left out.
  case whole(String)
  case ends(head: ArraySlice<Character>, tail: ArraySlice<Character>)

  /// - Parameter limit: How many characters are kept at most.
  /// - Complexity: O(`limit`), however long the text is.
  init(of text: String, to limit: Int) {
    self =
      Self(whole: text, upTo: limit) ?? TextEnds(of: text, limit: limit).elision(keeping: limit)
  }

  /// - Parameter width: In logical pixels. What is left is never wider: where not even the ellipsis
  ///   fits, and where it is no number, nothing is.
  /// - Complexity: O(log *w*) measurements of O(*w*) characters for a width of *w* letters, however
  ///   long the text is.
  init(of text: String, toFit width: Double, style: TextStyle, measuring: any TextMeasuring) {
    func fits(_ candidate: Self) -> Bool {
      measuring.metrics(of: candidate.shown, style: style).advance <= width
    }
    let limit = Self.mostCharacters(width: width, size: style.size)
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

  /// - Returns: `nil` where there are more characters than the limit.
  private init?(whole text: String, upTo limit: Int) {
    guard text.prefix(limit + 1).count <= limit else { return nil }
    self = .whole(text)
  }

  /// Whether an ellipsis stands for some of it.
  var isElided: Bool {
    if case .ends = self { true } else { false }
  }

  /// The characters that are left, as they stand in the text.
  var characters: [Character] {
    switch self {
    case .whole(let text): Array(text)
    case .ends(let head, let tail): head + ["…"] + tail
    }
  }

  /// What is drawn; the text itself, without a copy, where all of it is shown as it is.
  var shown: String {
    if case .whole(let text) = self { return DisplayText.displayed(text) }
    return characters.reduce(into: "") { $0 += DisplayText.displayed($1) }
  }

  /// How many characters can fit, by a low estimate of how narrow they are.
  static func mostCharacters(width: Double, size: Double) -> Int {
    let narrowest = max(size, 1) / 8
    guard width > narrowest else { return 1 }
    return Int(min(width / narrowest, 4096))
  }
}

/// What may be kept of a text that is too long.
private struct TextEnds {
  private let head: ArraySlice<Character>
  private let tail: ArraySlice<Character>

  /// - Parameter limit: How many characters are kept at most.
  init(of text: String, limit: Int) {
    head = Array(text.prefix((limit + 1) / 2))[...]
    tail = text.lastCharacters(limit / 2)
  }

  /// - Parameter count: How many characters to keep, no more than `limit`.
  func elision(keeping count: Int) -> Elision {
    let end = min(count / 2, tail.count)
    return .ends(head: head.prefix(count - end), tail: tail.suffix(end))
  }
}
