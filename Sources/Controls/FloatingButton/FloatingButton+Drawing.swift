public import Motion
public import Scene

extension FloatingButton {
  public func draw(into list: inout DisplayList, at now: Instant) {
    let isExpanded = panel.isSeen(at: now)
    if isExpanded { panel.draw(into: &list, at: now) }
    let group = group(at: now)
    if group.opacity > 0 || !isExpanded {
      list.group(group) { list in
        if !isExpanded { drawBody(into: &list) }
        drawLabel(into: &list)
        drawGlyph(into: &list)
      }
    }
    hint.draw(in: container, into: &list, at: playback.time(at: now), environment)
    menu.draw(into: &list, at: now)
  }

  /// How its picture is drawn; of a button that expands only the label and the glyph are left,
  /// which fade as the panel grows.
  private func group(at now: Instant) -> DisplayList.Group {
    let time = playback.time(at: now)
    let closeness = panel.isSeen(at: now) ? 1 - panel.progress(at: now) : 1
    return DisplayList.Group(
      transform: Transform(
        scale: visibleScale(at: time), translation: center.value(at: time) - .zero),
      opacity: opacity.value(at: time) * max(0, min(closeness, 1)))
  }

  /// Of its body, which the panel takes over.
  var bodyColor: Color {
    isOn ? environment.theme.colors.green : environment.theme.colors.red
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if panel.isOpen { return panel.pointerShape(over: point, at: now) ?? .arrow }
    if menu.isOpen { return menu.pointerShape(over: point, at: now) ?? .arrow }
    if choosesPlace(at: point, now) { return .crosshair }
    if grip != nil { return .grabbing }
    guard contains(point, at: now) else { return nil }
    return isMoving(at: playback.time(at: now)) || configuration.drag == .immediate ? .grab : .hand
  }

  /// Whether a press would catch it in flight.
  private func isMoving(at time: Instant) -> Bool {
    center.nextChange(after: time) != nil || scale.nextChange(after: time) != nil
  }

  private func drawBody(into list: inout DisplayList) {
    let colors = environment.theme.colors
    let look = Theme.FloatingButton.shadow
    list.shadow(
      of: outline, Shadow(color: colors.buttonShadow, offset: look.offset, blur: look.blur))
    list.fill(.roundedRect(outline), bodyColor)
    if showsFocus { list.focusRing(around: outline, environment) }
  }

  private func drawLabel(into list: inout DisplayList) {
    guard configuration.shape == .button else { return }
    let metrics = labelMetrics
    let origin = Point(x: -metrics.advance / 2, y: (metrics.ascent - metrics.descent) / 2)
    list.text(
      configuration.label, Theme.Fonts.buttonLabel, inkColor, at: origin, metrics: metrics,
      placement: .exact)
  }

  /// Off: a ring. On: a check mark.
  private func drawGlyph(into list: inout DisplayList) {
    let box = glyphBox
    let radius = (box.width - glyphStroke) / 2
    let shape =
      isOn
      ? Scene.Shape.path(Glyph.check(in: box.inset(by: glyphStroke / 2)))
      : .roundedRect(.circle(center: box.center, radius: radius))
    list.stroke(shape, inkColor, width: glyphStroke)
  }

  private var inkColor: Color {
    isOn ? environment.theme.colors.onGreen : environment.theme.colors.onRed
  }

  private var glyphStroke: Double {
    configuration.shape == .ball
      ? Theme.FloatingButton.ballGlyph.stroke : Theme.FloatingButton.glyph.stroke
  }

  /// On the ball in the middle, on the button in its top trailing corner.
  private var glyphBox: Rect {
    let side: Double
    let center: Point
    switch configuration.shape {
    case .ball:
      side = Theme.FloatingButton.ballGlyph.size
      center = .zero
    case .button:
      side = Theme.FloatingButton.glyph.size
      let distance = Theme.FloatingButton.glyph.inset + side / 2
      center = Point(x: outline.rect.maxX - distance, y: outline.rect.minY + distance)
    }
    return Rect(center: center, size: Size(width: side, height: side))
  }
}
