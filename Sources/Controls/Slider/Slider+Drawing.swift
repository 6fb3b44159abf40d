public import Motion
public import Scene

extension Slider {
  public func draw(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let thumb = thumbCenter(at: now)
    drawTick(into: &list)
    list.fill(.roundedRect(.capsule(track)), colors.fieldOutline)
    // All that moves, moves as a whole: its picture is made once.
    list.group(DisplayList.Group(clip: .capsule(track))) { list in
      let chosen = Transform(translation: Vector(dx: thumb.x - track.maxX, dy: 0))
      list.group(DisplayList.Group(transform: chosen)) { list in
        list.fill(.rect(track), colors.accent)
      }
    }
    let place = Transform(translation: thumb - .zero)
    list.group(DisplayList.Group(transform: place)) { drawThumb(into: &$0) }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if isGripped { return .grabbing }
    guard frame.contains(point) else { return nil }
    let isOnThumb = thumbCenter(at: now).distance(to: point) <= Theme.Slider.thumbRadius
    return isOnThumb ? .grab : .hand
  }

  /// Marks where a double click sends the thumb.
  private func drawTick(into list: inout DisplayList) {
    let look = Theme.Slider.tick
    let center = place(of: range.fraction(at: range.position(nearest: defaultValue)))
    let tick = environment.snapped(
      Rect(center: center, size: Size(width: look.width, height: look.height)))
    list.fill(.rect(tick), environment.theme.colors.fieldOutline)
  }

  /// The thumb around the origin.
  private func drawThumb(into list: inout DisplayList) {
    typealias Look = Theme.Slider
    let colors = environment.theme.colors
    if isHovered || isGripped {
      let opacity = isGripped ? Look.halo.pressedOpacity : Look.halo.hoveredOpacity
      list.fill(
        .roundedRect(.circle(center: .zero, radius: Look.halo.radius)),
        colors.accent.opacity(opacity))
    }
    let shape = RoundedRect.circle(center: .zero, radius: Look.thumbRadius)
    // The white ends under the outline, or it would shine through the outline's soft edge.
    let middle = shape.inset(by: Look.thumbOutline / 2)
    list.fill(.roundedRect(middle), .white)
    list.stroke(.roundedRect(middle), colors.accent, width: Look.thumbOutline)
    if showsFocus {
      list.focusRing(around: shape, environment)
    }
  }
}
