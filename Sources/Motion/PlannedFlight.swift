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
