import Scene

/// A text of a list on one line, its middle left out where it is too long.
struct CompletionRow {
  private let run: TextRun
  /// Which of the graphemes that are shown were typed; with them the ellipsis that hides any.
  private let match: Range<Int>

  init(_ completion: CompletionItem, width: Double, _ environment: Environment) {
    let (style, measuring) = (Theme.CompletionList.style, environment.text)
    let text = completion.text
    let elision = Elision(of: text, toFit: width, style: style, measuring: measuring)
    run = TextRun(elision.characters, style: style, measuring: measuring)
    match = elision.shown(completion.match, of: text)
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

extension Elision {
  /// Where some of the text's characters are among those that are left; with what is left out stands
  /// the ellipsis.
  ///
  /// - Parameter text: All of it.
  /// - Complexity: O(*n*) up to the end of the range, however long the text is.
  fileprivate func shown(_ range: Range<Int>, of text: String) -> Range<Int> {
    guard case .ends(let head, let tail) = self else {
      return range.clamped(to: 0..<characters.count)
    }
    // Where so many are followed by more, they end before the tail.
    let count = text.prefix(range.upperBound + tail.count + 1).count
    let gap = head.count..<max(head.count, count - tail.count)
    func shown(_ index: Int, isEnd: Bool) -> Int {
      guard index > gap.lowerBound else { return index }
      if index >= gap.upperBound { return index - gap.count + 1 }
      return gap.lowerBound + (isEnd ? 1 : 0)
    }
    let (lower, upper) = (range.lowerBound, range.upperBound)
    let start = shown(lower, isEnd: false)
    return (start..<max(start, shown(upper, isEnd: true))).clamped(to: 0..<characters.count)
  }
}
