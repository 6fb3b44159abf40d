/// What only some motions have, kept apart so that all others are plain numbers.
///
/// It holds the motion itself too, so that whoever looks at a value needs either the numbers or the
/// plan, and copies neither. That its looks read only is said to the compiler, and older motions are
/// asked last: so nothing is retained meanwhile.
@usableFromInline
final class Plan<Components: SIMD<Double> & Sendable>: Sendable {
  /// What was begun last.
  @usableFromInline let newest: PlannedFlight<Components>
  /// Older motions that it is added to.
  @usableFromInline let remainders: Remainders<Components>?
  /// Where the value was when it was added to them, and how far all together were then from their
  /// places of rest: from there on the place is the sum of what all have travelled since, so that
  /// it does not jump by as much as its last bit.
  @usableFromInline let anchor: Components
  @usableFromInline let displacement: Components
  /// Who waits for the end.
  @usableFromInline let watch: Watch?

  @usableFromInline
  init(_ newest: PlannedFlight<Components>, watch: Watch? = nil) {
    (self.newest, remainders, self.watch) = (newest, nil, watch)
    (anchor, displacement) = (.zero, .zero)
  }

  /// Adds a motion to older ones.
  ///
  /// - Parameter anchor: Where the value is at that instant.
  init(
    _ newest: PlannedFlight<Components>, over remainders: Remainders<Components>?,
    from anchor: Components, at now: Instant, watch: Watch?
  ) {
    (self.newest, self.remainders, self.watch) = (newest, remainders, watch)
    self.anchor = anchor
    displacement =
      (remainders?.displacement(at: now) ?? .zero) + newest.displacement(at: now)
  }

  /// The same where other motions, of the same places, are left of it, and with another who waits.
  private init(
    _ plan: Plan, _ newest: PlannedFlight<Components>, _ remainders: Remainders<Components>?,
    _ watch: Watch?
  ) {
    (self.newest, self.remainders, self.watch) = (newest, remainders, watch)
    (anchor, displacement) = (plan.anchor, plan.displacement)
  }

  /// When all of it is over; `nil` for never.
  var end: Instant? { newest.end.map { max($0, remainders?.end ?? $0) } }

  /// Whether somebody waits, and nothing else.
  private var isPlain: Bool { newest.isPlain && remainders == nil }

  /// The same with another who waits; `nil` where that leaves nothing.
  func watched(by watch: Watch?) -> Plan? {
    isPlain && watch == nil ? nil : Plan(self, newest, remainders, watch)
  }

  /// The same, over at an instant if not before.
  func skipped(at now: Instant) -> Plan {
    let flights = remainders?.flights.map { $0.skipped(at: now) } ?? []
    return Plan(self, newest.skipped(at: now), .chain(flights), watch)
  }

  /// Where the value is; `nil` where it stands at its target.
  @inlinable @inline(never) @_effects(readonly)
  func place(at now: Instant) -> Components? {
    let place = newest.place(at: now)
    let displacement = (place ?? newest.flight.route.to) - newest.rest
    guard let remainders, now < remainders.end else { return place }
    return anchor + ((remainders.displacement(at: now) + displacement) - self.displacement)
  }

  /// How fast it goes, in units per second.
  @inlinable @inline(never) @_effects(readonly)
  func velocity(at now: Instant) -> Components {
    let velocity = newest.velocity(at: now)
    guard let remainders, now < remainders.end else { return velocity }
    return remainders.velocity(at: now) + velocity
  }

  /// When it is next elsewhere; `nil` once all of it is over.
  @inlinable @inline(never) @_effects(readonly)
  func nextChange(after now: Instant) -> Instant? {
    let next = newest.nextChange(after: now)
    guard let remainders else { return next }
    return .earliest(next, remainders.nextChange(after: now))
  }
}
