public import Motion
public import Scene

extension FloatingButton {
  public func draw(into list: inout DisplayList, at now: Instant) {
    draw(into: &list, at: now, in: group(at: now))
  }

  /// Draws the button relative to the origin of its extent. While it only moves, it draws the same.
  package func drawExtent(into list: inout DisplayList, at now: Instant) {
    let (extent, outlines) = coverage(at: now)
    let (origin, center) = (extent.origin, center.value(at: playback.time(at: now)))
    guard outlines.count == 1, !panel.isVisible(at: now) else {
      return list.translated(by: .zero - origin) { draw(into: &$0, at: now) }
    }
    var group = group(at: now)
    // Rounded again, because the difference is inexact at fractional scales.
    group.transform.translation = environment.snapped(.zero + (environment.snapped(center) - origin)) - .zero
    draw(into: &list, at: now, in: group)
  }

  private func draw(into list: inout DisplayList, at now: Instant, in group: DisplayList.Group) {
    let isExpanded = panel.isVisible(at: now)
    if isExpanded { panel.draw(into: &list, at: now) }
    if group.opacity > 0 || !isExpanded {
      list.group(group) { list in
        if !isExpanded { drawBody(into: &list) }
        drawLabel(into: &list)
        drawSymbol(into: &list)
      }
    }
    hint.draw(hintPosition(at: now), into: &list, at: playback.time(at: now), environment)
    menu.draw(into: &list, at: now)
  }

  /// Returns the group in which the button is drawn. While the panel is visible, the group contains
  /// only the label and the symbol, which fade out as the panel grows.
  private func group(at now: Instant) -> DisplayList.Group {
    let time = playback.time(at: now)
    let visibility = panel.isVisible(at: now) ? 1 - panel.progress(at: now) : 1
    return DisplayList.Group(
      transform: Transform(scale: visibleScale(at: time), translation: center.value(at: time) - .zero),
      opacity: opacity.value(at: time) * max(0, min(visibility, 1)))
  }

  /// The color of the button. The panel starts with the same color.
  var bodyColor: Color { isOn ? environment.theme.colors.green : environment.theme.colors.red }

  /// Returns `content` on the button. While keys move it, it is everywhere, because a press elsewhere
  /// ends that.
  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    moveMode != nil || isPressed || contains(point, at: now) ? .content : .outside
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if panel.isOpen { return panel.pointerShape(over: point, at: now) ?? .arrow }
    if menu.isOpen { return menu.pointerShape(over: point, at: now) ?? .arrow }
    if acceptsTarget(at: point, now) { return .crosshair }
    if dragTracker != nil { return .grabbing }
    guard contains(point, at: now) else { return nil }
    return isMoving(at: playback.time(at: now)) || configuration.drag == .immediate ? .grab : .hand
  }

  /// Returns whether the button is moving or scaling, so that a press stops it.
  private func isMoving(at time: Instant) -> Bool {
    center.nextChange(after: time) != nil || scale.nextChange(after: time) != nil
  }

  private func drawBody(into list: inout DisplayList) {
    list.shadow(of: outline, theme.shadow(theme.floatingButton.shadow))
    list.fill(.roundedRect(outline), bodyColor)
    if showsFocus { list.focusRing(around: outline, environment) }
  }

  private func drawLabel(into list: inout DisplayList) {
    guard configuration.shape == .button else { return }
    let metrics = labelMetrics
    let origin = Point(x: -metrics.advance / 2, y: (metrics.ascent - metrics.descent) / 2)
    list.text(
      configuration.label, theme.fonts.buttonLabel, inkColor, at: origin, metrics: metrics,
      placement: .exact)
  }

  /// Draws the symbol of the state: a ring if off, a check mark if on.
  private func drawSymbol(into list: inout DisplayList) {
    let box = symbolBox
    let radius = (box.width - symbolStroke) / 2
    let shape =
      isOn
      ? Scene.Shape.path(SymbolPath.check(in: box.inset(by: symbolStroke / 2)))
      : .roundedRect(.circle(center: box.center, radius: radius))
    list.stroke(shape, inkColor, width: symbolStroke)
  }

  private var inkColor: Color { isOn ? environment.theme.colors.onGreen : environment.theme.colors.onRed }

  private var symbolStroke: Double {
    let style = theme.floatingButton
    return configuration.shape == .ball ? style.ballSymbolStroke : style.symbolStroke
  }

  /// The box of the symbol: in the center of a ball, or in the top trailing corner of a button.
  private var symbolBox: Rect {
    let style = theme.floatingButton
    let side: Double
    let center: Point
    switch configuration.shape {
    case .ball:
      side = style.ballSymbolSize
      center = .zero
    case .button:
      side = style.symbolSize
      let distance = style.symbolInset + side / 2
      center = Point(x: outline.rect.maxX - distance, y: outline.rect.minY + distance)
    }
    return Rect(center: center, size: Size(width: side, height: side))
  }
}
