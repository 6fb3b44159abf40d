/// What only some motions have, kept apart so that all others are plain numbers.
///
/// It holds the motion itself too, so that whoever looks at a value needs either the numbers or the
/// plan, and copies neither.
@usableFromInline
final class Plan<Components: SIMD<Double> & Sendable>: Sendable {
  /// What was begun last.
  @usableFromInline let newest: PlannedFlight<Components>
  /// Older motions that it is added to.
  @usableFromInline let remainders: Remainders<Components>?
  /// Who waits for the end.
  @usableFromInline let watch: Watch?

  @usableFromInline
  init(
    _ newest: PlannedFlight<Components>, remainders: Remainders<Components>? = nil,
    watch: Watch? = nil
  ) {
    (self.newest, self.remainders, self.watch) = (newest, remainders, watch)
  }

  /// When all of it is over; `nil` for never.
  var end: Instant? { newest.end.map { max($0, remainders?.end ?? $0) } }

  /// Whether somebody waits, and nothing else.
  var isPlain: Bool { newest.isPlain && remainders == nil }

  /// The same with another who waits; `nil` where that leaves nothing.
  func watched(by watch: Watch?) -> Plan? {
    isPlain && watch == nil ? nil : Plan(newest, remainders: remainders, watch: watch)
  }

  /// Where the value is; `nil` where it stands at its target.
  @inlinable @inline(never)
  func place(at now: Instant) -> Components? {
    guard let remainders, now < remainders.end else { return newest.place(at: now) }
    return remainders.place(with: newest, at: now)
  }

  /// How fast it goes, in units per second.
  @inlinable @inline(never)
  func velocity(at now: Instant) -> Components {
    guard let remainders, now < remainders.end else { return newest.velocity(at: now) }
    return remainders.velocity(with: newest, at: now)
  }

  /// When it is next elsewhere; `nil` once all of it is over.
  @inlinable @inline(never)
  func nextChange(after now: Instant) -> Instant? {
    let next = newest.nextChange(after: now)
    guard let remainders else { return next }
    return Instant.earliest(next, remainders.nextChange(after: now))
  }
}
