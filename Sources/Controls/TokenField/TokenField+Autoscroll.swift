import Motion
import Scene

// Autoscroll while the user selects beyond the upper or lower edge, or drags tokens there.
extension TokenField {
  /// Starts, updates or stops the autoscroll for the current position of the pointer.
  mutating func autoscroll(at now: Instant) {
    viewport.scroller.autoscroll(speed: autoscrollSpeed, at: now)
    if !viewport.scroller.isAutoscrolling { pointer.autoscrolledOffset = nil }
  }

  /// Extends the selection or moves the drop indicator to the content under the pointer.
  mutating func extendSelectionAfterAutoscroll(at now: Instant) {
    guard needsAutoscroll(at: now) else { return }
    pointer.autoscrolledOffset = viewport.scroller.offset(at: now)
    switch pointer.mode {
    case .selecting(let point):
      extendSelection(to: point, at: now)
      layOut(around: selection.head, at: now)
      updateStatus()
    case .dragging(let drag):
      pointer.dropPosition = caretPosition(at: clampedToVisible(drag.pointer), at: now)
    case .none, .pressing, .draggingOut, .touching, .scrolling:
      if let point = pointer.externalDrag { pointer.dropPosition = caretPosition(at: point, at: now) }
    }
  }

  /// Returns whether the field has scrolled since the selection was last extended.
  func needsAutoscroll(at now: Instant) -> Bool {
    viewport.scroller.isAutoscrolling && pointer.autoscrolledOffset != viewport.scroller.offset(at: now)
  }

  /// The speed in logical pixels per second, positive downward. It increases with the distance of
  /// the pointer from the edge.
  private var autoscrollSpeed: Double {
    guard viewport.scroller.isScrollable, let (point, margin) = pointer.autoscrollPoint else { return 0 }
    let edges = visibleFrame
    let inset = min(margin, edges.height / 4)
    let (above, below) = (edges.minY + inset - point.y, point.y - (edges.maxY - inset))
    guard max(above, below) > 0 else { return 0 }
    let speed = min(
      TokenFieldConstants.minimumAutoscrollSpeed + TokenFieldConstants.autoscrollRate * max(above, below),
      TokenFieldConstants.maximumAutoscrollSpeed)
    return above > below ? -speed : speed
  }

  /// The visible area of the field in its window.
  private var visibleFrame: Rect { viewport.frame.intersection(overlayBounds) }

  /// Returns the nearest point at a height at which content is visible, if the content scrolls.
  /// Otherwise returns the point.
  func clampedToVisible(_ point: Point) -> Point {
    guard viewport.scroller.isScrollable else { return point }
    let (visible, content) = (visibleFrame, viewport.frame.inset(by: theme.tokenField.padding))
    let (top, bottom) = (max(visible.minY, content.minY), min(visible.maxY, content.maxY))
    return Point(x: point.x, y: max(top, min(point.y, bottom)))
  }
}
