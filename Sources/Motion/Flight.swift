/// One motion from a place to another, as a closed form of the time since its start.
///
/// It is plain numbers; what only some motions have is in a `Plan` beside it.
@usableFromInline
struct Flight<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline let route: Route<Components>
  @usableFromInline let course: Course

  @inlinable
  init(_ route: Route<Components>, _ course: Course) {
    (self.route, self.course) = (route, course)
  }

  /// What rests.
  @inlinable
  init(restingAt place: Components) {
    self.init(Route(from: place, to: place, velocity: .zero), .resting)
  }

  /// Creates a motion; it is at rest where nothing would ever move.
  ///
  /// A lane that has no finite way to go, because one of its places is infinite or NaN or because
  /// it is as long as the greatest numbers, is at its target from the start.
  ///
  /// - Parameters:
  ///   - velocity: With which it arrives at the start.
  ///   - blend: What leads it instead of its spring.
  @inlinable
  init(
    from: Components, to: Components, velocity: Components, animation: Animation, blend: Blend?,
    start: Instant, thresholds: Components
  ) {
    let isReachable = (to - from).isFollowable
    let distance = (to - from).replacing(with: 0, where: .!isReachable)
    let release = animation.curve.release
    let velocity = (velocity * release.kept + distance * release.relative)
      .followable.replacing(with: 0, where: .!isReachable)
    guard distance != .zero || velocity != .zero else {
      self.init(restingAt: to)
      return
    }
    let duration = animation.curve.settlingTime(
      of: distance, from: velocity, within: thresholds, blend)
    let from = from.replacing(with: to, where: .!isReachable)
    self.init(
      Route(from: from, to: to, velocity: velocity),
      Course(
        Shape(animation.curve), lasting: duration, start: start,
        delay: animation.plainDelay ?? 0))
  }

  /// How fast it goes, in units per second.
  @inlinable
  func velocity(at now: Instant) -> Components {
    guard now < course.end, now >= course.departure else { return .zero }
    return route.velocity(by: course.weights(at: now))
  }
}

extension Animation.Curve {
  /// How long it takes, in nanoseconds: until no more than the threshold is left in any lane, where
  /// it has no duration of its own.
  @inlinable
  func settlingTime<Components: SIMD<Double>>(
    of distance: Components, from velocity: Components, within thresholds: Components,
    _ blend: Blend?
  ) -> Int64 {
    if let ownDuration { return ownDuration }
    var longest = 0.0
    for lane in distance.indices where distance[lane] != 0 || velocity[lane] != 0 {
      let start = Spring.State(displacement: -distance[lane], velocity: velocity[lane])
      longest = max(longest, settlingTime(from: start, threshold: thresholds[lane], blend))
    }
    return Int64(saturating: (longest * 1e9).rounded(.up))
  }

  /// In nanoseconds, where it does not follow from distance and velocity.
  @usableFromInline var ownDuration: Int64? {
    guard case .timing(_, let duration) = self else { return nil }
    return max(0, duration.wholeNanoseconds)
  }

  /// When no more than the threshold is left, in seconds; 0 for a curve with its own duration.
  @usableFromInline
  func settlingTime(from start: Spring.State, threshold: Double, _ blend: Blend?) -> Double {
    if let blend { return blend.settlingTime(from: start, threshold: threshold) }
    switch self {
    case .spring(let spring), .springReleased(let spring, _), .springBlended(let spring, _):
      return spring.settlingTime(from: start, threshold: threshold)
    case .decay(let decay):
      return decay.settlingTime(from: start.displacement, threshold: threshold)
    case .timing: return 0
    }
  }
}

extension Animation {
  /// How long to wait, in nanoseconds, where that is all that modifies it; `nil` where there is
  /// more.
  @usableFromInline var plainDelay: Int64? {
    guard let first = modifiers.first else { return 0 }
    guard modifiers.count == 1, case .delay(let wait) = first else { return nil }
    return wait
  }
}

extension Animation.Curve {
  /// The velocity at the start: so much of the one that was there, and so many distances to the
  /// target per second.
  @usableFromInline var release: (kept: Double, relative: Double) {
    switch self {
    case .spring, .springBlended: (1, 0)
    case .springReleased(_, let relativeVelocity): (0, relativeVelocity)
    case .timing: (0, 0)
    case .decay(let decay): (0, decay.velocity(toTravel: 1))
    }
  }
}

extension Double {
  /// So far below the greatest number that whatever a motion is made of stays finite.
  @inlinable static var unfollowable: Double { 1e290 }

  /// Whether a motion leads there; not to NaN.
  var isFollowable: Bool { abs(self) < .unfollowable }
}

extension SIMD<Double> {
  /// To which lanes a motion leads; not to NaN.
  @inlinable var isFollowable: SIMDMask<MaskStorage> {
    (self .< Self(repeating: .unfollowable)) .& (self .> Self(repeating: -.unfollowable))
  }

  /// Lanes from which no motion leads back to numbers replaced by 0.
  @inlinable var followable: Self { replacing(with: 0, where: .!isFollowable) }
}
