extension Animated {
  /// Lets it go on by itself until it comes to rest; where that will be, `target` tells at once.
  ///
  /// What would go no further than the threshold stays where it is. To choose the place of rest
  /// instead, `animate` to it with `Animation.decay(_:)`.
  ///
  /// - Parameters:
  ///   - now: When; motion starts at this instant.
  ///   - decay: How it loses its velocity.
  ///   - velocity: In its own units per second; components that are not finite count as 0. `nil` to
  ///     keep the velocity it has.
  @inlinable
  public mutating func coast(at now: Instant, with decay: Decay, velocity: Value? = nil) {
    let start = place(at: now) ?? route.to
    let wanted = velocity?.components ?? componentVelocity(at: now)
    var rest = start
    for lane in rest.indices { rest[lane] += decay.restingDistance(velocity: wanted[lane]) }
    // Where there is no finite way to go, it stays.
    let leads = start.isFollowable .& wanted.isFollowable .& rest.isFollowable
    let release = wanted.replacing(with: 0, where: .!leads)
    rest.replace(with: start, where: .!leads)
    let duration = Animation.Curve.decay(decay).settlingTime(
      of: rest - start, from: release, within: thresholds, nil)
    guard duration > 0 else {
      return begin(Flight(restingAt: start), toward: Value(components: start), at: now)
    }
    let course = Course(.decay(decay), lasting: duration, start: now)
    begin(
      Flight(Route(from: start, to: rest, velocity: release), course),
      toward: Value(components: rest), at: now)
  }

  /// Puts it at the beginning of a track and lets it follow that.
  ///
  /// It jumps there; a track that begins with `value(at: now)` and `velocity(at: now)` catches it
  /// in flight. Caught in its turn it goes on with the velocity that the track has given it.
  public mutating func play(_ track: KeyframeTrack<Value>, at now: Instant) {
    let keyframes = track.keyframes
    let flight = Flight(
      Route(from: keyframes.start, to: keyframes.end, velocity: .zero),
      Course(.none, lasting: keyframes.duration, start: now))
    begin(flight, toward: Value(components: keyframes.end), at: now)
    follow(PlannedFlight(flight, by: keyframes))
  }
}
