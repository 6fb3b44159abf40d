import Scene

/// Builds the tiles and rows of a panel from its items.
struct PanelCellBuilder {
  let environment: Environment

  /// Returns a tile: icon, label and detail, stacked and horizontally centered.
  func tile(for item: ActionItem, in frame: Rect) -> PanelLayout.Cell {
    typealias Style = Theme.ActionGrid
    let iconTop = frame.minY + Style.tilePadding
    let box = Rect(x: frame.midX - Style.icon / 2, y: iconTop, width: Style.icon, height: Style.icon)
    let label = Rect(
      x: frame.minX + Style.textMargin, y: iconTop + Style.icon + Style.iconGap,
      width: frame.width - 2 * Style.textMargin, height: Style.lineHeight)
    let detail = label.offset(by: Vector(dx: 0, dy: Style.lineHeight))
    var lines = [line(item.label, .label, in: label, .center)]
    if let text = item.detail { lines.append(line(text, .detail, in: detail, .center)) }
    return PanelLayout.Cell(frame: frame, icon: item.icon?.layers(in: box) ?? [], lines: lines)
  }

  /// Returns a row: icon, label and detail in sequence, and the shortcut at the trailing side.
  func row(for item: ActionItem, in frame: Rect, hasIcons: Bool) -> PanelLayout.Cell {
    typealias Style = Theme.ActionMenu
    let box = Rect(
      x: frame.minX + Style.rowPadding, y: frame.midY - Style.icon / 2, width: Style.icon, height: Style.icon)
    var remaining = frame.inset(by: Insets(horizontal: Style.rowPadding, vertical: 0))
    if hasIcons { remaining = remaining.inset(by: Insets(leading: Style.icon + Style.iconGap)) }
    var lines: [PanelLayout.Line] = []
    if let text = item.shortcut {
      let line = line(text, .shortcut, in: remaining, .trailing)
      remaining = remaining.inset(by: Insets(trailing: line.metrics.advance + Style.shortcutGap))
      lines.append(line)
    }
    let label = line(item.label, .label, in: remaining, .leading)
    lines.append(label)
    if let text = item.detail {
      remaining = remaining.inset(by: Insets(leading: label.metrics.advance + Style.detailGap))
      lines.append(line(text, .detail, in: remaining, .leading))
    }
    return PanelLayout.Cell(frame: frame, icon: item.icon?.layers(in: box) ?? [], lines: lines)
  }

  /// Returns the width that a row needs without elision, in whole device pixels.
  func rowWidth(of item: ActionItem, hasIcons: Bool) -> Double {
    typealias Style = Theme.ActionMenu
    func advance(_ text: String, _ role: PanelLayout.Line.Role) -> Double {
      environment.text.metrics(of: text, style: role.style).advance
    }
    var width = 2 * Style.rowPadding + advance(item.label, .label)
    if hasIcons { width += Style.icon + Style.iconGap }
    if let text = item.detail { width += Style.detailGap + advance(text, .detail) }
    if let text = item.shortcut { width += Style.shortcutGap + advance(text, .shortcut) }
    // One more device pixel, because each text is moved to whole device pixels.
    return environment.snappedUp(width) + 1 / environment.scale
  }

  private enum Alignment { case leading, center, trailing }

  /// Returns a line of text in a box, elided to its width. The baseline does not depend on the
  /// role.
  private func line(_ text: String, _ role: PanelLayout.Line.Role, in box: Rect, _ alignment: Alignment)
    -> PanelLayout.Line
  {
    let text = DisplaySanitizer.elided(
      text, toFit: box.width, style: role.style, measuring: environment.text)
    let metrics = environment.text.metrics(of: text, style: role.style)
    let x =
      switch alignment {
      case .leading: box.minX
      case .center: box.midX - metrics.advance / 2
      case .trailing: box.maxX - metrics.advance
      }
    let baseline = box.midY + Theme.ActionPanel.baseline
    return PanelLayout.Line(
      text: text, role: role, origin: Point(x: environment.snapped(x), y: environment.snapped(baseline)),
      metrics: metrics)
  }
}
