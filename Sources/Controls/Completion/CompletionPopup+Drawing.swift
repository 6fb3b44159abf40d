import Gestures
import Motion
import Scene

extension CompletionPopup {
  /// Adds the list to a display list. An opening or closing list is scaled about its corner at the
  /// text.
  func draw(into list: inout DisplayList, at now: Instant) {
    let presence = presence(at: now)
    guard presence > 0, !frame.isEmpty else { return }
    guard presence < 1 else { return drawAll(into: &list, at: now) }
    let minimum = environment.theme.completions.minimumScale
    let corner = Point(x: frame.minX, y: isAbove ? frame.maxY : frame.minY)
    let growing = DisplayList.Group(
      transform: Transform(scale: minimum + (1 - minimum) * presence, about: corner), opacity: presence)
    list.group(growing) { drawAll(into: &$0, at: now) }
  }

  private func drawAll(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let style = environment.theme.menu
    let shape = RoundedRect(frame, cornerRadius: style.cornerRadius)
    list.shadow(of: shape, environment.theme.shadow(style.shadow))
    list.fill(.roundedRect(shape), colors.raised)
    list.group(DisplayList.Group(clip: RoundedRect(rowsFrame, cornerRadius: style.rowCornerRadius))) {
      drawRows(into: &$0, at: now)
    }
    list.outline(inside: shape, colors.raisedOutline, width: style.outline, environment)
    scroller.drawThumb(along: rowsFrame, edge: frame.maxX, into: &list, at: now)
  }

  private func drawRows(into list: inout DisplayList, at now: Instant) {
    let offset = scroller.offset(at: now)
    let first = max(0, Int(offset / rowHeight))
    let end = Int(((offset + rowsFrame.height) / rowHeight).rounded(.up))
    let shift = rowsFrame.origin - .zero - Vector(dx: 0, dy: offset)
    for row in first..<max(first, min(end, completions.count)) {
      draw(row, in: frame(ofRow: row, width: rowsFrame.width).offset(by: shift), into: &list)
    }
  }

  private func draw(_ index: Int, in frame: Rect, into list: inout DisplayList) {
    let style = environment.theme.completions
    let accent = environment.theme.colors.accent
    let shape = RoundedRect(environment.snapped(frame), cornerRadius: environment.theme.menu.rowCornerRadius)
    if index == highlighted {
      list.fill(.roundedRect(shape), accent.opacity(style.highlightOpacity))
    } else if index == recognizer.hovered {
      list.fill(.roundedRect(shape), accent.opacity(style.hoveredOpacity))
    }
    let width = frame.width - 2 * style.rowPadding
    CompletionRow(completions[index], width: width, environment).draw(in: frame, into: &list, environment)
  }
}

/// The text of a completion on one line, with its middle elided if it is too long.
private struct CompletionRow {
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
