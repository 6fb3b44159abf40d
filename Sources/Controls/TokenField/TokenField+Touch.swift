import Motion
import Scene

// Touch. A tap acts like a click, and a moving finger scrolls content that is higher than the field.
// A long press acts like a mouse press: it starts to drag tokens or to select text. If the finger
// is lifted after a long press without movement, the menu opens.
extension TokenField {
  /// Begins a touch, and stops a running scroll.
  mutating func touched(_ press: PointerPress, at now: Instant) -> Response<Action> {
    let stopsScroll = scroller.stop(at: now)
    pointerMode = .touching(
      Touch(
        press: press, deadline: now + Theme.TokenField.longPress, stopsScroll: stopsScroll,
        point: press.position)
    )
    return .handled()
  }

  /// Moves a touch that is not yet recognized. Beyond the slop, it starts to scroll, or acts like a
  /// moving mouse press if all content fits in the field.
  mutating func moved(_ touch: Touch, to point: Point, at now: Instant) -> Response<Action> {
    guard isBeyondSlop(point, from: touch.press) else {
      var touch = touch
      touch.point = point
      pointerMode = .touching(touch)
      return .handled()
    }
    guard !scroller.isScrollable else {
      pointerMode = .scrolling(point)
      return scroll(by: touch.point.y - point.y, at: now)
    }
    var response = pressedByTouch(touch, at: now)
    response.outcomes += moved(to: point, at: now).outcomes
    return response
  }

  /// Scrolls the content with the finger.
  ///
  /// - Parameter distance: The change of the scroll offset, in logical pixels.
  mutating func scroll(by distance: Double, at now: Instant) -> Response<Action> {
    scroller.follow(by: distance, at: now)
    layOutVisible(at: now)
    return .handled()
  }

  /// Handles the end of a touch that is a tap: acts like a click, unless the touch has stopped a
  /// running scroll.
  mutating func tapped(_ touch: Touch, at now: Instant) -> Response<Action> {
    guard !touch.stopsScroll else { return .handled() }
    var response = pressedByTouch(touch, at: now)
    response.outcomes += released(touch.press, at: now).outcomes
    return response
  }

  /// The time at which the current touch becomes a long press.
  var longPressDeadline: Instant? {
    if case .touching(let touch) = pointerMode { touch.deadline } else { nil }
  }

  /// Starts a drag or a selection if the touch has become a long press.
  mutating func recognizeLongPress(at now: Instant) -> [Outcome<Action>] {
    guard case .touching(let touch) = pointerMode, now >= touch.deadline else { return [] }
    var response = pressedByTouch(touch, at: touch.deadline)
    if case .pressing(let press, let index, _) = pointerMode, configuration.isEditable {
      response.outcomes += beginDrag(index, by: press, to: touch.point, at: touch.deadline).outcomes
    }
    stationaryLongPress = touch.press
    return response.outcomes
  }

  /// Returns whether the finger is still within the slop of its first point after a long press.
  ///
  /// A finger that has moved beyond the slop once does not count as held again.
  mutating func isStationaryLongPress(at point: Point) -> Bool {
    if let stationaryLongPress, isBeyondSlop(point, from: stationaryLongPress) {
      self.stationaryLongPress = nil
    }
    return stationaryLongPress != nil
  }

  /// Opens the menu when the finger is lifted after a long press without movement.
  mutating func releasedLongPress(_ press: PointerPress, at now: Instant) -> Response<Action> {
    endPointerMode(at: now)
    return pressedSecondary(press, at: now)
  }

  /// Handles a touch like a mouse press.
  private mutating func pressedByTouch(_ touch: Touch, at now: Instant) -> Response<Action> {
    pointerMode = .none
    return pressedPrimary(touch.press, at: now)
  }

  /// Returns whether a point is too far from a press to count as the same point.
  private func isBeyondSlop(_ point: Point, from press: PointerPress) -> Bool {
    let slop = max(Theme.TokenField.touchSlop, environment.preferences.dragThreshold)
    return point.distance(to: press.position) > slop
  }
}
