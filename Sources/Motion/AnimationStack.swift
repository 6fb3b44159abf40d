/// The state that only some animations have, stored separately so that all others are plain
/// numbers.
///
/// It also contains the latest motion, so that an access to a value reads either the numbers or the
/// stack and copies neither. The functions that are called for each frame are marked as read-only.
/// Otherwise, the compiler would retain and release the stack around each call. All values have eight
/// lanes, so the class is compiled once for every type of value.
@usableFromInline final class AnimationStack: Sendable {
  /// The latest motion.
  let newest: Entry
  /// The residual animations: those that have not ended while the latest one is added to them. It is not an
  /// array, because an array would copy its elements at each access.
  private let older: AnimationStack?
  /// The instant at which the last residual animation ends. None of them is infinite.
  private let olderEnd: Instant
  /// The value at the instant of the addition, and the total displacement of all motions from their
  /// rest positions at that instant. From then on, the position is `anchor` plus the sum of the
  /// distances that all motions have traveled since, so it is continuous to the last bit.
  private let anchor, displacement: SIMD8<Double>
  /// The completion observer; `nil` if the animation is not observed.
  let observer: CompletionObserver?

  init(
    _ newest: Entry, over older: AnimationStack? = nil, anchor: SIMD8<Double> = .zero,
    displacement: SIMD8<Double> = .zero, observer: CompletionObserver? = nil
  ) {
    (self.newest, self.older, self.observer) = (newest, older, observer)
    (self.anchor, self.displacement) = (anchor, displacement)
    olderEnd = older.map { max($0.newest.end ?? .distantPast, $0.olderEnd) } ?? .distantPast
  }

  /// Adds a motion to residual animations.
  ///
  /// - Parameters:
  ///   - residuals: The animations from the oldest to the newest, at least one.
  ///   - anchor: The value at `now`.
  convenience init(
    _ newest: Entry, over residuals: [Entry], from anchor: SIMD8<Double>, at now: Instant,
    observer: CompletionObserver?
  ) {
    let older = Self.list(residuals)
    self.init(
      newest, over: older, anchor: anchor,
      displacement: (older?.totalDisplacement(at: now) ?? .zero) + newest.displacement(at: now),
      observer: observer)
  }

  private static func list(_ entries: [Entry]) -> AnimationStack? {
    entries.reduce(nil) { AnimationStack($1, over: $0) }
  }

  /// The residual animations, from the oldest to the newest.
  var residuals: [Entry] { older.map { $0.residuals + [$0.newest] } ?? [] }

  /// The instant at which all motions have ended; `nil` if they never end.
  var end: Instant? { newest.end.map { max($0, olderEnd) } }

  /// Returns a copy with another observer, or `nil` if nothing remains.
  func observed(by observer: CompletionObserver?) -> AnimationStack? {
    guard observer != nil || !newest.isUnmodified || older != nil else { return nil }
    return AnimationStack(
      newest, over: older, anchor: anchor, displacement: displacement, observer: observer)
  }

  /// Returns a copy that ends at an instant if it does not end earlier.
  func skipped(at now: Instant) -> AnimationStack {
    AnimationStack(
      newest.skipped(at: now), over: Self.list(residuals.map { $0.skipped(at: now) }), anchor: anchor,
      displacement: displacement, observer: observer)
  }

  /// Returns the motions that are in progress and will end, from the oldest to the newest. The result is
  /// `nil` if there are none or if one of them never ends.
  func endingEntries(at now: Instant) -> [Entry]? {
    let live = (residuals + [newest]).filter { !$0.isOver(at: now) }
    return live.isEmpty || live.contains { $0.end == nil } ? nil : live
  }

  /// Returns the first lanes of the position at an instant, or `nil` if the value is at its target.
  ///
  /// This and the next function are not inlined, so that a value without a stack needs no space for eight
  /// lanes.
  // Without any of the `@_effects` in this file, a frame of an additive or repeated value retains objects
  // (`MotionBenchmarks --check`). Without those of this function or `nextChange(after:)`, a frame of nested
  // repetitions also takes 11 to 16 % longer.
  @inlinable @inline(never) @_effects(readonly) func narrowPosition<Components: SIMD<Double>>(
    at now: Instant
  ) -> Components? { position(at: now).map { Components(narrowing: $0) } }

  /// Returns the first lanes of the velocity at an instant, in units per second.
  @inlinable @inline(never) @_effects(readonly) func narrowVelocity<Components: SIMD<Double>>(
    at now: Instant
  ) -> Components { Components(narrowing: velocity(at: now)) }

  /// Returns the position at an instant, or `nil` if the value is at its target.
  @usableFromInline func position(at now: Instant) -> SIMD8<Double>? {
    let position = newest.position(at: now)
    guard let older, now < olderEnd else { return position }
    let displacement = (position ?? newest.endpoints.to) - newest.restPosition
    return anchor + ((older.totalDisplacement(at: now) + displacement) - self.displacement)
  }

  /// Returns the velocity at an instant, in units per second.
  @usableFromInline func velocity(at now: Instant) -> SIMD8<Double> {
    let velocity = newest.velocity(at: now)
    guard let older, now < olderEnd else { return velocity }
    return older.totalVelocity(at: now) + velocity
  }

  /// Returns the next instant at which the value changes, or `nil` if all motions have ended.
  @usableFromInline @_effects(readonly) func nextChange(after now: Instant) -> Instant? {
    let next = newest.nextChange(after: now)
    guard let older else { return next }
    return .earliest(next, older.nextChange(after: now))
  }

  /// Returns the spring that moves the value at an instant, or `nil` if none does.
  @usableFromInline func spring(at now: Instant) -> Spring? { newest.spring(at: now) }

  /// Returns the sum of the displacements of all motions from their rest positions.
  @_effects(readonly) private func totalDisplacement(at now: Instant) -> SIMD8<Double> {
    let own = newest.displacement(at: now)
    guard let older else { return own }
    return own + older.totalDisplacement(at: now)
  }

  /// Returns the sum of the velocities of all motions.
  @_effects(readonly) private func totalVelocity(at now: Instant) -> SIMD8<Double> {
    let own = newest.velocity(at: now)
    guard let older else { return own }
    return own + older.totalVelocity(at: now)
  }
}
