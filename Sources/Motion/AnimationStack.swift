/// The state that only some animations have, stored separately so that all others are plain
/// numbers.
///
/// It also contains the latest motion, so that an access to a value reads either the numbers or the
/// stack and copies neither. The accessors are marked as read-only for the compiler, and residual
/// animations are read last, so no access retains an object.
@usableFromInline final class AnimationStack<Components: SIMD<Double> & Sendable>: Sendable {
  /// The latest motion.
  @usableFromInline let newest: ModifiedTrajectory<Components>
  /// The residual animations to which it is added.
  @usableFromInline let residuals: ResidualTrajectories<Components>?
  /// The value at the instant of the addition, and the total displacement of all motions from their
  /// rest positions at that instant. From then on, the position is `anchor` plus the sum of the
  /// distances that all motions have traveled since, so it is continuous to the last bit.
  @usableFromInline let anchor: Components
  @usableFromInline let displacement: Components
  /// The completion observer; `nil` if the animation is not observed.
  @usableFromInline let observer: CompletionObserver?

  @usableFromInline init(_ newest: ModifiedTrajectory<Components>, observer: CompletionObserver? = nil) {
    (self.newest, residuals, self.observer) = (newest, nil, observer)
    (anchor, displacement) = (.zero, .zero)
  }

  /// Adds a motion to residual animations.
  ///
  /// - Parameter anchor: The value at `now`.
  init(
    _ newest: ModifiedTrajectory<Components>, over residuals: ResidualTrajectories<Components>?,
    from anchor: Components, at now: Instant, observer: CompletionObserver?
  ) {
    (self.newest, self.residuals, self.observer) = (newest, residuals, observer)
    self.anchor = anchor
    displacement = (residuals?.displacement(at: now) ?? .zero) + newest.displacement(at: now)
  }

  /// Creates a copy with other motions between the same positions and another observer.
  private init(
    _ stack: AnimationStack, _ newest: ModifiedTrajectory<Components>,
    _ residuals: ResidualTrajectories<Components>?, _ observer: CompletionObserver?
  ) {
    (self.newest, self.residuals, self.observer) = (newest, residuals, observer)
    (anchor, displacement) = (stack.anchor, stack.displacement)
  }

  /// The instant at which all motions have ended; `nil` if they never end.
  var end: Instant? { newest.end.map { max($0, residuals?.end ?? $0) } }

  /// Whether there is nothing but an observer.
  private var isUnmodified: Bool { newest.isUnmodified && residuals == nil }

  /// Returns a copy with another observer, or `nil` if nothing remains.
  func observed(by observer: CompletionObserver?) -> AnimationStack? {
    isUnmodified && observer == nil ? nil : AnimationStack(self, newest, residuals, observer)
  }

  /// Returns a copy that ends at an instant if it does not end earlier.
  func skipped(at now: Instant) -> AnimationStack {
    let trajectories = residuals?.trajectories.map { $0.skipped(at: now) } ?? []
    return AnimationStack(self, newest.skipped(at: now), .chain(trajectories), observer)
  }

  /// Returns the position at an instant, or `nil` if the value is at its target.
  @inlinable @inline(never) @_effects(readonly) func position(at now: Instant) -> Components? {
    let position = newest.position(at: now)
    let displacement = (position ?? newest.base.endpoints.to) - newest.restPosition
    guard let residuals, now < residuals.end else { return position }
    return anchor + ((residuals.displacement(at: now) + displacement) - self.displacement)
  }

  /// Returns the velocity at an instant, in units per second.
  @inlinable @inline(never) @_effects(readonly) func velocity(at now: Instant) -> Components {
    let velocity = newest.velocity(at: now)
    guard let residuals, now < residuals.end else { return velocity }
    return residuals.velocity(at: now) + velocity
  }

  /// Returns the next instant at which the value changes, or `nil` if all motions have ended.
  @inlinable @inline(never) @_effects(readonly) func nextChange(after now: Instant) -> Instant? {
    let next = newest.nextChange(after: now)
    guard let residuals else { return next }
    return .earliest(next, residuals.nextChange(after: now))
  }
}
