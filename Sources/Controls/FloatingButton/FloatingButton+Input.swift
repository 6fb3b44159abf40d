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
    return actions
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let passed = advance(to: now)
    var response = respond(to: event, at: now)
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
      return .ignored
    case .windowFocusChanged:
      updateAttention(at: now)
      return .ignored
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .scrolled, .textCommitted: return .ignored
    }
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, contains(press.position, at: now) else { return .ignored }
    notice(pointer: press.position, at: now)
    attend(at: now) { $0.isPressed = true }
    // In flight it is caught, so that it does not slip away from under the hand.
    center.set(center.value(at: now))
    gesture.handle(.pressed(press.position), at: now)
    return Response(isHandled: true, actions: followGesture(at: now))
  }

  private mutating func moved(to point: Point, at now: Instant) -> Response<Action> {
    notice(pointer: point, at: now)
    guard isPressed else { return Response(isHandled: isHovered) }
    gesture.handle(.moved(point), at: now)
    return Response(isHandled: true, actions: followGesture(at: now))
  }

  private mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, isPressed else { return .ignored }
    notice(pointer: press.position, at: now)
    gesture.handle(.released(press.position), at: now)
    let wasDragged = dragOrigin != nil
    let actions = followGesture(at: now)
    attend(at: now) { $0.isPressed = false }
    if !wasDragged { goHome(at: now) }
    return Response(isHandled: true, actions: actions)
  }

  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    switch press.key {
    case .escape where dragOrigin != nil:
      cancelPress(at: now)
      return .handled()
    case _ where isFocused && press.pressesButton:
      return Response(isHandled: true, actions: press.isRepeat ? [] : toggle())
    default: return .ignored
    }
  }

  /// Does what the gesture has come to.
  private mutating func followGesture(at now: Instant) -> [Action] {
    switch gesture.outcome {
    case .undecided, .nothing: return []
    case .dragging(let drag): return self.drag(by: drag, at: now)
    case .dropped(let drag):
      drop(drag, at: now)
      return []
    case .tapped: return toggle()
    }
  }

  private mutating func drag(by drag: Drag.Value, at now: Instant) -> [Action] {
    let isBeginning = dragOrigin == nil
    let origin = dragOrigin ?? center.value(at: now)
    dragOrigin = origin
    center.set(dragged(to: origin + drag.translation))
    guard isBeginning else { return [] }
    if configuration.shape == .button { scale(to: Theme.FloatingButton.draggedScale, at: now) }
    return configuration.ringsBell ? [.ringBell] : []
  }

  private mutating func drop(_ drag: Drag.Value, at now: Instant) {
    guard let origin = dragOrigin else { return }
    dragOrigin = nil
    scale(to: 1, at: now)
    let free = origin + drag.translation
    center.set(dragged(to: free))
    if returnsOnly {
      rest(at: center.value(at: now).clamped(to: restArea), now)
    } else {
      snap(velocity: unhindered(drag.velocity, toward: free), at: now)
    }
  }

  /// Whether it stays where it is dropped, but for what of it is outside then.
  private var returnsOnly: Bool { configuration.shape == .ball && configuration.snap == .free }

  /// The hand's velocity less what pushes the button against the side that holds it.
  private func unhindered(_ velocity: Vector, toward free: Point) -> Vector {
    let held = dragged(to: free)
    return Vector(
      dx: (free.x - held.x) * velocity.dx > 0 ? 0 : velocity.dx,
      dy: (free.y - held.y) * velocity.dy > 0 ? 0 : velocity.dy)
  }

  private mutating func snap(velocity hand: Vector, at now: Instant) {
    // The first demonstration knew no throw: the other axis stays as it is.
    let velocity = configuration.snap == .seed ? Vector(dx: hand.dx, dy: 0) : hand
    let decay = Theme.FloatingButton.throwDecay
    let thrown = Vector(
      dx: decay.projectedDistance(velocity: velocity.dx),
      dy: decay.projectedDistance(velocity: velocity.dy))
    let target = configuration.snap.restingPlace(
      for: center.value(at: now), thrown: thrown, in: restArea)
    rest(at: target, now, velocity: velocity)
  }

  private mutating func rest(at target: Point, _ now: Instant, velocity: Vector = .zero) {
    place = RelativePlace(target, in: restArea)
    center.animate(
      to: target, at: now, with: environment.motion(restAnimation),
      velocity: Point(x: velocity.dx, y: velocity.dy))
    judgeHover(at: now)
  }

  /// How it goes to its place of rest.
  private var restAnimation: Animation {
    typealias Look = Theme.FloatingButton
    guard returnsOnly else { return .spring(Look.spring) }
    return .spring(Look.returnSpring, relativeVelocity: Look.returnVelocity)
      .delay(Look.returnDelay)
  }

  /// Goes back to its place of rest, where it was taken from there.
  private mutating func goHome(at now: Instant) {
    let home = place.point(in: restArea)
    guard center.target.distance(to: home) > environment.placeThreshold else { return }
    rest(at: home, now)
  }

  /// Ends the press as if it had never been; a drag goes back to where it began.
  private mutating func cancelPress(at now: Instant) {
    guard isPressed else { return }
    gesture.handle(.cancelled, at: now)
    attend(at: now) { $0.isPressed = false }
    dragOrigin = nil
    scale(to: 1, at: now)
    goHome(at: now)
  }

  private mutating func scale(to target: Double, at now: Instant) {
    scale.animate(
      to: target, at: now, with: environment.motion(.spring(Theme.FloatingButton.spring)))
  }
}
