public import Motion
public import Scene

extension FloatingButton {
  public func draw(into list: inout DisplayList, at now: Instant) {
    let transform = Transform(
      scale: scale.value(at: now), translation: center.value(at: now) - .zero)
    list.group(
      DisplayList.Group(transform: transform, opacity: opacity.value(at: now))
    ) { list in
      drawBody(into: &list)
      drawLabel(into: &list)
      drawGlyph(into: &list)
    }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if dragOrigin != nil { return .grabbing }
    return contains(point, at: now) ? .hand : nil
  }

  private func drawBody(into list: inout DisplayList) {
    let colors = environment.theme.colors
    let look = Theme.FloatingButton.shadow
    list.shadow(
      of: outline, Shadow(color: colors.buttonShadow, offset: look.offset, blur: look.blur))
    list.fill(.roundedRect(outline), isOn ? colors.green : colors.red)
    if showsFocus { list.focusRing(around: outline, environment.theme) }
  }

  private func drawLabel(into list: inout DisplayList) {
    guard configuration.shape == .button else { return }
    let style = Theme.Fonts.buttonLabel
    let metrics = environment.text.metrics(of: configuration.label, style: style)
    let origin = Point(x: -metrics.advance / 2, y: (metrics.ascent - metrics.descent) / 2)
    list.text(
      configuration.label, style, inkColor, at: origin, metrics: metrics, placement: .exact)
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
