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
