import Scene

/// A text of a list on one line, its middle left out where it is too long.
struct CompletionRow {
  private let run: TextRun
  /// Which of the graphemes that are shown were typed; with them the ellipsis that hides any.
  private let match: Range<Int>

  init(_ completion: Completion, width: Double, _ environment: Environment) {
    let (style, measuring) = (Theme.CompletionList.style, environment.text)
    let elision = Elision(of: completion.text, to: width, style: style, measuring: measuring)
    run = TextRun(elision.characters, style: style, measuring: measuring)
    match = elision.shown(completion.match)
  }

  func draw(in frame: Rect, into list: inout DisplayList, _ environment: Environment) {
    typealias Look = Theme.CompletionList
    let (metrics, colors) = (run.line.metrics, environment.theme.colors)
    let origin = Point(
      x: environment.snapped(frame.minX + Look.rowPadding),
      y: environment.snapped(metrics.baseline(aroundY: frame.midY)))
    for x in run.line.extents(of: match) {
      let area = Rect(
        x: origin.x + x.lowerBound, y: origin.y - metrics.ascent,
        width: x.upperBound - x.lowerBound, height: metrics.height)
      let mark = RoundedRect(environment.snapped(area), cornerRadius: Look.matchCornerRadius)
      list.fill(.roundedRect(mark), colors.accent.opacity(Look.matchOpacity))
    }
    list.text(run.shown, Look.style, colors.text, at: origin, metrics: metrics)
  }
}

/// What is left of a text where there is no room for all of it.
private struct Elision {
  /// What is shown, an ellipsis in the place of the middle.
  private(set) var characters: [Character]
  /// The characters that are left out.
  private var gap: Range<Int>

  /// - Complexity: O(*n*), and O(log *w*) measurements of O(*w*) characters for a width of *w*
  ///   letters.
  init(of text: String, to width: Double, style: TextStyle, measuring: any TextMeasuring) {
    (characters, gap) = (Array(text), 0..<0)
    func fits(_ candidate: [Character]) -> Bool {
      let shown = DisplayText.displayed(String(candidate))
      return measuring.metrics(of: shown, style: style).advance <= width
    }
    // No letter is narrower than an eighth of its size.
    let most = Int(max(0, width) / (style.size / 8))
    guard characters.count > most || !fits(characters) else { return }
    let whole = characters
    var (kept, tooMany) = (0, min(whole.count, most + 1))
    while tooMany - kept > 1 {
      let middle = (kept + tooMany) / 2
      if fits(Self.ends(of: whole, keeping: middle).characters) {
        kept = middle
      } else {
        tooMany = middle
      }
    }
    (characters, gap) = Self.ends(of: whole, keeping: kept)
  }

  /// The beginning no shorter than the end, and by one character longer at most.
  private static func ends(
    of text: [Character], keeping kept: Int
  ) -> (characters: [Character], gap: Range<Int>) {
    let gap = kept - kept / 2..<text.count - kept / 2
    return (text[..<gap.lowerBound] + ["…"] + text[gap.upperBound...], gap)
  }

  /// Where some of the text's characters are among those that are shown.
  func shown(_ range: Range<Int>) -> Range<Int> {
    func shown(_ index: Int, isEnd: Bool) -> Int {
      guard !gap.isEmpty, index > gap.lowerBound else { return index }
      if index >= gap.upperBound { return index - gap.count + 1 }
      return gap.lowerBound + (isEnd ? 1 : 0)
    }
    let (lower, upper) = (range.lowerBound, range.upperBound)
    let start = shown(lower, isEnd: false)
    return (start..<max(start, shown(upper, isEnd: true))).clamped(to: 0..<characters.count)
  }
}
