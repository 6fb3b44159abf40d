/// Older motions that die out while a newer one is added to them.
///
/// A chain and not an array, whose elements would be copied for every look at them.
@usableFromInline
final class Remainders<Components: SIMD<Double> & Sendable>: Sendable {
  /// The newest of them; it counts from where it comes to rest.
  @usableFromInline let flight: PlannedFlight<Components>
  /// Those before it.
  @usableFromInline let older: Remainders?
  /// When the last of them is over; none of them is endless.
  @usableFromInline let end: Instant

  private init(_ flight: PlannedFlight<Components>, after older: Remainders?) {
    (self.flight, self.older) = (flight, older)
    end = max(flight.end ?? .distantPast, older?.end ?? .distantPast)
  }

  /// - Parameter flights: From the oldest to the newest.
  /// - Returns: `nil` for none.
  static func chain(_ flights: [PlannedFlight<Components>]) -> Remainders? {
    flights.reduce(nil) { Remainders($1, after: $0) }
  }

  /// All of them, from the oldest to the newest.
  var flights: [PlannedFlight<Components>] { (older?.flights ?? []) + [flight] }

  /// The sum of how far each is from its place of rest.
  ///
  /// - Complexity: O(*n*) in their number, as all that follows.
  @inlinable @inline(never) @_effects(readonly)
  func displacement(at now: Instant) -> Components {
    let own = flight.displacement(at: now)
    guard let older else { return own }
    return own + older.displacement(at: now)
  }

  /// The sum of their velocities, in units per second.
  @inlinable @inline(never) @_effects(readonly)
  func velocity(at now: Instant) -> Components {
    let own = flight.velocity(at: now)
    guard let older else { return own }
    return own + older.velocity(at: now)
  }

  /// When one of them is next elsewhere; `nil` once all are over.
  @inlinable @inline(never) @_effects(readonly)
  func nextChange(after now: Instant) -> Instant? {
    let own = flight.nextChange(after: now)
    guard let older else { return own }
    return .earliest(own, older.nextChange(after: now))
  }
}
