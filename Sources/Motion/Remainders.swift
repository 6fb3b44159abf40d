/// Older motions that die out while a newer one is added to them.
///
/// The place is where it was when the newer one set out, and from there the sum of what all of them
/// have travelled since: so it does not jump by as much as its last bit.
@usableFromInline
struct Remainders<Components: SIMD<Double> & Sendable>: Sendable {
  /// Each counts from where it comes to rest.
  @usableFromInline let flights: [PlannedFlight<Components>]
  /// Where the value was when the newest set out.
  @usableFromInline let anchor: Components
  /// Of all together, the newest too, from their places of rest at that instant.
  @usableFromInline let displacement: Components
  /// When the last of them is over; none of them is endless.
  @usableFromInline let end: Instant

  private init(
    flights: [PlannedFlight<Components>], anchor: Components, displacement: Components,
    end: Instant
  ) {
    self.flights = flights
    (self.anchor, self.displacement, self.end) = (anchor, displacement, end)
  }

  /// - Parameter newest: What is added to them.
  @inlinable
  init(
    _ flights: [PlannedFlight<Components>], under newest: PlannedFlight<Components>,
    from anchor: Components, at now: Instant
  ) {
    self.flights = flights
    self.anchor = anchor
    displacement = Self.displacement(of: flights, newest, at: now)
    end = flights.reduce(.distantPast) { max($0, $1.end ?? $0) }
  }

  @inlinable
  func place(with newest: PlannedFlight<Components>, at now: Instant) -> Components {
    anchor + (Self.displacement(of: flights, newest, at: now) - displacement)
  }

  @inlinable
  func velocity(with newest: PlannedFlight<Components>, at now: Instant) -> Components {
    flights.reduce(Components.zero) { $0 + $1.velocity(at: now) } + newest.velocity(at: now)
  }

  @inlinable
  static func displacement(
    of flights: [PlannedFlight<Components>], _ newest: PlannedFlight<Components>, at now: Instant
  ) -> Components {
    flights.reduce(Components.zero) { $0 + $1.displacement(at: now) }
      + newest.displacement(at: now)
  }

  @inlinable
  func nextChange(after now: Instant) -> Instant? {
    flights.reduce(nil) {
      Instant.earliest($0, $1.nextChange(after: now))
    }
  }

  func skipped(at now: Instant) -> Remainders {
    Remainders(
      flights: flights.map { $0.skipped(at: now) }, anchor: anchor, displacement: displacement,
      end: min(end, now))
  }
}
