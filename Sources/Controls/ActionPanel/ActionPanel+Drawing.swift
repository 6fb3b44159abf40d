import Gestures
package import Motion
package import Scene

extension ActionPanel {
  package func draw(into list: inout DisplayList, at now: Instant) {
    guard isVisible(at: now) else { return }
    let shape = outline(at: now)
    guard !shape.rect.isEmpty else { return }
    let openness = max(0, min(progress(at: now), 1))
    drawBackground(shape, openness, into: &list)
    let start = theme.motion.contentStart
    let content = DisplayList.Group(
      opacity: max(0, (openness - start) / (1 - start)),
      clip: contentsFit && shape == openOutline ? nil : shape)
    guard content.opacity > 0 else { return }
    list.group(content) { list in
      list.translated(by: contentOrigin(at: now) - .zero) { list in
        for (item, cell) in zip(items, contents.cells) { draw(cell, of: item, into: &list, at: now) }
      }
    }
  }

  /// Draws the shadow, the background and the outline.
  ///
  /// - Parameter openness: The blend between the style of the source (0) and of the panel (1).
  private func drawBackground(_ shape: RoundedRect, _ openness: Double, into list: inout DisplayList) {
    let colors = theme.colors
    list.shadow(of: shape, shadow(openness))
    list.fill(.roundedRect(shape), colors.raised.opacity(openness).over(sourceColor))
    list.outline(
      inside: shape, colors.raisedOutline.opacity(openness), width: theme.menu.outline, environment)
  }

  /// Returns the shadow. A grid starts with the shadow of the floating button.
  private func shadow(_ openness: Double) -> Shadow {
    let (closed, open) = (theme.floatingButton.shadow, theme.menu.shadow)
    let height = arrangement == .grid ? openness : 1
    return Shadow(
      color: environment.theme.colors.buttonShadow,
      offset: closed.offset + (open.offset - closed.offset) * height,
      blur: closed.blur + (open.blur - closed.blur) * height)
  }

  private func draw(
    _ cell: PanelLayout.Cell, of item: ActionItem, into list: inout DisplayList, at now: Instant
  ) {
    let colors = environment.theme.colors
    let opacity = item.isEnabled ? 1 : theme.menu.disabledOpacity
    drawHighlight(of: item.id, in: cell.frame, into: &list, at: now)
    if let image = item.image {
      let size = Size(
        width: Double(image.width) / environment.scale, height: Double(image.height) / environment.scale)
      list.image(image, in: environment.snapped(Rect(center: cell.iconBox.center, size: size)))
    } else {
      for layer in cell.icon { list.draw(layer, colors.accent.opacity(opacity)) }
    }
    for line in cell.lines {
      let color =
        switch line.role {
        case .label: colors.text
        case .detail: item.detailColor ?? colors.secondaryText
        case .shortcut: colors.secondaryText
        }
      list.text(
        line.text, line.role.style(in: theme.fonts), color.opacity(opacity), at: line.origin,
        metrics: line.metrics, placement: .exact)
    }
  }

  private func drawHighlight(
    of id: ActionItem.ID, in frame: Rect, into list: inout DisplayList, at now: Instant
  ) {
    let radius = arrangement == .grid ? theme.actionGrid.tileCornerRadius : theme.menu.rowCornerRadius
    let shape = RoundedRect(environment.snapped(frame), cornerRadius: radius)
    let opacity = highlightOpacity(of: id, at: now)
    if opacity > 0 { list.fill(.roundedRect(shape), environment.theme.colors.accent.opacity(opacity)) }
    if id == highlightedByKeys, environment.isWindowFocused {
      // The ring is inside the cell, so that it does not overlap the next cell.
      let inset = environment.snapped(theme.focusRing.gap) + environment.lineWidth(theme.focusRing.width)
      list.focusRing(around: shape.inset(by: inset), environment)
    }
  }

  private func highlightOpacity(of id: ActionItem.ID, at now: Instant) -> Double {
    let style = theme.menu
    let isHighlighted = id == highlighted
    let isPressed = isHighlighted && highlightedByKeys == nil && recognizer.pressed == recognizer.hovered
    if isPressed { return style.pressedOpacity }
    let base = isHighlighted ? style.highlightOpacity : 0
    return base + (style.pressedOpacity - base) * feedback(of: id, at: now)
  }
}
