import Scene

/// Builds the tiles and rows of a panel from its items.
struct PanelCellBuilder {
  let environment: Environment

  /// Returns a tile: icon, label and detail, stacked and horizontally centered. A tile that is too low for them has only
  /// an icon.
  func tile(for item: ActionItem, in frame: Rect) -> PanelLayout.Cell {
    let style = environment.theme.actionGrid
    let lineCount = item.detail == nil ? 1.0 : 2
    let textHeight = style.iconGap + lineCount * style.lineHeight
    let hasText = frame.height >= style.iconSize + textHeight
    let space = (frame.height - style.iconSize - (hasText ? textHeight : 0)) / 2
    let iconTop = frame.minY + min(style.tilePadding, environment.snapped(space))
    let box = Rect(
      x: frame.midX - style.iconSize / 2, y: iconTop, width: style.iconSize, height: style.iconSize)
    let label = Rect(
      x: frame.minX + style.textMargin, y: iconTop + style.iconSize + style.iconGap,
      width: frame.width - 2 * style.textMargin, height: style.lineHeight)
    let detail = label.offset(by: Vector(dx: 0, dy: style.lineHeight))
    var lines = hasText ? [line(item.label, .label, in: label, .center)] : []
    if hasText, let text = item.detail { lines.append(line(text, .detail, in: detail, .center)) }
    return PanelLayout.Cell(
      frame: frame, iconBox: box, icon: item.icon?.layers(in: box) ?? [], lines: lines)
  }

  /// Returns a row: icon, label and detail in sequence, and the shortcut at the trailing side.
  func row(for item: ActionItem, in frame: Rect, hasIcons: Bool) -> PanelLayout.Cell {
    let style = environment.theme.menu
    let box = Rect(
      x: frame.minX + style.rowPadding, y: frame.midY - style.iconSize / 2, width: style.iconSize,
      height: style.iconSize)
    var remaining = frame.inset(by: Insets(horizontal: style.rowPadding, vertical: 0))
    if hasIcons { remaining = remaining.inset(by: Insets(leading: style.iconSize + style.iconGap)) }
    var lines: [PanelLayout.Line] = []
    if let text = item.shortcut {
      let line = line(text, .shortcut, in: remaining, .trailing)
      remaining = remaining.inset(by: Insets(trailing: line.metrics.advance + style.shortcutGap))
      lines.append(line)
    }
    let label = line(item.label, .label, in: remaining, .leading)
    lines.append(label)
    if let text = item.detail {
      remaining = remaining.inset(by: Insets(leading: label.metrics.advance + style.detailGap))
      lines.append(line(text, .detail, in: remaining, .leading))
    }
    return PanelLayout.Cell(
      frame: frame, iconBox: box, icon: item.icon?.layers(in: box) ?? [], lines: lines)
  }

  /// Returns the width that a row needs without elision, in whole device pixels.
  func rowWidth(of item: ActionItem, hasIcons: Bool) -> Double {
    let style = environment.theme.menu
    func advance(_ text: String, _ role: PanelLayout.Line.Role) -> Double {
      environment.text.metrics(of: text, style: role.style(in: environment.theme.fonts)).advance
    }
    var width = 2 * style.rowPadding + advance(item.label, .label)
    if hasIcons { width += style.iconSize + style.iconGap }
    if let text = item.detail { width += style.detailGap + advance(text, .detail) }
    if let text = item.shortcut { width += style.shortcutGap + advance(text, .shortcut) }
    // One more device pixel, because each text is moved to whole device pixels.
    return environment.snappedUp(width) + 1 / environment.scale
  }

  /// Returns a line of text in a box, elided to its width. The baseline does not depend on the
  /// role.
  private func line(_ text: String, _ role: PanelLayout.Line.Role, in box: Rect, _ alignment: TextAlignment)
    -> PanelLayout.Line
  {
    let style = role.style(in: environment.theme.fonts)
    let text = DisplaySanitizer.elided(text, toFit: box.width, style: style, measuring: environment.text)
    let metrics = environment.text.metrics(of: text, style: style)
    let x = alignment.start(of: metrics.advance, in: box)
    // Half of the cap height.
    let baseline = box.midY + environment.theme.fonts.menuLabel.size * 5 / 13
    return PanelLayout.Line(
      text: text, role: role, origin: Point(x: environment.snapped(x), y: environment.snapped(baseline)),
      metrics: metrics)
  }
}
