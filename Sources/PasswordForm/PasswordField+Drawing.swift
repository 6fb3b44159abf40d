import Controls
public import Motion
public import Scene
import Secrets

extension PasswordField {
  public func draw(into list: inout DisplayList, at now: Instant) {
    list.fieldBackground(in: frame, showsFocus: showsFocus, environment)
    drawLabel(into: &list, at: now)
    statusLine.draw(into: &list, at: now, environment)
    list.group(DisplayList.Group(clip: RoundedRect(contentFrame, cornerRadius: 0))) { list in
      if !selection.isCaret { list.fill(.rect(selectionFrame), theme.colors.selection) }
      if isRevealed { drawText(into: &list) } else { drawBullets(into: &list) }
    }
    if showsCaret { list.fill(.rect(caretFrame), theme.colors.blue.opacity(blink.opacity(at: now))) }
    if isSecret { revealButton.draw(into: &list, at: now) }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    guard frame.contains(point) else { return nil }
    return isSecret ? revealButton.pointerShape(over: point, at: now) ?? .text : .text
  }

  /// Draws the label, which shrinks and moves from the middle of an empty field to above the text.
  private func drawLabel(into list: inout DisplayList, at now: Instant) {
    let metrics = labelLine.metrics
    let style = theme.passwordField
    let rise = labelLine.rise.value(at: now)
    let centeredTop = (frame.height - metrics.height) / 2
    let transform = Transform(
      scale: 1 + (style.raisedLabelScale - 1) * rise,
      translation: Vector(
        dx: contentFrame.minX, dy: frame.minY + centeredTop + (style.raisedLabelTop - centeredTop) * rise))
    list.group(DisplayList.Group(transform: transform)) { list in
      list.text(
        labelLine.text, theme.fonts.body, theme.colors.secondaryText, at: Point(x: 0, y: metrics.ascent),
        metrics: metrics, placement: .exact)
    }
  }

  private func drawBullets(into list: inout DisplayList) {
    let style = theme.passwordField
    let (start, middle, color) = (textStart + style.bulletPitch / 2, lineFrame.midY, theme.colors.text)
    for index in line.visible {
      let center = Point(x: start + Double(index) * style.bulletPitch, y: middle)
      list.fill(.roundedRect(.circle(center: center, radius: style.bulletRadius)), color)
    }
  }

  private func drawText(into list: inout DisplayList) {
    guard let groupSize else {
      return drawText(line.visible, at: textStart + line.visibleStart, into: &list)
    }
    var start = textStart + line.visibleStart
    var first = line.visible.lowerBound
    while first < line.visible.upperBound {
      let end = min(line.visible.upperBound, first / groupSize * groupSize + groupSize)
      drawText(first..<end, at: start, into: &list)
      for index in first..<end { text.withGrapheme(at: index) { start += advance(of: $0) } }
      start += theme.passwordField.groupGap
      first = end
    }
  }

  private func drawText(_ graphemes: Range<Int>, at start: Double, into list: inout DisplayList) {
    list.secret(
      DisplayList.Secret(
        handle: handle, generation: text.generation, graphemes: graphemes, style: theme.fonts.body,
        color: environment.theme.colors.text,
        origin: Point(x: start, y: lineFrame.minY + labelLine.metrics.ascent),
        clip: Rect(x: contentFrame.minX, y: frame.minY, width: contentFrame.width, height: frame.height)))
  }
}
