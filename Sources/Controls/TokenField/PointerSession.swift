import Gestures
import Motion
import Scene

/// The operation of the pointer on a token field, with the mouse, a finger or a drag of another program.
struct PointerSession {
  /// The purpose of the pointer while a button is down.
  enum Mode: Hashable {
    case none
    case selecting
    /// Pressed on a token or on selected text that the user may drag. If it was selected, a click selects only this
    /// token, with Control deselects it, or moves the caret into the text.
    case pressing(index: Int, wasSelected: Bool)
    /// Dragging the selected elements.
    case dragging(DraggedTokens)
    /// Dragging them outside the window, where other programs handle the drag.
    case draggingOut
    /// A touch that may become a tap, a long press or a scroll. If it has stopped a running scroll, a tap
    /// has no other effect.
    case touching(stopsScroll: Bool)
    /// Scrolling by touch.
    case scrolling

    var isDragging: Bool {
      switch self {
      case .dragging, .draggingOut: true
      case .none, .selecting, .pressing, .touching, .scrolling: false
      }
    }
  }

  /// The selected tokens and text that the user drags.
  struct DraggedTokens: Hashable {
    /// The frame of the dragged token or text, relative to the pointer.
    var previewFrame: Rect
    /// The index of the pressed token or grapheme.
    let index: Int
    /// The number of dragged tokens.
    let count: Int
  }

  var mode = Mode.none
  private(set) var recognizer = PressRecognizer()
  /// The latest press of the primary button.
  private(set) var press = PointerPress(at: .zero)
  /// The number of clicks up to this press: 1 to 3.
  private(set) var clicks = 0
  /// The latest position of the pointer that has pressed the button.
  private(set) var position = Point.zero
  /// The caret position at which dragged elements would be dropped.
  var dropPosition: CaretPosition?
  /// The position of data that another program drags over the field.
  var externalDrag: Point?
  /// The scroll offset at which the selection or the drop position was last updated during
  /// autoscroll.
  var autoscrolledOffset: Double?

  /// Begins a press of the primary button.
  mutating func begin(_ press: PointerPress, at now: Instant, in environment: Environment) {
    let distance = max(TokenFieldConstants.dragSlop, environment.preferences.dragThreshold).nextUp
    recognizer.rules = PressRecognizer.Rules(drag: .afterDistance(distance), in: environment)
    recognizer.rules.hold = press.isTouch ? TokenFieldConstants.longPress : nil
    (self.press, position) = (press, press.position)
    if case .pressed(_, let count) = recognizer.handle(.pointerPressed(press), at: now, over: 0) {
      clicks = count
    }
  }

  /// Moves the pointer. A position that is not finite is ignored.
  ///
  /// - Returns: Whether the movement has an effect: it begins or continues a drag, or selects with the mouse.
  mutating func move(to point: Point, at now: Instant) -> Bool {
    guard point.x.isFinite, point.y.isFinite else { return false }
    position = point
    let outcome = recognizer.handle(.pointerMoved(to: point), at: now, over: 0)
    return if case .dragging = outcome { true } else { mode == .selecting && !press.isTouch }
  }

  /// Ends the operation of the primary button. The drop position stays until the drop is handled.
  ///
  /// - Returns: The operation, and whether it was a long press without movement.
  mutating func release(_ press: PointerPress, at now: Instant) -> (mode: Mode, isStationaryLongPress: Bool) {
    defer { mode = .none }
    return (mode, recognizer.handle(.pointerReleased(press), at: now, over: 0) == .handled)
  }

  /// Recognizes a long press, which then acts like a press of the mouse.
  ///
  /// - Returns: The time at which the touch became a long press, or `nil` if it has not become one.
  mutating func recognizeLongPress(at now: Instant) -> Instant? {
    guard let deadline = recognizer.deadline, case .held = recognizer.advance(to: now) else { return nil }
    return deadline
  }

  /// Cancels the current operation. The next press is a single click.
  mutating func cancel() {
    (mode, recognizer) = (.none, PressRecognizer())
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

// Autoscroll.
extension PointerSession {
  /// The position of the pointer that selects or drags, and the distance from the edges at which
  /// the autoscroll starts. `nil` if it does neither.
  var autoscrollPoint: (point: Point, reach: Double)? {
    switch mode {
    case .selecting: (position, 0)
    case .dragging: (position, TokenFieldConstants.autoscrollMargin)
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
    case .selecting:
      extendSelection(to: pointer.position, at: now)
      layOut(.around(selection.head), at: now)
      updateStatus()
    case .dragging: pointer.dropPosition = caretPosition(at: clampedToVisible(pointer.position), at: now)
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
