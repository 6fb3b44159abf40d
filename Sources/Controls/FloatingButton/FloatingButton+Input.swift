import Gestures
package import Motion
package import Scene

/// The taps of a floating button, of which a first one may wait for a second one. It uses real time.
struct ButtonTaps: Sendable {
  /// The time at which a first tap takes effect, unless a second press follows.
  private(set) var deadline: Instant?
  /// Whether the current press is the second one of a double click.
  private var isSecondClick = false
  /// The time from which the press after the current one is a single click.
  private var clickEnd = Instant.zero

  /// Records the start of a press.
  mutating func begin(isSecondClick: Bool, _ environment: Environment, at now: Instant) {
    self.isSecondClick = isSecondClick
    clickEnd = now + environment.preferences.doubleClickTime
  }

  /// Delays a first tap until no second one can follow.
  ///
  /// - Returns: `false` for the second tap.
  mutating func delay(at now: Instant) -> Bool {
    if !isSecondClick { deadline = max(now, clickEnd) }
    return !isSecondClick
  }

  /// Returns the time of a delayed tap that is due, once.
  mutating func take(upTo now: Instant) -> Instant? {
    guard let time = deadline, time <= now else { return nil }
    deadline = nil
    return time
  }

  mutating func drop() { deadline = nil }
}

// Presses.
extension FloatingButton {
  mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point):
      pointerChanged(to: point, at: now)
      guard isPressed else { return Response(isHandled: isHovered || moveMode != nil) }
      let outcome = recognizer.handle(event, at: now, over: 0)
      return Response(isHandled: true, outcomes: apply(outcome, at: now))
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerLeft:
      pointerChanged(to: nil, at: now)
      return .ignored
    case .pointerGrabLost, .windowHidden:
      taps.drop()
      cancelPress(at: now)
      cancelMoveMode(at: now)
      return .ignored
    case .windowFocusChanged(let isFocused):
      if !isFocused { endMoveMode(at: now) }
      updateOpacity(at: now)
      return .ignored
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .scrolled, .textCommitted, .preeditChanged, .data: return Response(isHandled: isModal)
    case .keyboardChanged, .windowObscured, .accessibility: return .ignored
    }
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    taps.drop()
    if acceptsTarget(at: press.position, now) { return chooseTarget(press, at: now) }
    endMoveMode(at: now)
    guard !isPressed, contains(press.position, at: now) else { return .ignored }
    switch press.button {
    case .primary: return beginPress(press, at: now)
    case .secondary:
      openMenu(at: press.position, now)
      return .handled()
    case .middle: return .ignored
    }
  }

  private mutating func beginPress(_ press: PointerPress, at now: Instant) -> Response<Action> {
    pointerChanged(to: press.position, at: now)
    // The button stays under the pointer.
    animations.stop(at: now)
    isReturning = false
    recognizer.rules = pressRules
    let outcome = recognizer.handle(.pointerPressed(press), at: now, over: 0)
    let isSecondClick = if case .pressed(_, clicks: 2) = outcome { true } else { false }
    taps.begin(isSecondClick: isSecondClick, environment, at: now)
    updateOpacity(at: now)
    return Response(isHandled: true, outcomes: advancePress(to: now))
  }

  private mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, isPressed else { return .ignored }
    pointerChanged(to: press.position, at: now)
    let outcome = recognizer.handle(.pointerReleased(press), at: now, over: 0)
    let outcomes = apply(outcome, at: now)
    updateOpacity(at: now)
    switch outcome {
    case .dropped, .cancelled: break
    default: pressEnded(at: now)
    }
    return Response(isHandled: true, outcomes: outcomes)
  }

  /// Processes a deadline of the recognizer, as if at its own time.
  mutating func advancePress(to now: Instant) -> [Outcome<Action>] {
    guard let deadline = recognizer.deadline, deadline <= now else { return [] }
    return apply(recognizer.advance(to: deadline), at: deadline)
  }

  /// Performs the effect of an outcome of the recognizer.
  private mutating func apply(_ outcome: PressRecognizer.Outcome, at now: Instant) -> [Outcome<Action>] {
    switch outcome {
    case .dragging(let drag): return self.drag(by: drag, at: now)
    case .held:
      cancelPress(at: now)
      return [.action(.longPressed)]
    case .tapped:
      guard configuration.reportsDoubleTap else { return tap(at: now) }
      return taps.delay(at: now) ? [] : [.action(.doubleTapped)]
    case .dropped(let drag): drop(drag, at: now)
    case .cancelled: cancelDrag(at: now)
    case .ignored, .handled, .pressed: break
    }
    return []
  }

  /// The maximum movement before a long press. A press that moves farther is neither tap nor drag.
  private static let longPressSlop = 10.0
  /// The movement up to which a press is a click, as in GTK, and for a finger as in Android's `ViewConfiguration`.
  static let dragSlop = 8.0

  /// Whether the button was pressed and the pointer button is still down.
  package var isPressed: Bool { recognizer.isPressed }

  /// The rules of the recognizer. The drag threshold of the user only applies if it is larger than
  /// that of the button.
  var pressRules: PressRecognizer.Rules {
    var rules = PressRecognizer.Rules(
      drag: dragStart, maximumClicks: configuration.reportsDoubleTap ? 2 : 1, in: environment)
    if configuration.reportsLongPress { rules.hold = configuration.tuning.longPress }
    return rules
  }

  private var dragStart: PressRecognizer.DragStart {
    let threshold = environment.preferences.dragThreshold
    switch configuration.drag {
    case .longPress:
      return .afterHold(configuration.tuning.longPress, slop: max(Self.longPressSlop, threshold))
    case .immediate: return .afterDistance(max(Self.dragSlop, threshold).nextUp)
    }
  }

  // A button that is pressed, hovered, focused or in use is opaque. An unused button dims.

  /// The time without use before dimming starts.
  private static let dimDelay = Duration.seconds(1)

  private var isInUse: Bool { isPressed || isHovered || showsFocus || mode != .none }

  /// Whether the button has the keyboard focus, its window is focused, and it is not modal.
  var showsFocus: Bool { isFocused && environment.isWindowFocused && !isModal }

  /// Makes a button that is in use opaque, or schedules dimming.
  mutating func updateOpacity(at now: Instant) {
    if isInUse {
      animations.setOpacity(1)
    } else if animations.opacity.target == 1 {
      scheduleDimming(at: now)
    }
  }

  /// Updates the pointer position and the hover state. `nil` means outside the window.
  mutating func pointerChanged(to pointer: Point?, at now: Instant) {
    self.pointer = pointer
    isHovered = pointer.map { contains($0, at: now) } ?? false
    updateOpacity(at: now)
  }

  /// Updates the hover state with the target position of the button, because the button can move
  /// away from a pointer that does not move.
  mutating func updateHover(at now: Instant) {
    let target = animations.center.target
    isHovered = pointer.map { outline.contains(.zero + ($0 - target)) } ?? false
    updateOpacity(at: now)
  }

  /// Fades to the dimmed opacity after a delay, if dimming is enabled.
  mutating func scheduleDimming(after delay: Duration = dimDelay, at now: Instant) {
    guard configuration.dims else { return }
    animations.fade(to: configuration.tuning.clampedOpacity, after: delay, at: now, environment)
  }

  // Dragging.

  /// The deceleration that determines the end of a throw.
  private static let throwDecay = Decay.normal
  /// The maximum speed of a throw in logical pixels per second, the same as `kMaxFlingVelocity`
  /// of Flutter and the limit of Android. A faster pointer was warped by a program, and would
  /// throw the button out of the visible area.
  private static let maximumThrowSpeed = 8000.0
  /// The rubber band for drags beyond the allowed area. It is long enough to be noticeable, and
  /// short enough that much of the button stays visible.
  private static let rubberBand = RubberBand(maximumOffset: 60)
  /// The initial velocity of the return of a ball, in distances per second, and the delay before it.
  /// The drag velocity is ignored.
  private static let ballReturn = (velocity: 1.0, delay: Duration.milliseconds(100))

  /// Moves the button with the pointer. The first call starts the drag.
  mutating func drag(by drag: PressRecognizer.Drag, at now: Instant) -> [Outcome<Action>] {
    let isBeginning = dragTracker == nil
    var tracker = dragTracker ?? newDragTracker(after: .zero, at: now)
    animations.setCenter(tracker.track(translation: drag.translation).position)
    self.dragTracker = tracker
    guard isBeginning else { return [] }
    scale(to: liftedScale, at: now)
    return configuration.ringsBell ? [.effect(.bell)] : []
  }

  /// Ends a drag at its current position and with its current velocity.
  mutating func drop(_ drag: PressRecognizer.Drag, at now: Instant) {
    // The release may be the first event after the press that is far enough for a drag.
    var dragTracker = dragTracker ?? newDragTracker(after: .zero, at: now)
    self.dragTracker = nil
    scale(to: 1, at: now)
    let limited = drag.velocity.limited(to: Self.maximumThrowSpeed)
    let (position, velocity) = dragTracker.track(translation: drag.translation, velocity: limited)
    animations.setCenter(position)
    placement.enter(nearest: position + Self.throwDistance(velocity))
    if onlyReturnsInside {
      updateRestPosition(to: position.clamped(to: restArea))
      animateToRest(at: now)
    } else {
      snap(velocity: velocity, at: now)
    }
  }

  /// Ends a press that was not a drag. A button that the press stopped continues to its rest
  /// position.
  mutating func pressEnded(at now: Instant) {
    scale(to: 1, at: now)
    if animations.center.target.distance(to: restCenter) > environment.positionThreshold {
      animateToRest(at: now)
    } else {
      animations.setCenter(restCenter)
    }
  }

  /// Cancels a drag, if one has started, because it was undone.
  mutating func cancelDrag(at now: Instant) {
    guard dragTracker != nil else { return }
    dragTracker = nil
    pressEnded(at: now)
  }

  /// Cancels a press. A dragged button returns to its rest position.
  mutating func cancelPress(at now: Instant) {
    guard isPressed else { return }
    recognizer.cancel()
    dragTracker = nil
    updateOpacity(at: now)
    pressEnded(at: now)
  }

  /// Continues a drag from the current position after the area or the configuration has changed.
  mutating func restartDrag(at now: Instant) {
    guard dragTracker != nil, let drag = recognizer.drag else { return }
    dragTracker = newDragTracker(after: drag.translation, at: now)
  }

  /// Returns a tracker that starts at the current position. A ball moves without limits. In snap
  /// mode `original`, the area is a hard limit. Otherwise, a rubber band resists beyond the area.
  private func newDragTracker(after translation: Vector, at now: Instant) -> DragTracker {
    let isUnlimited = configuration.shape == .ball
    let isRigid = configuration.snap == .original
    return DragTracker(
      at: animations.center(at: now), in: isUnlimited ? nil : dragArea,
      band: isRigid ? RubberBand(maximumOffset: 0) : Self.rubberBand, after: translation)
  }

  /// Whether a dropped button only returns to the container if a part of it is outside.
  private var onlyReturnsInside: Bool { configuration.shape == .ball && configuration.snap == .free }

  /// Returns the distance of a throw.
  private static func throwDistance(_ velocity: Vector) -> Vector {
    Vector(
      dx: throwDecay.projectedDistance(velocity: velocity.dx),
      dy: throwDecay.projectedDistance(velocity: velocity.dy))
  }

  private mutating func snap(velocity initial: Vector, at now: Instant) {
    // The original demo program (`SnapMode.original`) had no throw. The vertical velocity is ignored.
    let velocity = configuration.snap == .original ? Vector(dx: initial.dx, dy: 0) : initial
    let target = configuration.snap.restPosition(
      for: animations.center.target, throwDistance: Self.throwDistance(velocity), in: restArea)
    updateRestPosition(to: target)
    animateToRest(at: now, velocity: velocity)
  }

  /// Animates the button to its rest position after a drag or a press.
  private mutating func animateToRest(at now: Instant, velocity: Vector = .zero) {
    var animation = Animation.spring(configuration.tuning.spring)
    if onlyReturnsInside {
      let spring = Animation.spring(theme.motion.ballReturn, relativeVelocity: Self.ballReturn.velocity)
      animation = spring.delay(Self.ballReturn.delay)
    }
    animateCenter(to: restCenter, with: animation, now, velocity: velocity)
    isReturning = onlyReturnsInside
    updateHover(at: now)
  }

  // Animations.

  /// Animates the center to a point.
  ///
  /// - Parameters:
  ///   - target: The new center.
  ///   - animation: The animation. If `nil`, the button moves immediately.
  ///   - now: The start of the animation.
  ///   - velocity: The initial velocity in logical pixels per second. If `nil`, the current
  ///     velocity.
  mutating func animateCenter(
    to target: Point, with animation: Animation?, _ now: Instant, velocity: Vector? = nil
  ) {
    isReturning = false
    animations.moveCenter(to: target, with: animation, at: now, velocity: velocity, environment)
  }

  /// Animates the scale with the spring of the tuning.
  mutating func scale(to target: Double, at now: Instant) {
    animations.scale(to: target, with: configuration.tuning.spring, of: size, at: now, environment)
  }

  /// The scale during a drag. A ball is not scaled.
  var liftedScale: Double { configuration.shape == .ball ? 1 : configuration.tuning.clampedScale }

  /// Returns the snap target for a point, without a throw.
  func snapped(_ position: Point) -> Point {
    configuration.snap.restPosition(for: position, throwDistance: .zero, in: restArea)
  }

  /// Returns the spring motion of the center, for example for measurements.
  ///
  /// - Returns: The spring and its state at release, in the time of the window. `nil` at rest,
  ///   during a drag, if the motion is not that of a single spring, or if the rate is not 1.
  package func springRelease(at now: Instant) -> SpringRelease<Point>? { animations.release(at: now) }
}

/// A drag of the button. It computes the position of the button from the movement of the pointer.
struct DragTracker: Sendable {
  /// The raw position at the time of the press. `RubberBandAxis` defines raw positions.
  private var origin: Point
  private var x, y: RubberBandAxis

  /// Starts a drag at the current position, which can be outside the area.
  ///
  /// - Parameters:
  ///   - position: The center of the button.
  ///   - area: The area without resistance. If `nil`, there is no resistance anywhere.
  ///   - band: The rubber band outside the area.
  ///   - translation: The movement of the pointer since the press.
  init(at position: Point, in area: Rect?, band: RubberBand, after translation: Vector = .zero) {
    let horizontal = area.map { $0.minX...$0.maxX } ?? -.infinity ... .infinity
    let vertical = area.map { $0.minY...$0.maxY } ?? -.infinity ... .infinity
    x = RubberBandAxis(horizontal, band: band, position: position.x)
    y = RubberBandAxis(vertical, band: band, position: position.y)
    origin = Point(x: x.raw(for: position.x), y: y.raw(for: position.y)) - translation
  }

  /// Returns the position and velocity of the button.
  ///
  /// - Parameters:
  ///   - translation: The movement of the pointer since the press.
  ///   - velocity: The velocity of the pointer, in logical pixels per second.
  mutating func track(translation: Vector, velocity: Vector = .zero) -> (position: Point, velocity: Vector) {
    let raw = origin + translation
    x.moveLimits(toward: raw.x)
    y.moveLimits(toward: raw.y)
    return (
      Point(x: x.position(for: raw.x), y: y.position(for: raw.y)),
      Vector(dx: velocity.dx * x.rate(for: raw.x), dy: velocity.dy * y.rate(for: raw.y))
    )
  }
}

/// One axis of a drag: the button follows the pointer between two limits, and against a rubber band
/// beyond them.
///
/// The raw position is the position that the button would have without the rubber band.
private struct RubberBandAxis: Sendable {
  /// The maximum extension, as a fraction of its maximum offset, at which a drag of a button
  /// outside the area starts. With a larger extension, the user would have to move far back
  /// before the button follows.
  private static let maximumInitialExtension = 0.75

  /// The final limits.
  private let limits: ClosedRange<Double>
  /// The current limits. If the drag starts far outside the final limits, they are farther out.
  /// They move back together with the button.
  private var low, high: Double
  private let band: RubberBand

  /// Creates an axis at the start of a drag.
  ///
  /// - Parameters:
  ///   - limits: The limits; infinite for no resistance.
  ///   - band: The rubber band beyond the limits.
  ///   - position: The initial position of the button. It can be beyond the limits.
  init(_ limits: ClosedRange<Double>, band: RubberBand, position: Double) {
    self.limits = limits
    self.band = band
    let slack = band.maximumOffset * Self.maximumInitialExtension
    low = min(limits.lowerBound, position + slack)
    high = max(limits.upperBound, position - slack)
  }

  /// Returns the position of the button for a raw position.
  func position(for raw: Double) -> Double {
    let clamped = max(low, min(raw, high))
    return clamped + band.offset(pulledBy: raw - clamped)
  }

  /// Returns the raw position for a position of the button. This is the inverse of
  /// `position(for:)`.
  func raw(for position: Double) -> Double {
    let clamped = max(low, min(position, high))
    return clamped + band.pull(for: position - clamped)
  }

  /// Returns the ratio of the velocity of the button to the velocity of the pointer.
  func rate(for raw: Double) -> Double {
    let clamped = max(low, min(raw, high))
    return raw == clamped ? 1 : band.rate(pulledBy: raw - clamped)
  }

  /// Moves the current limits back to the final limits as the pointer returns.
  mutating func moveLimits(toward raw: Double) {
    low = min(limits.lowerBound, max(low, raw))
    high = max(limits.upperBound, min(high, raw))
  }
}
