public import Motion
public import Scene

extension SegmentedControl {
  public func draw(into list: inout DisplayList, at now: Instant) {
    typealias Look = Theme.SegmentedControl
    let colors = environment.theme.colors
    let shape = RoundedRect(frame, cornerRadius: Look.cornerRadius)
    list.fill(.roundedRect(shape), colors.text.opacity(Look.backgroundOpacity))
    if let hovered {
      let opacity = hovered == pressed ? Look.pressedOpacity : Look.hoveredOpacity
      list.fill(.roundedRect(inner(segments[hovered])), colors.accent.opacity(opacity))
    }
    drawMark(into: &list, at: now)
    for (index, label) in labels.enumerated() { draw(label, of: index, into: &list) }
    if showsFocus {
      list.focusRing(around: shape, environment)
    }
  }

  private func drawMark(into list: inout DisplayList, at now: Instant) {
    typealias Look = Theme.SegmentedControl
    let accent = environment.theme.colors.accent
    let shape = inner(markFrame(at: now))
    list.fill(.roundedRect(shape), accent.opacity(Look.selectedOpacity))
    let width = environment.line(Look.selectedOutline)
    list.stroke(.roundedRect(shape.inset(by: width / 2)), accent, width: width)
  }

  /// Between two segments it is as wide as its place between them makes it.
  private func markFrame(at now: Instant) -> Rect {
    let place = max(0, min(mark.value(at: now), Double(segments.count - 1)))
    let from = segments[Int(place)]
    let to = segments[min(Int(place) + 1, segments.count - 1)]
    let part = place - place.rounded(.down)
    return Rect(
      x: from.minX + part * (to.minX - from.minX), y: from.minY,
      width: from.width + part * (to.width - from.width), height: from.height)
  }

  private func inner(_ segment: Rect) -> RoundedRect {
    typealias Look = Theme.SegmentedControl
    return RoundedRect(segment, cornerRadius: Look.cornerRadius - Look.inset)
  }

  private func draw(_ label: String, of index: Int, into list: inout DisplayList) {
    let colors = environment.theme.colors
    let style = Theme.Fonts.caption
    let metrics = environment.text.metrics(of: label, style: style)
    let segment = segments[index]
    let isMeant = index == selection || index == hovered
    list.text(
      label, style, isMeant ? colors.text : colors.secondaryText,
      at: Point(
        x: segment.midX - metrics.advance / 2, y: metrics.baseline(aroundY: segment.midY)),
      metrics: metrics)
  }
}
