import Gestures
public import Motion
public import Scene

extension SegmentedControl {
  public func draw(into list: inout DisplayList, at now: Instant) {
    let style = theme.segmentedControl
    let colors = environment.theme.colors
    let shape = RoundedRect(frame, cornerRadius: style.cornerRadius)
    list.fill(.roundedRect(shape), colors.text.opacity(style.backgroundOpacity))
    if let hovered = recognizer.hovered {
      let opacity = hovered == recognizer.pressed ? style.pressedOpacity : style.hoveredOpacity
      list.fill(.roundedRect(inner(segments[hovered])), colors.accent.opacity(opacity))
    }
    drawIndicator(into: &list, at: now)
    for (index, label) in labels.enumerated() { draw(label, of: index, into: &list) }
    if showsFocus { list.focusRing(around: shape, environment) }
  }

  private func drawIndicator(into list: inout DisplayList, at now: Instant) {
    let style = theme.segmentedControl
    let accent = environment.theme.colors.accent
    let shape = inner(indicatorFrame(at: now))
    list.fill(.roundedRect(shape), accent.opacity(style.selectedOpacity))
    let width = environment.lineWidth(style.selectedOutline)
    list.stroke(.roundedRect(shape.inset(by: width / 2)), accent, width: width)
  }

  /// Returns the frame of the selection indicator. Between two segments it is interpolated.
  private func indicatorFrame(at now: Instant) -> Rect {
    let position = max(0, min(indicator.value(at: now), Double(segments.count - 1)))
    let from = segments[Int(position)]
    let to = segments[min(Int(position) + 1, segments.count - 1)]
    let fraction = position - position.rounded(.down)
    return Rect(
      x: from.minX + fraction * (to.minX - from.minX), y: from.minY,
      width: from.width + fraction * (to.width - from.width), height: from.height)
  }

  private func inner(_ segment: Rect) -> RoundedRect {
    let style = theme.segmentedControl
    return RoundedRect(segment, cornerRadius: style.cornerRadius - style.inset)
  }

  private func draw(_ label: String, of index: Int, into list: inout DisplayList) {
    let colors = environment.theme.colors
    let isHighlighted = index == selection || index == recognizer.hovered
    list.line(
      label, theme.fonts.caption, isHighlighted ? colors.text : colors.secondaryText,
      in: segments[index].inset(by: theme.segmentedControl.inset), alignment: .center, environment)
  }
}
