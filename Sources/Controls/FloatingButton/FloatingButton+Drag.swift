import Gestures
package import Motion
package import Scene

// Dragging.
extension FloatingButton {
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

  /// Stops all motion at the current center and scale, so that the button stays under the pointer.
  mutating func stopAnimations(at now: Instant) {
    animations.stop(at: now)
    isReturning = false
  }

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
    returnToRestPosition(at: now)
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
    changeUse(at: now) { $0.press.cancel() }
    dragTracker = nil
    pressEnded(at: now)
  }

  /// Continues a drag from the current position after the area or the configuration has changed.
  mutating func restartDrag(at now: Instant) {
    guard dragTracker != nil, let drag = press.drag else { return }
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

  /// Animates the button back to its rest position, if it is not there.
  private mutating func returnToRestPosition(at now: Instant) {
    if animations.center.target.distance(to: restCenter) > environment.positionThreshold {
      animateToRest(at: now)
    } else {
      animations.setCenter(restCenter)
    }
  }

  /// Animates the button to its rest position after a drag or a press.
  private mutating func animateToRest(at now: Instant, velocity: Vector = .zero) {
    animateCenter(to: restCenter, with: restAnimation, now, velocity: velocity)
    isReturning = onlyReturnsInside
    updateHover(at: now)
  }

  /// The animation to the rest position after a drag or a press.
  private var restAnimation: Animation {
    guard onlyReturnsInside else { return .spring(configuration.tuning.spring) }
    return .spring(theme.motion.ballReturn, relativeVelocity: Self.ballReturn.velocity).delay(
      Self.ballReturn.delay)
  }
}

// Animations.
extension FloatingButton {
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
