import Scene

/// The panel of a tooltip, with its text broken into lines. A line feed ends a paragraph.
struct TooltipPanel {
  private let text: String
  /// The maximum width of the text.
  private let width: Double
  private let blocks: [TextBlock]

  /// Creates a panel.
  ///
  /// - Parameters:
  ///   - text: The text, which is sanitized. If it has more lines, its middle is replaced by the number of omitted
  ///     characters. Of several paragraphs, the beginnings are kept, of as many as there are lines for.
  ///   - lines: The maximum number of lines. By default, that of the theme.
  init(_ text: String, width: Double, lines: Int? = nil, _ environment: Environment) {
    (self.text, self.width) = (text, width)
    let lines = lines ?? environment.theme.tooltip.maximumLineCount
    let style = environment.theme.fonts.caption
    func marker(_ omitted: Int) -> String { "… \(environment.strings.text(.moreCharacters(omitted)).text) …" }
    func block(_ text: String, lines: Int, keepsEnd: Bool = true) -> TextBlock {
      TextBlock(
        text, style: style, width: width, lines: lines, keepsEnd: keepsEnd, measuring: environment.text)
    }
    let paragraphs = text.split(separator: "\n")
    guard paragraphs.count > 1 else {
      let count = text.count
      blocks = [
        TextBlock(text, style: style, width: width, lines: lines, measuring: environment.text) {
          marker(count - $0)
        }
      ]
      return
    }
    // The last line says how much is omitted.
    let rest = paragraphs.count > lines ? max(1, lines - 1) : lines
    let shown = paragraphs.prefix(rest)
    let omitted = paragraphs[shown.endIndex...].reduce(0) { $0 + $1.count }
    blocks =
      shown.map { block(String($0), lines: rest / shown.count, keepsEnd: false) }
      + (omitted > 0 && lines > 1 ? [block(marker(omitted), lines: 1)] : [])
  }

  private var size: Size {
    Size(
      width: blocks.reduce(0) { max($0, $1.width) }, height: blocks.reduce(0) { $0 + $1.height })
  }

  /// Adds the panel to a display list. It is below the target, or above it if it does not fit below
  /// and there is more space above. It is centered on the target as far as the bounds allow.
  func draw(near target: Rect, in bounds: Rect, into list: inout DisplayList, _ environment: Environment) {
    let style = environment.theme.tooltip
    let bounds = bounds.inset(by: style.margin)
    let available = max(1, bounds.width - style.padding.leading - style.padding.trailing)
    let height = bounds.height - style.padding.top - style.padding.bottom
    guard width > available || size.height > height, let line = blocks.first?.lines.first else {
      return draw(near: target, within: bounds, into: &list, environment)
    }
    let lines = min(Double(style.maximumLineCount), max(1, height / line.metrics.height))
    let smaller = TooltipPanel(text, width: min(width, available), lines: Int(lines), environment)
    smaller.draw(near: target, within: bounds, into: &list, environment)
  }

  private func draw(
    near target: Rect, within bounds: Rect, into list: inout DisplayList, _ environment: Environment
  ) {
    let style = environment.theme.tooltip
    let frame = environment.snapped(frame(near: target, within: bounds, style))
    let colors = environment.theme.colors
    list.fill(
      .roundedRect(RoundedRect(frame, cornerRadius: environment.snapped(style.cornerRadius))), colors.text)
    var origin = Point(x: frame.minX + style.padding.leading, y: frame.minY + style.padding.top)
    for block in blocks {
      block.draw(at: origin, colors.window, alignedIn: size.width, into: &list)
      origin.y += block.height
    }
  }

  private func frame(near target: Rect, within bounds: Rect, _ style: Theme.TooltipStyle) -> Rect {
    let size = Size(
      width: self.size.width + style.padding.leading + style.padding.trailing,
      height: self.size.height + style.padding.top + style.padding.bottom)
    let (below, above) = (target.maxY + style.gap, target.minY - style.gap - size.height)
    let (freeBelow, freeAbove) = (bounds.maxY - below - size.height, above - bounds.minY)
    let y = freeBelow >= 0 || freeBelow >= freeAbove ? below : above
    return Rect(
      x: max(bounds.minX, min(target.midX - size.width / 2, bounds.maxX - size.width)),
      y: max(bounds.minY, min(y, bounds.maxY - size.height)), width: size.width, height: size.height)
  }
}
