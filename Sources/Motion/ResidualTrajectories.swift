/// A linked list of older animations that have not ended while a newer one is added to them.
///
/// It is not an array, because an array would copy its elements at each access.
@usableFromInline final class ResidualTrajectories<Components: SIMD<Double> & Sendable>: Sendable {
  /// The newest animation in the list. Its displacement is measured from its rest position.
  @usableFromInline let trajectory: ModifiedTrajectory<Components>
  /// The animations before it.
  @usableFromInline let older: ResidualTrajectories?
  /// The instant at which the last animation ends. None of them is infinite.
  @usableFromInline let end: Instant

  private init(_ trajectory: ModifiedTrajectory<Components>, after older: ResidualTrajectories?) {
    (self.trajectory, self.older) = (trajectory, older)
    end = max(trajectory.end ?? .distantPast, older?.end ?? .distantPast)
  }

  /// Returns a list of trajectories, or `nil` if there are none.
  ///
  /// - Parameter trajectories: The trajectories from the oldest to the newest.
  static func chain(_ trajectories: [ModifiedTrajectory<Components>]) -> ResidualTrajectories? {
    trajectories.reduce(nil) { ResidualTrajectories($1, after: $0) }
  }

  /// All trajectories, from the oldest to the newest.
  var trajectories: [ModifiedTrajectory<Components>] { (older?.trajectories ?? []) + [trajectory] }

  /// Returns the sum of the displacements from the rest positions.
  ///
  /// - Complexity: O(*n*) in the number of trajectories, as for all methods below.
  @inlinable @inline(never) @_effects(readonly) func displacement(at now: Instant) -> Components {
    let own = trajectory.displacement(at: now)
    guard let older else { return own }
    return own + older.displacement(at: now)
  }

  /// Returns the sum of the velocities, in units per second.
  @inlinable @inline(never) @_effects(readonly) func velocity(at now: Instant) -> Components {
    let own = trajectory.velocity(at: now)
    guard let older else { return own }
    return own + older.velocity(at: now)
  }

  /// Returns the next instant at which one of them changes, or `nil` if all have ended.
  @inlinable @inline(never) @_effects(readonly) func nextChange(after now: Instant) -> Instant? {
    let own = trajectory.nextChange(after: now)
    guard let older else { return own }
    return .earliest(own, older.nextChange(after: now))
  }
}
