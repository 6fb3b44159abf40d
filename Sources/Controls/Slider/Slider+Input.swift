public import Motion
public import Scene

extension Slider {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let (formerPosition, wasHovered) = (position, isHovered)
    let isHandled = take(event, at: now)
    var response = Response<Action>(
      isHandled: isHandled, actions: position == formerPosition ? [] : [.changed(value)])
    if case .pointerMoved = event {
      response.changesNothing = !isGripped && isHovered == wasHovered
    }
    return response
  }

  /// - Returns: Whether the event was meant for the slider.
  private mutating func take(_ event: InputEvent, at now: Instant) -> Bool {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point):
      isHovered = frame.contains(point)
      drag(to: point)
      return isHovered || isGripped
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerLeft:
      isHovered = false
      return false
    case .pointerGrabLost, .windowHidden:
      takeBack(at: now)
      return false
    case .keyPressed(let press): return keyPressed(press, at: now)
    // Who scrolls past it must not change anything.
    case .scrolled, .textCommitted, .preeditChanged, .data, .windowFocusChanged,
      .keyboardChanged, .windowCovered:
      return false
    }
  }

  // The pointer.

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> Bool {
    guard press.button == .primary, frame.contains(press.position) else { return false }
    isHovered = true
    if isDoubleClick(press.position, at: now) {
      lastPress = nil
      glide(at: now) { $0.position = $0.range.position(nearest: $0.defaultValue) }
    } else {
      lastPress = Press(point: press.position, time: now)
      grip(at: press.position, at: now)
    }
    return true
  }

  private func isDoubleClick(_ point: Point, at now: Instant) -> Bool {
    guard let lastPress else { return false }
    return lastPress.time.duration(to: now) <= environment.preferences.doubleClickTime
      && lastPress.point.distance(to: point) <= Theme.Slider.doubleClick.distance
  }

  /// Takes the thumb where it is, or lets it come to where the track was pressed.
  private mutating func grip(at point: Point, at now: Instant) {
    let thumb = thumbCenter(at: now)
    guard thumb.distance(to: point) > Theme.Slider.thumbRadius else {
      grip = Grip(
        offset: thumb.x - point.x, pointer: point.x, fraction: shownFraction(at: now),
        formerPosition: position)
      lag.set(0)
      return
    }
    glide(at: now) { slider in
      let fraction = slider.fraction(atX: point.x)
      slider.grip = Grip(
        offset: 0, pointer: point.x, fraction: fraction, formerPosition: slider.position)
      slider.position = slider.range.position(atFraction: fraction)
    }
  }

  private mutating func drag(to point: Point) {
    // A hand that has not moved has chosen nothing, though it may have caught the thumb halfway.
    guard var grip, point.x != grip.pointer else { return }
    let fraction = fraction(atX: point.x + grip.offset)
    (grip.pointer, grip.fraction) = (point.x, fraction)
    self.grip = grip
    position = range.position(atFraction: fraction)
  }

  private mutating func released(_ press: PointerPress, at now: Instant) -> Bool {
    guard press.button == .primary, isGripped else { return false }
    drag(to: press.position)
    glide(at: now) { $0.grip = nil }
    return true
  }

  /// Ends a press as if it had never been.
  private mutating func takeBack(at now: Instant) {
    guard let grip else { return }
    glide(at: now) { slider in
      slider.grip = nil
      slider.position = grip.formerPosition
    }
  }

  // The keyboard.

  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Bool {
    if isGripped {
      if press.key == .escape { takeBack(at: now) }
      return press.key == .escape || target(of: press) != nil
    }
    guard isFocused, let target = target(of: press) else { return false }
    move(to: target, at: now)
    return true
  }

  /// Where a key sends the value, in steps from zero and perhaps beyond the range; `nil` for a key
  /// that means nothing here.
  private func target(of press: KeyPress) -> Int? {
    guard press.modifiers.isSubset(of: .shift) else { return nil }
    let step = press.modifiers.isEmpty ? 1 : Theme.Slider.largeStep
    switch press.key {
    case .left, .down: return position - step
    case .right, .up: return position + step
    case .pageDown: return position - Theme.Slider.largeStep
    case .pageUp: return position + Theme.Slider.largeStep
    case .home: return range.positions.lowerBound
    case .end: return range.positions.upperBound
    default: return nil
    }
  }

  private mutating func move(to target: Int, at now: Instant) {
    let target = max(range.positions.lowerBound, min(target, range.positions.upperBound))
    guard target != position else { return }
    glide(at: now) { $0.position = target }
  }
}
