import Gestures
public import Motion
public import Scene

extension Slider {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let previousStepIndex = stepIndex
    let isHandled = process(event, at: now)
    return Response(isHandled: isHandled, actions: stepIndex == previousStepIndex ? [] : [.changed(value)])
  }

  /// Updates the value and the state of the slider after an event.
  ///
  /// - Returns: Whether the event was for the slider.
  private mutating func process(_ event: InputEvent, at now: Instant) -> Bool {
    if case .keyPressed(let press) = event { return keyPressed(press, at: now) }
    // The slider ignores scrolling, so that scrolling the window does not change the value.
    let isInside = event.pointerPosition.map(frame.contains) ?? false
    let outcome = recognizer.handle(event, at: now, over: isInside ? 0 : nil)
    switch outcome {
    case .pressed(let press, let clicks): pressed(at: press.position, isDouble: clicks == 2, now)
    case .dragging(let drag): self.drag(to: drag.position)
    case .dropped(let drag):
      self.drag(to: drag.position)
      animateThumb(at: now) { $0.dragState = nil }
    case .cancelled: cancelDrag(at: now)
    case .ignored, .handled, .held, .tapped: break
    }
    return outcome.isHandled
  }

  // The pointer.

  private mutating func pressed(at point: Point, isDouble: Bool, _ now: Instant) {
    guard isDouble else { return beginDrag(at: point, at: now) }
    recognizer.cancel()
    animateThumb(at: now) { $0.stepIndex = $0.range.stepIndex(nearest: $0.defaultValue) }
  }

  /// Starts a drag of the thumb. If the press is beside the thumb, moves the thumb there.
  private mutating func beginDrag(at point: Point, at now: Instant) {
    let thumb = thumbCenter(at: now)
    guard thumb.distance(to: point) > theme.slider.thumbRadius else {
      dragState = DragState(
        offset: thumb.x - point.x, pointer: point.x, fraction: displayedFraction(at: now),
        previousStepIndex: stepIndex)
      thumbAnimation.set(0)
      return
    }
    animateThumb(at: now) { slider in
      let fraction = slider.fraction(atX: point.x)
      slider.dragState = DragState(
        offset: 0, pointer: point.x, fraction: fraction, previousStepIndex: slider.stepIndex)
      slider.stepIndex = slider.range.stepIndex(atFraction: fraction)
    }
  }

  private mutating func drag(to point: Point) {
    // A press without movement selects no value, even if it stopped the thumb between two steps.
    guard var dragState, point.x != dragState.pointer else { return }
    let fraction = fraction(atX: point.x + dragState.offset)
    (dragState.pointer, dragState.fraction) = (point.x, fraction)
    self.dragState = dragState
    stepIndex = range.stepIndex(atFraction: fraction)
  }

  /// Cancels a drag and restores the previous value.
  private mutating func cancelDrag(at now: Instant) {
    guard let dragState else { return }
    recognizer.cancel()
    animateThumb(at: now) { slider in
      slider.dragState = nil
      slider.stepIndex = dragState.previousStepIndex
    }
  }

  // The keyboard.

  /// The number of steps for Page Up, Page Down, and an arrow key with Shift.
  private static let largeStep = 10

  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Bool {
    if isDragging {
      if press.key == .escape { cancelDrag(at: now) }
      return press.key == .escape || target(of: press) != nil
    }
    guard isFocused, let target = target(of: press) else { return false }
    move(to: target, at: now)
    return true
  }

  /// Returns the value that a key selects, in steps from zero. It may be outside the range.
  ///
  /// - Returns: `nil` if the slider does not handle the key.
  private func target(of press: KeyPress) -> Int? {
    guard press.modifiers.isSubset(of: .shift) else { return nil }
    let step = press.modifiers.isEmpty ? 1 : Self.largeStep
    switch press.key {
    case .left, .down: return stepIndex - step
    case .right, .up: return stepIndex + step
    case .pageDown: return stepIndex - Self.largeStep
    case .pageUp: return stepIndex + Self.largeStep
    case .home: return range.stepBounds.lowerBound
    case .end: return range.stepBounds.upperBound
    default: return nil
    }
  }

  private mutating func move(to target: Int, at now: Instant) {
    let target = max(range.stepBounds.lowerBound, min(target, range.stepBounds.upperBound))
    guard target != stepIndex else { return }
    animateThumb(at: now) { $0.stepIndex = target }
  }
}
