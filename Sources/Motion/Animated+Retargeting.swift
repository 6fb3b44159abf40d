extension Animated {
  /// Sets the value and the target immediately, at rest.
  @inlinable public mutating func set(_ value: Value) {
    begin(MotionEndpoints(restingAt: value.components), .resting, toward: value)
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
    if let threshold { self.threshold = threshold }
    guard let animation else { return set(target) }
    let endpoints = MotionEndpoints(
      from: position(at: now) ?? endpoints.to, to: target.components,
      velocity: velocity?.components ?? componentVelocity(at: now), along: animation.curve)
    begin(endpoints, endpoints.schedule(animation, from: now, within: self.threshold), toward: target)
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
      of: stop - start, from: release, within: threshold)
    guard duration > 0 else { return set(Value(components: start)) }
    begin(
      MotionEndpoints(from: start, to: stop, velocity: release),
      ScheduledCurve(.decay(decay), lasting: duration, start: now), toward: Value(components: stop))
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
    let motion = track.motion
    begin(
      MotionEndpoints(from: motion.start, to: motion.end, velocity: .zero),
      ScheduledCurve(nil, lasting: motion.duration, start: now), toward: Value(components: motion.end))
    keyframes = motion
  }

  /// Replaces the current motion with a new one.
  @inlinable mutating func begin(
    _ endpoints: MotionEndpoints<Value.Components>, _ schedule: ScheduledCurve, toward target: Value
  ) {
    (self.endpoints, self.schedule, keyframes) = (endpoints, schedule, nil)
    storedTarget = target
  }
}
