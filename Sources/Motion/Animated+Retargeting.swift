extension Animated {
  /// Sets the value immediately, at rest.
  ///
  /// - Parameters:
  ///   - value: The new value and target.
  ///   - now: The current instant, for an observed animation: one that has not ended by then is
  ///     interrupted. If `nil`, an observed animation is interrupted unless its end has been
  ///     reported.
  @inlinable public mutating func set(_ value: Value, at now: Instant? = nil) {
    begin(MotionEndpoints(restingAt: value.components), .resting, toward: value, at: now)
  }

  /// Animates to a target, starting at the position at `now`.
  ///
  /// During a delay the value does not move. The initial velocity applies after the delay.
  ///
  /// - Parameters:
  ///   - target: The new target.
  ///   - now: The instant at which the animation starts. A delay of the animation is added to it.
  ///   - animation: The animation, or `nil` to set the value immediately.
  ///   - velocity: The initial velocity, in units of the value per second. Components that are not
  ///     finite count as 0. If `nil`, the current velocity is kept. Ignored by timing curves,
  ///     decay, and springs that define their own initial velocity.
  ///   - threshold: A new settling threshold for all components, or `nil` to keep the current one.
  ///     Set it when the display scale or the size of the animated object changes, because then the
  ///     smallest visible difference changes.
  @inlinable public mutating func animate(
    to target: Value, at now: Instant, with animation: Animation?, velocity: Value? = nil,
    threshold: Double? = nil
  ) {
    if let threshold { storedThresholds = Value.Components(repeating: threshold) }
    guard let animation else { return set(target, at: now) }
    if animation.isAdditive, add(toward: target, at: now, animation, velocity?.components) { return }
    let blend = SpringBlend(animation.curve, after: spring(at: now))
    let endpoints = MotionEndpoints(
      from: position(at: now) ?? endpoints.to, to: target.components,
      velocity: velocity?.components ?? componentVelocity(at: now), along: animation.curve)
    let schedule = endpoints.schedule(animation, from: now, within: thresholds, blend)
    begin(endpoints, schedule, toward: target, at: now)
    if endpoints.hasMotion, blend != nil || animation.initialDelayOnly == nil { modify(by: animation, blend) }
  }

  /// Lets the value decelerate from its velocity until it comes to rest.
  ///
  /// `target` is the rest position as soon as the call returns. A value that would travel no
  /// further than the threshold does not move. To choose the rest position instead, call `animate`
  /// with `Animation.decay(_:)`.
  ///
  /// - Parameters:
  ///   - now: The instant at which the motion starts.
  ///   - decay: The deceleration.
  ///   - velocity: The initial velocity, in units of the value per second. Components that are not
  ///     finite count as 0. If `nil`, the current velocity is kept.
  public mutating func coast(at now: Instant, with decay: Decay, velocity: Value? = nil) {
    let start = position(at: now) ?? endpoints.to
    let initial = velocity?.components ?? componentVelocity(at: now)
    var stop = start
    for lane in stop.indices { stop[lane] += decay.restingDistance(velocity: initial[lane]) }
    // A component whose rest position is not finite stays at its current position.
    let canMove = start.isInRange .& initial.isInRange .& stop.isInRange
    let release = initial.replacing(with: 0, where: .!canMove)
    stop.replace(with: start, where: .!canMove)
    let duration = Animation.Curve.decay(decay).settlingTime(
      of: stop - start, from: release, within: thresholds, nil)
    guard duration > 0 else {
      return begin(MotionEndpoints(restingAt: start), .resting, toward: Value(components: start), at: now)
    }
    begin(
      MotionEndpoints(from: start, to: stop, velocity: release),
      ScheduledCurve(.decay(decay), lasting: duration, start: now),
      toward: Value(components: stop), at: now)
  }

  /// Sets the value to the beginning of a keyframe track and plays the track.
  ///
  /// The value jumps to the first position of the track. For a continuous motion, begin the track
  /// with `value(at: now)` and `velocity(at: now)`. An animation that interrupts the track
  /// continues with the velocity that the track has at that instant.
  ///
  /// - Parameters:
  ///   - track: The keyframe track.
  ///   - now: The instant at which the track begins.
  public mutating func play(_ track: KeyframeTrack<Value>, at now: Instant) {
    let keyframes = track.resolvedKeyframes
    let end = Value.Components(narrowing: keyframes.end)
    let endpoints = MotionEndpoints(
      from: Value.Components(narrowing: keyframes.start), to: end, velocity: .zero)
    let schedule = ScheduledCurve(.none, lasting: keyframes.duration, start: now)
    begin(endpoints, schedule, toward: Value(components: end), at: now)
    let entry = AnimationStack.Entry(endpoints.widened, schedule, by: keyframes)
    adopt(AnimationStack(entry, observer: stack?.observer))
  }

  /// Replaces the current motion with a new one.
  @inlinable mutating func begin(
    _ endpoints: MotionEndpoints<Value.Components>, _ schedule: ScheduledCurve, toward target: Value,
    at now: Instant?
  ) {
    if stack != nil { endObservation(before: endpoints, schedule, at: now) }
    (self.endpoints, self.schedule) = (endpoints, schedule)
    storedTarget = target
  }

  /// Ends the observation of the current motion with an interruption and discards the rest of the
  /// stack.
  @usableFromInline mutating func endObservation(
    before endpoints: MotionEndpoints<Value.Components>, _ schedule: ScheduledCurve, at now: Instant?
  ) {
    var observer = stack?.observer
    if let now { observer?.observe(until: now, logicalEnd: newest.logicalEnd, end: end) }
    observer?.interrupt()
    let entry = AnimationStack.Entry(endpoints.widened, schedule)
    stack = observer.map { AnimationStack(entry, observer: $0) }
  }

  /// Adds the modifiers of an animation to the motion that was just begun.
  @usableFromInline mutating func modify(by animation: Animation, _ blend: SpringBlend?) {
    let entry = AnimationStack.Entry(endpoints.widened, schedule, of: animation, blend)
    adopt(AnimationStack(entry, observer: stack?.observer))
  }

  /// Delegates the motion to an animation stack until that ends.
  mutating func adopt(_ stack: AnimationStack) {
    // If the stack does not end at the target, only the stack knows the final value.
    let end = stack.newest.endsAtTarget ? stack.end ?? .distantFuture : .distantFuture
    schedule = ScheduledCurve(schedule.curve, from: end, to: end)
    self.stack = stack
  }

  /// Adds a motion to those that are in progress and returns `true`, or `false` if it cannot be added to any.
  ///
  /// An older motion that is scaled in time or repeated keeps its original threshold.
  @usableFromInline mutating func add(
    toward target: Value, at now: Instant, _ animation: Animation, _ velocity: Value.Components?
  ) -> Bool {
    let current = stack ?? AnimationStack(newest)
    let position = position(at: now) ?? endpoints.to
    guard let older = current.endingEntries(at: now), all(position.isInRange .& target.components.isInRange)
    else { return false }
    // Each motion ends within its share of the threshold, so that their sum is within the
    // threshold.
    let share = thresholds / Double(older.count + 1)
    let endpoints = MotionEndpoints(
      from: Value.Components(narrowing: current.newest.restPosition), to: target.components,
      velocity: velocity.map { $0.replacingOutOfRange - componentVelocity(at: now) } ?? .zero,
      along: animation.curve)
    let schedule = endpoints.schedule(animation, from: now, within: share, nil)
    begin(endpoints, schedule, toward: target, at: now)
    adopt(
      AnimationStack(
        AnimationStack.Entry(endpoints.widened, schedule, of: animation, nil),
        over: older.map { $0.settled(within: share.widened) }, from: position.widened, at: now,
        observer: stack?.observer))
    return true
  }

  /// The latest motion.
  var newest: AnimationStack.Entry { stack?.newest ?? AnimationStack.Entry(endpoints.widened, schedule) }

  /// Returns the spring that moves the value at an instant, or `nil` if none does.
  @inlinable func spring(at now: Instant) -> Spring? {
    guard now <= schedule.start, let stack else { return schedule.spring(at: now) }
    return stack.spring(at: now)
  }
}
