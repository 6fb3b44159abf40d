extension Animated {
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
  @inlinable public mutating func coast(at now: Instant, with decay: Decay, velocity: Value? = nil) {
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
      return begin(Trajectory(restingAt: start), toward: Value(components: start), at: now)
    }
    let schedule = ScheduledCurve(.decay(decay), lasting: duration, start: now)
    begin(
      Trajectory(MotionEndpoints(from: start, to: stop, velocity: release), schedule),
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
    let trajectory = Trajectory(
      MotionEndpoints(from: keyframes.start, to: keyframes.end, velocity: .zero),
      ScheduledCurve(.none, lasting: keyframes.duration, start: now))
    begin(trajectory, toward: Value(components: keyframes.end), at: now)
    adopt(ModifiedTrajectory(trajectory, by: keyframes))
  }
}
