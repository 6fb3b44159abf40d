/// The start value, end value and initial velocity of a motion.
///
/// With a transition of a curve, the position is end + xv·v₀ − xx·d and the velocity is vv·v₀ − vx·d, where
/// d is the distance and v₀ the initial velocity. Every curve has this form, so a curve is independent of the
/// type of the value.
@usableFromInline struct MotionEndpoints<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline let from: Components
  @usableFromInline let to: Components
  /// The distance from start to end.
  @usableFromInline let distance: Components
  /// The initial velocity, in units per second.
  @usableFromInline let velocity: Components

  @inlinable init(from: Components, to: Components, velocity: Components) {
    (self.from, self.to, self.velocity) = (from, to, velocity)
    distance = (to - from).replacingOutOfRange
  }

  /// Creates the endpoints of a value at rest.
  @inlinable init(restingAt position: Components) {
    self.init(from: position, to: position, velocity: .zero)
  }

  /// Creates the endpoints of a motion along a curve.
  ///
  /// A lane is at its target from the start if one of its positions is infinite or NaN, or if its
  /// distance is out of range.
  ///
  /// - Parameter velocity: The current velocity at the start.
  @inlinable init(from: Components, to: Components, velocity: Components, along curve: Animation.Curve) {
    let isReachable = (to - from).isInRange
    let distance = (to - from).replacing(with: 0, where: .!isReachable)
    let factors = curve.initialVelocityFactors
    self.init(
      from: from.replacing(with: to, where: .!isReachable), to: to,
      velocity: (velocity * factors.retained + distance * factors.relative).replacingOutOfRange.replacing(
        with: 0, where: .!isReachable))
  }

  /// Whether the distance or the velocity is not zero.
  @inlinable var hasMotion: Bool { distance != .zero || velocity != .zero }

  /// Returns the position after a transition.
  @inlinable func position(by transition: Spring.Transition) -> Components {
    to + (velocity * transition.xv - distance * transition.xx)
  }

  /// Returns the velocity after a transition, in units per second.
  @inlinable func velocity(by transition: Spring.Transition) -> Components {
    velocity * transition.vv - distance * transition.vx
  }

  /// Returns the schedule of the motion that an animation starts at an instant.
  @inlinable func schedule(
    _ animation: Animation, from start: Instant, within threshold: Double
  ) -> ScheduledCurve {
    guard hasMotion else { return .resting }
    return ScheduledCurve(
      animation.curve,
      lasting: animation.curve.settlingTime(of: distance, from: velocity, within: threshold),
      start: start, delay: animation.initialDelay)
  }
}

extension Animation.Curve {
  /// Returns the duration in nanoseconds: the fixed duration of the curve, or else the time until
  /// the remaining motion of every lane is within the threshold.
  @inlinable func settlingTime<Components: SIMD<Double>>(
    of distance: Components, from velocity: Components, within threshold: Double
  ) -> Int64 {
    if case .timingCurve(_, let duration) = self { return max(0, duration.wholeNanoseconds) }
    var maximum = 0.0
    for lane in distance.indices where distance[lane] != 0 || velocity[lane] != 0 {
      let start = Spring.State(displacement: -distance[lane], velocity: velocity[lane])
      maximum = max(maximum, settlingTime(from: start, threshold: threshold))
    }
    return Int64(saturating: (maximum * 1e9).rounded(.up))
  }

  /// Returns the time in seconds after which the remaining motion is within the threshold; 0 for a
  /// curve with a fixed duration.
  @usableFromInline func settlingTime(from start: Spring.State, threshold: Double) -> Double {
    switch self {
    case .spring(let spring), .springReleased(let spring, _):
      return spring.settlingTime(from: start, threshold: threshold)
    case .decay(let decay): return decay.settlingTime(from: start.displacement, threshold: threshold)
    case .timingCurve: return 0
    }
  }

  /// The initial velocity as a fraction of the current velocity, plus a number of distances to the
  /// target per second.
  @usableFromInline var initialVelocityFactors: (retained: Double, relative: Double) {
    switch self {
    case .spring: (1, 0)
    case .springReleased(_, let relativeVelocity): (0, relativeVelocity)
    case .timingCurve: (0, 0)
    case .decay(let decay): (0, decay.velocity(toTravel: 1))
    }
  }
}

/// A curve between a start instant and an end instant.
///
/// It is not generic over the animated value, so it is compiled once for all value types. It consists of
/// plain numbers, so an `Animated` in an array, also of another module, is evaluated without copying or
/// retaining it.
@usableFromInline struct ScheduledCurve: Sendable {
  /// The curve. `nil` if the value follows keyframes or is at rest.
  @usableFromInline let curve: Animation.Curve?
  /// The start instant, after the initial delay.
  @usableFromInline let start: Instant
  /// The end instant.
  @usableFromInline let end: Instant

  /// - Parameters:
  ///   - duration: In nanoseconds.
  ///   - delay: The initial delay, in nanoseconds.
  @usableFromInline init(_ curve: Animation.Curve?, lasting duration: Int64, start: Instant, delay: Int64 = 0)
  {
    self.curve = curve
    self.start = start.advanced(byNanoseconds: delay)
    end = self.start.advanced(byNanoseconds: duration)
  }

  /// The curve of a value at rest at its target.
  @usableFromInline static var resting: ScheduledCurve {
    ScheduledCurve(nil, lasting: 0, start: .distantPast)
  }

  /// Returns the transition from the start to an instant between start and end.
  @inlinable func transition(at now: Instant) -> Spring.Transition {
    let time = now.nanoseconds(since: start)
    return switch curve {
    case .spring(let spring), .springReleased(let spring, _):
      spring.runningTransition(over: Double(time) / 1e9)
    case .timingCurve(let curve, _): curve.transition(over: time, of: end.nanoseconds(since: start))
    case .decay(let decay): decay.transition(over: Double(time) / 1e9)
    case nil: .rest
    }
  }

  var spring: Spring? {
    switch curve {
    case .spring(let spring), .springReleased(let spring, _): spring
    case .timingCurve, .decay, nil: nil
    }
  }
}

extension TimingCurve {
  /// A slope steeper than any visible motion that remains finite when it is multiplied.
  private static let maximumSlope = 1e15

  /// Returns the transition over a time of a duration, both in nanoseconds.
  @usableFromInline func transition(over time: Int64, of duration: Int64)
    -> Spring.Transition
  {
    let fraction = Double(time) / Double(duration)
    let slope = velocity(at: fraction) / (Double(duration) / 1e9)
    return Spring.Transition(
      xx: 1 - value(at: fraction), xv: 0, vx: -max(-Self.maximumSlope, min(slope, Self.maximumSlope)), vv: 0)
  }
}
