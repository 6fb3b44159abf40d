import Motion
import Scene

extension CompletionList {
  /// Adds it to a display list; what of it is on its way grows out of the corner at the text.
  func draw(into list: inout DisplayList, at now: Instant) {
    let presence = presence(at: now)
    guard presence > 0, !frame.isEmpty else { return }
    guard presence < 1 else { return drawAll(into: &list, at: now) }
    let least = Theme.CompletionList.leastScale
    let corner = Point(x: frame.minX, y: isAbove ? frame.maxY : frame.minY)
    let growing = DisplayList.Group(
      transform: Transform(scale: least + (1 - least) * presence, about: corner),
      opacity: presence)
    list.group(growing) { drawAll(into: &$0, at: now) }
  }

  private func drawAll(into list: inout DisplayList, at now: Instant) {
    typealias Look = Theme.CompletionList
    let colors = environment.theme.colors
    let shape = RoundedRect(frame, cornerRadius: Look.cornerRadius)
    let width = environment.line(Look.outline)
    list.shadow(
      of: shape,
      Shadow(color: colors.buttonShadow, offset: Look.shadow.offset, blur: Look.shadow.blur))
    list.fill(.roundedRect(shape), colors.raised)
    list.group(DisplayList.Group(clip: RoundedRect(rowsFrame, cornerRadius: Look.rowCornerRadius)))
    { drawRows(into: &$0, at: now) }
    list.stroke(.roundedRect(shape.inset(by: width / 2)), colors.raisedOutline, width: width)
    drawThumb(into: &list, at: now)
  }

  private func drawRows(into list: inout DisplayList, at now: Instant) {
    let (height, offset) = (Theme.CompletionList.rowHeight, scroller.offset(at: now))
    let first = max(0, Int(offset / height))
    let end = Int(((offset + rowsFrame.height) / height).rounded(.up))
    let shift = rowsFrame.origin - .zero - Vector(dx: 0, dy: offset)
    for row in first..<max(first, min(end, completions.count)) {
      draw(row, in: Self.place(ofRow: row, width: rowsFrame.width).offset(by: shift), into: &list)
    }
  }

  private func draw(_ index: Int, in place: Rect, into list: inout DisplayList) {
    typealias Look = Theme.CompletionList
    let accent = environment.theme.colors.accent
    let shape = RoundedRect(environment.snapped(place), cornerRadius: Look.rowCornerRadius)
    if index == state.highlighted {
      list.fill(.roundedRect(shape), accent.opacity(Look.highlightOpacity))
    } else if index == state.hovered {
      list.fill(.roundedRect(shape), accent.opacity(Look.hoverOpacity))
    }
    let room = place.width - 2 * Look.rowPadding
    CompletionRow(completions[index], width: room, environment)
      .draw(in: place, into: &list, environment)
  }

  private func drawThumb(into list: inout DisplayList, at now: Instant) {
    let (inset, width) = (Theme.CompletionList.thumbInset, Theme.Scroller.thumbWidth)
    let track = Rect(
      x: frame.maxX - inset - width, y: rowsFrame.minY + inset, width: width,
      height: rowsFrame.height - 2 * inset)
    scroller.drawThumb(in: track, into: &list, at: now)
  }
}
