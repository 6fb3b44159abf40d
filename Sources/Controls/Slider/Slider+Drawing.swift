import Gestures
public import Motion
public import Scene

extension Slider {
  public func draw(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let thumb = thumbCenter(at: now)
    drawTick(into: &list)
    list.fill(.roundedRect(.capsule(track)), colors.fieldOutline)
    // Only transforms are animated, so that the rendered contents can be cached.
    list.group(DisplayList.Group(clip: .capsule(track))) { list in
      let chosen = Transform(translation: Vector(dx: thumb.x - track.maxX, dy: 0))
      list.group(DisplayList.Group(transform: chosen)) { list in list.fill(.rect(track), colors.accent) }
    }
    let position = Transform(translation: thumb - .zero)
    list.group(DisplayList.Group(transform: position)) { drawThumb(into: &$0) }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if isDragging { return .grabbing }
    guard frame.contains(point) else { return nil }
    let isOnThumb = thumbCenter(at: now).distance(to: point) <= theme.slider.thumbRadius
    return isOnThumb ? .grab : .hand
  }

  /// Draws the tick at the default value, which a double click selects.
  private func drawTick(into list: inout DisplayList) {
    let center = thumbCenter(atFraction: range.fraction(at: range.stepIndex(nearest: defaultValue)))
    let tick = environment.snapped(Rect(center: center, size: theme.slider.tick))
    list.fill(.rect(tick), environment.theme.colors.fieldOutline)
  }

  /// Draws the thumb, centered at the origin.
  private func drawThumb(into list: inout DisplayList) {
    let style = theme.slider
    let colors = environment.theme.colors
    if recognizer.isHovered || isDragging {
      let opacity = isDragging ? style.pressedOpacity : style.hoveredOpacity
      list.fill(
        .roundedRect(.circle(center: .zero, radius: style.haloRadius)), colors.accent.opacity(opacity))
    }
    let shape = RoundedRect.circle(center: .zero, radius: style.thumbRadius)
    // The white disc ends below the middle of the outline. Otherwise, it would be visible through
    // the antialiased edge of the outline.
    let disc = shape.inset(by: style.thumbOutline / 2)
    list.fill(.roundedRect(disc), .white)
    list.stroke(.roundedRect(disc), colors.accent, width: style.thumbOutline)
    if showsFocus { list.focusRing(around: shape, environment) }
  }
}
