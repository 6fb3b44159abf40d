/// What only some motions have, kept apart so that all others are plain numbers.
@usableFromInline
final class Plan<Components: SIMD<Double> & Sendable>: Sendable {
  /// How the course is stretched and repeated, where it is.
  @usableFromInline let timeline: Timeline?
  /// What leads the way instead of a curve, where something does.
  @usableFromInline let keyframes: Keyframes<Components>?
  /// Older motions that it is added to.
  @usableFromInline let remainders: Remainders<Components>?
  /// Who waits for the end.
  @usableFromInline let watch: Watch?

  @usableFromInline
  init(
    timeline: Timeline? = nil, keyframes: Keyframes<Components>? = nil,
    remainders: Remainders<Components>? = nil, watch: Watch? = nil
  ) {
    self.timeline = timeline
    self.keyframes = keyframes
    self.remainders = remainders
    self.watch = watch
  }

  /// Whether it is as if there were none.
  var isEmpty: Bool { timeline == nil && keyframes == nil && remainders == nil && watch == nil }

  /// What of it belongs to its own flight, whatever that is added to and whoever waits: what an
  /// older motion keeps, so that it does not keep all those before it.
  @usableFromInline var own: Plan? {
    guard remainders != nil || watch != nil else { return self }
    guard timeline != nil || keyframes != nil else { return nil }
    return Plan(timeline: timeline, keyframes: keyframes)
  }

  /// Where a flight is by this plan; `nil` where it stands at its target.
  @inlinable
  func place(of flight: Flight<Components>, at now: Instant) -> Components? {
    guard let remainders, now < remainders.end else {
      return PlannedFlight(flight, self).place(at: now)
    }
    return remainders.place(with: PlannedFlight(flight, self), at: now)
  }

  /// How fast it goes, in units per second.
  @inlinable
  func velocity(of flight: Flight<Components>, at now: Instant) -> Components {
    guard let remainders, now < remainders.end else {
      return PlannedFlight(flight, self).velocity(at: now)
    }
    return remainders.velocity(with: PlannedFlight(flight, self), at: now)
  }

  /// When it is next elsewhere; `nil` once all of it is over.
  @inlinable
  func nextChange(of flight: Flight<Components>, after now: Instant) -> Instant? {
    let next = flight.course.nextChange(after: now, along: timeline)
    guard let remainders else { return next }
    return Instant.earliest(next, remainders.nextChange(after: now))
  }
}
