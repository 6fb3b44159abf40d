import Gestures
public import Motion
public import Scene

extension FloatingButton {
  public mutating func advance(to now: Instant) -> Response<Action> {
    var outcomes: [Outcome<Action>] = []
    while let deadline = gesture.deadline, deadline <= now {
      gesture.advance(to: deadline)
      outcomes += applyGestureOutcome(at: deadline)
    }
    return Response(outcomes: outcomes + advancePanels(to: now))
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    var response = advance(to: now)
    response.merge(panel.isOpen || menu.isOpen ? forwardToPanel(event, at: now) : respond(to: event, at: now))
    return response
  }

  private mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point): return moved(to: point, at: now)
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerLeft:
      pointerChanged(to: nil, at: now)
      return .ignored
    case .pointerGrabLost, .windowHidden:
      cancelPress(at: now)
      cancelMoveMode(at: now)
      return .ignored
    case .windowFocusChanged(let isFocused):
      if !isFocused { endMoveMode(at: now) }
      updateOpacity(at: now)
      return .ignored
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .scrolled, .textCommitted, .preeditChanged, .data: return Response(isHandled: isModal)
    case .keyboardChanged, .windowObscured: return .ignored
    }
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    if acceptsTarget(at: press.position, now) { return chooseTarget(press, at: now) }
    endMoveMode(at: now)
    guard !isPressed, contains(press.position, at: now) else { return .ignored }
    switch press.button {
    case .primary: return pressed(at: press.position, isTouch: press.isTouch, now)
    case .secondary:
      openMenu(at: press.position, now)
      return .handled()
    case .middle: return .ignored
    }
  }

  private mutating func pressed(at point: Point, isTouch: Bool, _ now: Instant) -> Response<Action> {
    pointerChanged(to: point, at: now)
    changeUse(at: now) { $0.isPressed = true }
    stopAnimations(at: now)
    gesture = PressGesture(pressConfiguration, isTouch: isTouch)
    gesture.handle(.pressed(point), at: now)
    return Response(isHandled: true, outcomes: applyGestureOutcome(at: now))
  }

  private mutating func moved(to point: Point, at now: Instant) -> Response<Action> {
    pointerChanged(to: point, at: now)
    guard isPressed else { return Response(isHandled: isHovered || moveMode != nil) }
    gesture.handle(.moved(point), at: now)
    return Response(isHandled: true, outcomes: applyGestureOutcome(at: now))
  }

  private mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, isPressed else { return .ignored }
    pointerChanged(to: press.position, at: now)
    gesture.handle(.released(press.position), at: now)
    let wasDragged = dragTracker != nil
    let actions = applyGestureOutcome(at: now)
    changeUse(at: now) { $0.isPressed = false }
    if !wasDragged { pressEnded(at: now) }
    return Response(isHandled: true, outcomes: actions)
  }

  /// Applies the current outcome of the gesture.
  private mutating func applyGestureOutcome(at now: Instant) -> [Outcome<Action>] {
    switch gesture.outcome {
    case .undecided: return []
    case .failed:
      cancelDrag(at: now)
      return []
    case .dragging(let drag): return self.drag(by: drag, at: now)
    case .dropped(let drag):
      drop(drag, at: now)
      return []
    case .tapped: return tap(at: now)
    }
  }

  /// Performs the effect of a tap.
  ///
  /// - Parameters:
  ///   - isByKey: Whether a key caused it. If so, the first item of an opened panel is highlighted.
  ///   - now: The time of the tap.
  mutating func tap(isByKey: Bool = false, at now: Instant) -> [Outcome<Action>] {
    switch configuration.tap {
    case .toggle: return toggle()
    case .expand:
      expand(highlightsFirst: isByKey, at: now)
      return []
    }
  }
}
