import Scene

/// The text of a completion on one line, with its middle elided if it is too long.
struct CompletionRow {
  private let run: TextRun
  /// The displayed graphemes that match the typed text, including the ellipsis if it hides some.
  private let match: Range<Int>

  init(_ completion: CompletionItem, width: Double, _ environment: Environment) {
    let (style, measuring) = (environment.theme.fonts.token, environment.text)
    let text = completion.text
    let elision = Elision(of: text, toFit: width, style: style, measuring: measuring)
    run = TextRun(elision.characters, style: style, measuring: measuring)
    match = elision.displayedRange(completion.match, of: text)
  }

  func draw(in frame: Rect, into list: inout DisplayList, _ environment: Environment) {
    let style = environment.theme.completions
    let (metrics, colors) = (run.line.metrics, environment.theme.colors)
    let origin = Point(
      x: environment.snapped(frame.minX + style.rowPadding),
      y: environment.snapped(metrics.baseline(aroundY: frame.midY)))
    for x in run.line.extents(of: match) {
      let area = Rect(
        x: origin.x + x.lowerBound, y: origin.y - metrics.ascent, width: x.upperBound - x.lowerBound,
        height: metrics.height)
      let highlight = RoundedRect(environment.snapped(area), cornerRadius: style.matchCornerRadius)
      list.fill(.roundedRect(highlight), colors.accent.opacity(style.matchOpacity))
    }
    list.text(run.displayedText, environment.theme.fonts.token, colors.text, at: origin, metrics: metrics)
  }
}

extension Elision {
  /// Maps a range of the text to the displayed characters. Elided characters map to the ellipsis.
  ///
  /// - Parameters:
  ///   - range: A range of characters of the whole text.
  ///   - text: The whole text.
  /// - Complexity: O(*n*) in the end of the range, regardless of the length of the text.
  fileprivate func displayedRange(_ range: Range<Int>, of text: String) -> Range<Int> {
    guard case .ends(let head, _, let tail) = self else { return range.clamped(to: 0..<characters.count) }
    // If the text has this many characters or more, the range ends before the tail.
    let count = text.prefix(range.upperBound + tail.count + 1).count
    let elided = head.count..<max(head.count, count - tail.count)
    func mapped(_ index: Int, isEnd: Bool) -> Int {
      guard index > elided.lowerBound else { return index }
      if index >= elided.upperBound { return index - elided.count + 1 }
      return elided.lowerBound + (isEnd ? 1 : 0)
    }
    let (lower, upper) = (range.lowerBound, range.upperBound)
    let start = mapped(lower, isEnd: false)
    return (start..<max(start, mapped(upper, isEnd: true))).clamped(to: 0..<characters.count)
  }
}
