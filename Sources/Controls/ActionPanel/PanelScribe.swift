import Scene

/// Writes items onto tiles and rows.
struct PanelScribe {
  let environment: Environment

  /// A tile: icon, label and detail one under the other, in its middle.
  func tile(for item: ActionItem, in frame: Rect) -> PanelContents.Cell {
    typealias Look = Theme.ActionGrid
    let iconTop = frame.minY + Look.tilePadding
    let box = Rect(
      x: frame.midX - Look.icon / 2, y: iconTop, width: Look.icon, height: Look.icon)
    let label = Rect(
      x: frame.minX + Look.textMargin, y: iconTop + Look.icon + Look.iconGap,
      width: frame.width - 2 * Look.textMargin, height: Look.lineHeight)
    let detail = label.offset(by: Vector(dx: 0, dy: Look.lineHeight))
    var lines = [line(item.label, .label, in: label, .center)]
    if let text = item.detail { lines.append(line(text, .detail, in: detail, .center)) }
    return PanelContents.Cell(frame: frame, icon: item.icon?.marks(in: box) ?? [], lines: lines)
  }

  /// A row: icon, label and detail one after the other, the shortcut at the trailing side.
  func row(for item: ActionItem, in frame: Rect, hasIcons: Bool) -> PanelContents.Cell {
    typealias Look = Theme.ActionMenu
    let box = Rect(
      x: frame.minX + Look.rowPadding, y: frame.midY - Look.icon / 2, width: Look.icon,
      height: Look.icon)
    var rest = frame.inset(by: Insets(horizontal: Look.rowPadding, vertical: 0))
    if hasIcons { rest = rest.inset(by: Insets(leading: Look.icon + Look.iconGap)) }
    var lines: [PanelContents.Line] = []
    if let text = item.shortcut {
      let line = line(text, .shortcut, in: rest, .trailing)
      rest = rest.inset(by: Insets(trailing: line.metrics.advance + Look.shortcutGap))
      lines.append(line)
    }
    let label = line(item.label, .label, in: rest, .leading)
    lines.append(label)
    if let text = item.detail {
      rest = rest.inset(by: Insets(leading: label.metrics.advance + Look.detailGap))
      lines.append(line(text, .detail, in: rest, .leading))
    }
    return PanelContents.Cell(frame: frame, icon: item.icon?.marks(in: box) ?? [], lines: lines)
  }

  /// How wide a row must be so that nothing of it is cut, in whole device pixels.
  func rowWidth(of item: ActionItem, hasIcons: Bool) -> Double {
    typealias Look = Theme.ActionMenu
    func advance(_ text: String, _ role: PanelContents.Line.Role) -> Double {
      environment.text.metrics(of: text, style: role.style).advance
    }
    var width = 2 * Look.rowPadding + advance(item.label, .label)
    if hasIcons { width += Look.icon + Look.iconGap }
    if let text = item.detail { width += Look.detailGap + advance(text, .detail) }
    if let text = item.shortcut { width += Look.shortcutGap + advance(text, .shortcut) }
    // One more, because each piece is moved to whole pixels.
    return environment.snappedUp(width) + 1 / environment.scale
  }

  private enum Alignment {
    case leading, center, trailing
  }

  /// A line of text in a box, cut where it is wider; all kinds of it have the same baseline there.
  private func line(
    _ text: String, _ role: PanelContents.Line.Role, in box: Rect, _ alignment: Alignment
  ) -> PanelContents.Line {
    let (text, metrics) = cut(text, role.style, to: box.width)
    let x =
      switch alignment {
      case .leading: box.minX
      case .center: box.midX - metrics.advance / 2
      case .trailing: box.maxX - metrics.advance
      }
    let baseline = box.midY + Theme.ActionPanel.baseline
    return PanelContents.Line(
      text: text, role: role,
      origin: Point(x: environment.snapped(x), y: environment.snapped(baseline)),
      metrics: metrics)
  }

  /// As much of a text as a width has room for, an ellipsis in place of the rest; nothing where
  /// there is not even room for that.
  private func cut(
    _ text: String, _ style: TextStyle, to width: Double
  ) -> (text: String, metrics: TextMetrics) {
    var (shown, kept) = (text, text[...])
    while true {
      let metrics = environment.text.metrics(of: shown, style: style)
      if metrics.advance <= width || shown.isEmpty { return (shown, metrics) }
      shown = kept.isEmpty ? "" : kept.dropLast() + "…"
      kept = kept.dropLast()
    }
  }
}
