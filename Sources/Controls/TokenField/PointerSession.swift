import Gestures
import Motion
import Scene

/// The operation of the pointer on a token field, with the mouse, a finger or a drag of another program.
struct PointerSession {
  /// The purpose of the pointer while a button is down.
  enum Mode: Hashable {
    case none
    /// Selecting, from the press position to this position.
    case selecting(Point)
    /// Pressed on a token or on selected text that the user may drag. If it was selected, a click selects only this
    /// token, with Control deselects it, or moves the caret into the text.
    case pressing(PointerPress, index: Int, wasSelected: Bool)
    /// Dragging the selected elements.
    case dragging(DraggedTokens)
    /// Dragging them outside the window, where other programs handle the drag.
    case draggingOut
    /// A touch that may become a tap, a long press or a scroll.
    case touching(Touch)
    /// Scrolling by touch, with the last position of the touch.
    case scrolling(Point)

    var isSelecting: Bool { if case .selecting = self { true } else { false } }

    var isDragging: Bool {
      switch self {
      case .dragging, .draggingOut: true
      case .none, .selecting, .pressing, .touching, .scrolling: false
      }
    }
  }

  /// The selected tokens and text that the user drags.
  struct DraggedTokens: Hashable {
    var pointer: Point
    /// The frame of the dragged token or text, relative to the pointer.
    var previewFrame: Rect
    /// The index of the pressed token or grapheme.
    let index: Int
    /// The number of dragged tokens.
    let count: Int
    /// Whether the drag uses a touch. Other windows do not receive such a drag.
    let isTouch: Bool
  }

  /// A touch that is not yet recognized as a tap, a long press or a scroll.
  struct Touch: Hashable {
    let press: PointerPress
    /// The time at which the touch becomes a long press.
    let deadline: Instant
    /// Whether the touch has stopped a running scroll. It then has no other effect unless it moves
    /// or becomes a long press.
    let stopsScroll: Bool
    var point: Point
  }

  var mode = Mode.none
  /// The caret position at which dragged elements would be dropped.
  var dropPosition: CaretPosition?
  /// The position of data that another program drags over the field.
  var externalDrag: Point?
  /// The press of a touch that became a long press, started a drag and has not moved since.
  var stationaryLongPress: PointerPress?
  /// The scroll offset at which the selection or the drop position was last updated during
  /// autoscroll.
  var autoscrolledOffset: Double?
  /// The clicks of the primary button.
  var clicks = ClickCounter()

  /// Ends the operation of a button. The drop position stays until the drop is handled.
  ///
  /// - Returns: The operation.
  mutating func release() -> Mode {
    defer { mode = .none }
    return mode
  }

  /// Cancels the current operation.
  mutating func cancel() {
    (mode, stationaryLongPress) = (.none, nil)
    leaveDrop()
  }

  /// Removes the drop position.
  ///
  /// - Returns: Its insertion index.
  @discardableResult mutating func leaveDrop() -> Int? {
    defer { (dropPosition, externalDrag) = (nil, nil) }
    return dropPosition?.insertionIndex
  }
}

// Touch.
extension PointerSession {
  /// The time at which the current touch becomes a long press.
  var longPressDeadline: Instant? { if case .touching(let touch) = mode { touch.deadline } else { nil } }

  /// Ends a touch whose deadline has come.
  ///
  /// - Returns: The touch, or `nil` if no touch has become a long press.
  mutating func takeLongPress(at now: Instant) -> Touch? {
    guard case .touching(let touch) = mode, now >= touch.deadline else { return nil }
    mode = .none
    return touch
  }

  /// Returns whether the finger is still within a distance of its first point after a long press.
  ///
  /// A finger that has moved farther once does not count as held again.
  mutating func isStationaryLongPress(at point: Point, within slop: Double) -> Bool {
    if let press = stationaryLongPress, point.distance(to: press.position) > slop {
      stationaryLongPress = nil
    }
    return stationaryLongPress != nil
  }
}

// Autoscroll.
extension PointerSession {
  /// The position of the pointer that selects or drags, and the distance from the edges at which
  /// the autoscroll starts. `nil` if it does neither.
  var autoscrollPoint: (point: Point, reach: Double)? {
    switch mode {
    case .selecting(let point): (point, 0)
    case .dragging(let drag): (drag.pointer, TokenFieldConstants.autoscrollMargin)
    case .none, .pressing, .draggingOut, .touching, .scrolling:
      externalDrag.map { ($0, TokenFieldConstants.autoscrollMargin) }
    }
  }
}

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
