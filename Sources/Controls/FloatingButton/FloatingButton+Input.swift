import Gestures
public import Motion
public import Scene

extension FloatingButton {
  public mutating func advance(to now: Instant) -> [Action] {
    var actions: [Action] = []
    while let deadline = gesture.deadline, deadline <= now {
      gesture.advance(to: deadline)
      actions += followGesture(at: deadline)
    }
    return actions + advancePanels(to: now)
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let passed = advance(to: now)
    var response =
      panel.isOpen || menu.isOpen ? handOver(event, at: now) : respond(to: event, at: now)
    response.actions = passed + response.actions
    return response
  }

  private mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point): return moved(to: point, at: now)
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerLeft:
      notice(pointer: nil, at: now)
      return .ignored
    case .pointerGrabLost, .windowHidden:
      cancelPress(at: now)
      cancelRelocation(at: now)
      return .ignored
    case .windowFocusChanged(let isFocused):
      if !isFocused { endRelocation(at: now) }
      updateAttention(at: now)
      return .ignored
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .scrolled, .textCommitted, .preeditChanged, .data: return Response(isHandled: isModal)
    case .keyboardChanged, .windowCovered: return .ignored
    }
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    if choosesPlace(at: press.position, now) { return choosePlace(press, at: now) }
    endRelocation(at: now)
    guard !isPressed, contains(press.position, at: now) else { return .ignored }
    switch press.button {
    case .primary:
      return pressed(at: press.position, isTouch: press.isTouch, now)
    case .secondary:
      openMenu(at: press.position, now)
      return .handled()
    case .middle:
      return .ignored
    }
  }

  private mutating func pressed(
    at point: Point, isTouch: Bool, _ now: Instant
  ) -> Response<Action> {
    notice(pointer: point, at: now)
    attend(at: now) { $0.isPressed = true }
    catchInFlight(at: now)
    gesture = PressGesture(pressRules, isTouch: isTouch)
    gesture.handle(.pressed(point), at: now)
    return Response(isHandled: true, actions: followGesture(at: now))
  }

  private mutating func moved(to point: Point, at now: Instant) -> Response<Action> {
    let before = (isHovered, opacity.target)
    notice(pointer: point, at: now)
    guard isPressed else {
      return Response(
        isHandled: isHovered || relocation != nil,
        changesNothing: (isHovered, opacity.target) == before)
    }
    gesture.handle(.moved(point), at: now)
    return Response(isHandled: true, actions: followGesture(at: now))
  }

  private mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, isPressed else { return .ignored }
    notice(pointer: press.position, at: now)
    gesture.handle(.released(press.position), at: now)
    let wasDragged = grip != nil
    let actions = followGesture(at: now)
    attend(at: now) { $0.isPressed = false }
    if !wasDragged { letGo(at: now) }
    return Response(isHandled: true, actions: actions)
  }

  /// Does what the gesture has come to.
  private mutating func followGesture(at now: Instant) -> [Action] {
    switch gesture.outcome {
    case .undecided: return []
    case .nothing:
      unhand(at: now)
      return []
    case .dragging(let drag): return self.drag(by: drag, at: now)
    case .dropped(let drag):
      drop(drag, at: now)
      return []
    case .tapped: return tap(at: now)
    }
  }

  /// Does what a tap is for.
  ///
  /// - Parameter isByKey: Whether a key did it: then the keys go on in what it opens.
  mutating func tap(isByKey: Bool = false, at now: Instant) -> [Action] {
    switch configuration.tap {
    case .toggle: return toggle()
    case .expand:
      expand(highlightsFirst: isByKey, at: now)
      return []
    }
  }
}
