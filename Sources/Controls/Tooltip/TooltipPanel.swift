import Scene

/// The panel of a tooltip, with its text broken into lines.
struct TooltipPanel {
  private let text: String
  /// The maximum width of the text.
  private let width: Double
  private let block: TextBlock

  /// Creates a panel.
  ///
  /// - Parameter text: The text, which is sanitized. If it exceeds the theme's number of lines, its
  ///   middle is replaced by the number of elided characters.
  init(_ text: String, width: Double, lines: Int? = nil, _ environment: Environment) {
    (self.text, self.width) = (text, width)
    let count = text.count
    block = TextBlock(
      text, style: environment.theme.fonts.caption, width: width,
      lines: lines ?? environment.theme.tooltip.maximumLineCount, measuring: environment.text
    ) { "… \(environment.strings.text(.moreCharacters(count - $0)).text) …" }
  }

  /// Adds the panel to a display list. It is below the target, or above it if it does not fit below
  /// and there is more space above. It is centered on the target as far as the bounds allow.
  func draw(near target: Rect, in bounds: Rect, into list: inout DisplayList, _ environment: Environment) {
    let style = environment.theme.tooltip
    let bounds = bounds.inset(by: style.margin)
    let available = max(1, bounds.width - style.padding.leading - style.padding.trailing)
    let height = bounds.height - style.padding.top - style.padding.bottom
    guard width > available || block.height > height, let line = block.lines.first else {
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
    let origin = Point(x: frame.minX + style.padding.leading, y: frame.minY + style.padding.top)
    block.draw(at: origin, colors.window, into: &list)
  }

  private func frame(near target: Rect, within bounds: Rect, _ style: Theme.TooltipStyle) -> Rect {
    let size = Size(
      width: block.width + style.padding.leading + style.padding.trailing,
      height: block.height + style.padding.top + style.padding.bottom)
    let (below, above) = (target.maxY + style.gap, target.minY - style.gap - size.height)
    let (freeBelow, freeAbove) = (bounds.maxY - below - size.height, above - bounds.minY)
    let y = freeBelow >= 0 || freeBelow >= freeAbove ? below : above
    return Rect(
      x: max(bounds.minX, min(target.midX - size.width / 2, bounds.maxX - size.width)),
      y: max(bounds.minY, min(y, bounds.maxY - size.height)), width: size.width, height: size.height)
  }
}
