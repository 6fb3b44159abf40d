import Motion
import Scene

extension TokenField {
  /// Draws the dragged token or text with the number of tokens, translucent, at the pointer. The drop
  /// indicator is drawn above it.
  func drawDrag(into list: inout DisplayList, at now: Instant) {
    guard pointerMode.isDragging else { return }
    list.group(DisplayList.Group(opacity: Theme.TokenField.draggedOpacity)) { drawDraggedElement(into: &$0) }
    // The overlay is not clipped, so a scrolled-out drop indicator would cover other controls.
    guard let bar = dropBar(at: now), bar.intersects(fieldFrame) else { return }
    let halo = bar.inset(by: -environment.lineWidth(Theme.TokenField.dropHalo))
    list.fill(.rect(halo.intersection(fieldFrame)), environment.theme.colors.field)
    list.fill(.rect(bar.intersection(fieldFrame)), environment.theme.colors.blue)
  }

  private func drawDraggedElement(into list: inout DisplayList) {
    guard case .dragging(let drag) = pointerMode, drag.index < count else { return }
    let frame = drag.previewFrame.offset(by: drag.pointer - .zero)
    let shape = RoundedRect(frame, cornerRadius: Theme.TokenField.tokenCornerRadius)
    list.shadow(of: shape, Theme.TokenField.dragShadow(environment.theme))
    list.fill(.roundedRect(shape), environment.theme.colors.field)
    if case .token(let token) = editor.elements[drag.index] {
      let state = TokenState(isSelected: true)
      editor.adapter.draw(token, in: frame, state: state, environment: environment, into: &list)
    } else {
      drawDraggedText(at: drag.index, in: frame, into: &list)
    }
    if drag.count > 1 { drawBadge(drag.count, at: frame.topTrailing, into: &list) }
  }

  /// Draws a number in a capsule around a point.
  private func drawBadge(_ number: Int, at center: Point, into list: inout DisplayList) {
    typealias Style = Theme.TokenField
    let (text, style, colors) = ("\(number)", Theme.Fonts.caption, environment.theme.colors)
    let metrics = environment.text.metrics(of: text, style: style)
    let width = max(metrics.advance + 2 * Style.badgePadding, Style.badgeHeight)
    let frame = environment.snapped(Rect(center: center, size: Size(width: width, height: Style.badgeHeight)))
    list.fill(.roundedRect(.capsule(frame)), colors.text)
    let origin = Point(x: frame.midX - metrics.advance / 2, y: metrics.baseline(aroundY: frame.midY))
    list.text(text, style, colors.field, at: origin, metrics: metrics)
  }
}

extension Rect { fileprivate var topTrailing: Point { Point(x: maxX, y: minY) } }
