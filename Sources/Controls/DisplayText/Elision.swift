import Scene

/// What is left of a text where there is no room for all of it: its beginning, an ellipsis and its
/// end, the beginning no shorter than the end and by one character longer at most.
struct Elision {
  /// All of the text, where nothing is left out.
  let head: ArraySlice<Character>
  let tail: ArraySlice<Character>
  let isElided: Bool

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
      self.init(head: [], tail: [], isElided: false)
      return
    }
    var (kept, tooMany) = (0, whole?.head.count ?? limit + 1)
    while tooMany - kept > 1 {
      let middle = (kept + tooMany) / 2
      if fits(ends.elision(keeping: middle)) { kept = middle } else { tooMany = middle }
    }
    self = ends.elision(keeping: kept)
  }

  /// - Returns: `nil` where there are more characters than the limit.
  private init?(whole text: String, upTo limit: Int) {
    let characters = text.prefix(limit + 1)
    guard characters.count <= limit else { return nil }
    self.init(head: Array(characters)[...], tail: [], isElided: false)
  }

  fileprivate init(head: ArraySlice<Character>, tail: ArraySlice<Character>, isElided: Bool) {
    (self.head, self.tail, self.isElided) = (head, tail, isElided)
  }

  /// The characters that are left, as they stand in the text.
  var characters: [Character] { head + (isElided ? ["…"] : []) + tail }

  /// What is drawn.
  var shown: String { characters.reduce(into: "") { $0 += DisplayText.displayed($1) } }

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
    return Elision(head: head.prefix(count - end), tail: tail.suffix(end), isElided: true)
  }
}
