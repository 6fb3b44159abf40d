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
}

/// A motion with all that belongs to it.
@usableFromInline
struct PlannedFlight<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline var flight: Flight<Components>
  @usableFromInline let plan: Plan<Components>?

  @inlinable
  init(_ flight: Flight<Components>, _ plan: Plan<Components>?) {
    (self.flight, self.plan) = (flight, plan)
  }

  /// Where it is; `nil` where it stands at its target.
  @inlinable
  func place(at now: Instant) -> Components? {
    guard plan?.keyframes == nil else { return keyframePlace(at: now) }
    return flight.place(by: flight.course.weights(at: now, along: plan?.timeline))
  }

  /// From where it comes to rest.
  @inlinable
  func displacement(at now: Instant) -> Components {
    (place(at: now) ?? flight.to) - flight.rest
  }

  /// How fast it goes, in units per second.
  @inlinable
  func velocity(at now: Instant) -> Components {
    guard plan?.keyframes == nil else { return keyframeVelocity(at: now) }
    return flight.velocity(by: flight.course.weights(at: now, along: plan?.timeline))
  }

  /// When it is next elsewhere; `nil` once it is over.
  @usableFromInline
  func nextChange(after now: Instant) -> Instant? {
    flight.course.nextChange(after: now, along: plan?.timeline)
  }

  @usableFromInline
  func keyframePlace(at now: Instant) -> Components? {
    switch flight.course.moment(at: now, along: plan?.timeline) {
    case .waiting(let atTarget, _), .over(let atTarget): atTarget ? nil : flight.from
    case .moving(let time, _): plan?.keyframes?.place(after: time)
    }
  }

  @usableFromInline
  func keyframeVelocity(at now: Instant) -> Components {
    guard case .moving(let time, let rate) = flight.course.moment(at: now, along: plan?.timeline)
    else { return .zero }
    return (plan?.keyframes?.velocity(after: time) ?? .zero) * rate
  }
}
