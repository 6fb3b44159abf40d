import Motion
import Scene

// A finger taps as a mouse clicks, and scrolls what is higher than the field. Held still it does what
// a mouse does by its press: it picks tokens up, or selects text; let go then it opens the menu.
extension TokenField {
  mutating func touched(_ press: PointerPress, at now: Instant) -> Response<Action> {
    let isCatch = scroller.stop(at: now)
    grip = .touching(
      Touch(
        press: press, deadline: now + Theme.TokenField.longPress, isCatch: isCatch,
        point: press.position))
    return .handled()
  }

  mutating func moved(_ touch: Touch, to point: Point, at now: Instant) -> Response<Action> {
    guard isBeyondSlop(point, from: touch.press) else {
      var touch = touch
      touch.point = point
      grip = .touching(touch)
      return Response(isHandled: true, changesNothing: true)
    }
    guard !scroller.isNeeded else {
      grip = .scrolling(point)
      return scroll(by: touch.point.y - point.y, at: now)
    }
    var response = pressedByFinger(touch, at: now)
    response.actions += moved(to: point, at: now).actions
    return response
  }

  mutating func scroll(by distance: Double, at now: Instant) -> Response<Action> {
    scroller.follow(by: distance, at: now)
    layOutVisible(at: now)
    return .handled()
  }

  mutating func tapped(_ touch: Touch, at now: Instant) -> Response<Action> {
    guard !touch.isCatch else { return .handled() }
    var response = pressedByFinger(touch, at: now)
    response.actions += released(touch.press, at: now).actions
    return response
  }

  /// When a finger will have been held.
  var holdDeadline: Instant? { if case .touching(let touch) = grip { touch.deadline } else { nil } }

  /// Picks up what a finger has been held on by now.
  mutating func hold(at now: Instant) -> [Action] {
    guard case .touching(let touch) = grip, now >= touch.deadline else { return [] }
    var response = pressedByFinger(touch, at: touch.deadline)
    if case .pressing(let press, let index, _) = grip, configuration.isEditable {
      response.actions +=
        pickUp(index, by: press, to: touch.point, at: touch.deadline).actions
    }
    held = touch.press
    return response.actions
  }

  /// Whether a finger that has picked something up has not begun to move.
  mutating func isStillHeld(at point: Point) -> Bool {
    if let held, isBeyondSlop(point, from: held) { self.held = nil }
    return held != nil
  }

  /// A finger that was held and has not moved has asked what can be done here.
  mutating func released(held press: PointerPress, at now: Instant) -> Response<Action> {
    endGrip(at: now)
    return pressedSecondary(press, at: now)
  }

  /// Does what the press of a mouse would have done.
  private mutating func pressedByFinger(_ touch: Touch, at now: Instant) -> Response<Action> {
    grip = .none
    return pressedPrimary(touch.press, at: now)
  }

  private func isBeyondSlop(_ point: Point, from press: PointerPress) -> Bool {
    let slop = max(Theme.TokenField.touchSlop, environment.preferences.dragThreshold)
    return point.distance(to: press.position) > slop
  }
}
