import Gestures
import Motion
import Scene

extension CompletionPopup {
  /// Adds the list to a display list. An opening or closing list is scaled about its corner at the
  /// text.
  func draw(into list: inout DisplayList, at now: Instant) {
    let presence = presence(at: now)
    guard presence > 0, !frame.isEmpty else { return }
    guard presence < 1 else { return drawAll(into: &list, at: now) }
    let minimum = environment.theme.completions.minimumScale
    let corner = Point(x: frame.minX, y: isAbove ? frame.maxY : frame.minY)
    let growing = DisplayList.Group(
      transform: Transform(scale: minimum + (1 - minimum) * presence, about: corner), opacity: presence)
    list.group(growing) { drawAll(into: &$0, at: now) }
  }

  private func drawAll(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let style = environment.theme.menu
    let shape = RoundedRect(frame, cornerRadius: style.cornerRadius)
    let width = environment.lineWidth(style.outline)
    list.shadow(of: shape, environment.theme.shadow(style.shadow))
    list.fill(.roundedRect(shape), colors.raised)
    list.group(DisplayList.Group(clip: RoundedRect(rowsFrame, cornerRadius: style.rowCornerRadius))) {
      drawRows(into: &$0, at: now)
    }
    list.stroke(.roundedRect(shape.inset(by: width / 2)), colors.raisedOutline, width: width)
    scroller.drawThumb(along: rowsFrame, edge: frame.maxX, into: &list, at: now)
  }

  private func drawRows(into list: inout DisplayList, at now: Instant) {
    let offset = scroller.offset(at: now)
    let first = max(0, Int(offset / rowHeight))
    let end = Int(((offset + rowsFrame.height) / rowHeight).rounded(.up))
    let shift = rowsFrame.origin - .zero - Vector(dx: 0, dy: offset)
    for row in first..<max(first, min(end, completions.count)) {
      draw(row, in: frame(ofRow: row, width: rowsFrame.width).offset(by: shift), into: &list)
    }
  }

  private func draw(_ index: Int, in frame: Rect, into list: inout DisplayList) {
    let style = environment.theme.completions
    let accent = environment.theme.colors.accent
    let shape = RoundedRect(environment.snapped(frame), cornerRadius: environment.theme.menu.rowCornerRadius)
    if index == highlighted {
      list.fill(.roundedRect(shape), accent.opacity(style.highlightOpacity))
    } else if index == recognizer.hovered {
      list.fill(.roundedRect(shape), accent.opacity(style.hoveredOpacity))
    }
    let width = frame.width - 2 * style.rowPadding
    CompletionRow(completions[index], width: width, environment).draw(in: frame, into: &list, environment)
  }
}
