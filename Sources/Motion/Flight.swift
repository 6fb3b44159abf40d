/// One motion from a place to another, as a closed form of the time since its start.
///
/// It is plain numbers; what only some motions have is in a `Plan` beside it.
@usableFromInline
struct Flight<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline let from: Components
  @usableFromInline let to: Components
  /// From the one to the other.
  @usableFromInline let distance: Components
  /// At the start, in units per second.
  @usableFromInline let velocity: Components
  @usableFromInline var course: Course

  @inlinable
  init(from: Components, to: Components, velocity: Components, course: Course) {
    self.from = from
    self.to = to
    distance = (to - from).followable
    self.velocity = velocity
    self.course = course
  }

  /// What rests.
  @inlinable
  init(restingAt place: Components) {
    self.init(from: place, to: place, velocity: .zero, course: .resting)
  }

  /// Creates a motion; it is at rest where nothing would ever move.
  ///
  /// A lane that has no finite way to go, because one of its places is infinite or NaN or because
  /// it is as long as the greatest numbers, is at its target from the start.
  ///
  /// - Parameter velocity: With which it arrives at the start.
  @inlinable
  init(
    from: Components, to: Components, velocity: Components, animation: Animation,
    after interrupted: Shape?, start: Instant, thresholds: Components
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
    let shape = Shape(animation.curve, after: interrupted)
    let seconds = shape.settlingTime(of: distance, from: velocity, within: thresholds)
    self.init(
      from: from.replacing(with: to, where: .!isReachable), to: to, velocity: velocity,
      course: Course(shape, lasting: seconds, start: start, delay: animation.plainDelay ?? 0))
  }

  /// Where it is; `nil` where it stands at its target.
  @inlinable
  func place(by weights: Weights) -> Components? {
    switch weights.place {
    case .start: from
    case .between: to + (velocity * weights.xv - distance * weights.xx)
    case .target: nil
    }
  }

  /// How fast it goes, in units per second.
  @inlinable
  func velocity(by weights: Weights) -> Components {
    velocity * weights.vv - distance * weights.vx
  }

  /// Where it comes to rest.
  @inlinable var rest: Components { course.endsAtTarget ? to : from }

  /// What moves the value at an instant; `nil` where it is over.
  @inlinable
  func shape(at now: Instant) -> Shape? { course.isOver(at: now) ? nil : course.shape }
}

extension Shape {
  /// When no more than the threshold is left in any lane, in seconds.
  @inlinable
  func settlingTime<Components: SIMD<Double>>(
    of distance: Components, from velocity: Components, within thresholds: Components
  ) -> Double {
    var longest = 0.0
    for lane in distance.indices where distance[lane] != 0 || velocity[lane] != 0 {
      let time = settlingTime(
        displacement: -distance[lane], velocity: velocity[lane], threshold: thresholds[lane])
      longest = max(longest, time)
    }
    return longest
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
