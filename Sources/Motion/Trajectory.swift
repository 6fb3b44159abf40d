/// A motion from one position to another, in closed form.
///
/// It consists of plain numbers. Everything that only some motions have is in an `AnimationStack`.
@usableFromInline struct Trajectory<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline let endpoints: MotionEndpoints<Components>
  @usableFromInline let schedule: ScheduledCurve

  @inlinable init(_ endpoints: MotionEndpoints<Components>, _ schedule: ScheduledCurve) {
    (self.endpoints, self.schedule) = (endpoints, schedule)
  }

  /// Creates the trajectory of a value at rest.
  @inlinable init(restingAt position: Components) {
    self.init(MotionEndpoints(from: position, to: position, velocity: .zero), .resting)
  }

  /// Creates a trajectory. It is at rest if nothing would move.
  ///
  /// A lane is at its target from the start if one of its positions is infinite or NaN, or if its
  /// distance is out of range.
  ///
  /// - Parameters:
  ///   - velocity: The current velocity at the start.
  ///   - blend: The blend that replaces the spring of the animation; `nil` if there is none.
  @inlinable init(
    from: Components, to: Components, velocity: Components, animation: Animation, blend: SpringBlend?,
    start: Instant, thresholds: Components
  ) {
    let isReachable = (to - from).isInRange
    let distance = (to - from).replacing(with: 0, where: .!isReachable)
    let factors = animation.curve.initialVelocityFactors
    let velocity = (velocity * factors.retained + distance * factors.relative).replacingOutOfRange.replacing(
      with: 0, where: .!isReachable)
    guard distance != .zero || velocity != .zero else {
      self.init(restingAt: to)
      return
    }
    let duration = animation.curve.settlingTime(of: distance, from: velocity, within: thresholds, blend)
    let from = from.replacing(with: to, where: .!isReachable)
    self.init(
      MotionEndpoints(from: from, to: to, velocity: velocity),
      ScheduledCurve(
        MotionCurve(animation.curve), lasting: duration, start: start,
        delay: animation.initialDelayOnly ?? 0))
  }

  /// Returns the velocity at an instant, in units per second.
  @inlinable func velocity(at now: Instant) -> Components {
    guard now < schedule.end, now >= schedule.start else { return .zero }
    return endpoints.velocity(by: schedule.weights(at: now))
  }
}

extension Animation.Curve {
  /// Returns the duration in nanoseconds: the fixed duration of the curve, or else the time until
  /// the remaining motion of every lane is within its threshold.
  @inlinable func settlingTime<Components: SIMD<Double>>(
    of distance: Components, from velocity: Components, within thresholds: Components, _ blend: SpringBlend?
  ) -> Int64 {
    if let fixedDuration { return fixedDuration }
    var maximum = 0.0
    for lane in distance.indices where distance[lane] != 0 || velocity[lane] != 0 {
      let start = Spring.State(displacement: -distance[lane], velocity: velocity[lane])
      maximum = max(maximum, settlingTime(from: start, threshold: thresholds[lane], blend))
    }
    return Int64(saturating: (maximum * 1e9).rounded(.up))
  }

  /// The fixed duration in nanoseconds; `nil` if the duration depends on distance and velocity.
  @usableFromInline var fixedDuration: Int64? {
    guard case .timingCurve(_, let duration) = self else { return nil }
    return max(0, duration.wholeNanoseconds)
  }

  /// Returns the time in seconds after which the remaining motion is within the threshold; 0 for a
  /// curve with a fixed duration.
  @usableFromInline func settlingTime(from start: Spring.State, threshold: Double, _ blend: SpringBlend?)
    -> Double
  {
    if let blend { return blend.settlingTime(from: start, threshold: threshold) }
    switch self {
    case .spring(let spring), .springReleased(let spring, _), .springBlended(let spring, _):
      return spring.settlingTime(from: start, threshold: threshold)
    case .decay(let decay): return decay.settlingTime(from: start.displacement, threshold: threshold)
    case .timingCurve: return 0
    }
  }
}

extension Animation {
  /// The delay in nanoseconds if a delay is the only modifier, 0 if there are no modifiers, and
  /// `nil` otherwise.
  @usableFromInline var initialDelayOnly: Int64? {
    guard let first = modifiers.first else { return 0 }
    guard modifiers.count == 1, case .delay(let wait) = first else { return nil }
    return wait
  }
}

extension Animation.Curve {
  /// The initial velocity as a fraction of the current velocity, plus a number of distances to the
  /// target per second.
  @usableFromInline var initialVelocityFactors: (retained: Double, relative: Double) {
    switch self {
    case .spring, .springBlended: (1, 0)
    case .springReleased(_, let relativeVelocity): (0, relativeVelocity)
    case .timingCurve: (0, 0)
    case .decay(let decay): (0, decay.velocity(toTravel: 1))
    }
  }
}

extension Double {
  /// The limit for magnitudes, far enough below the greatest number that all arithmetic of a motion
  /// stays finite.
  @inlinable static var magnitudeLimit: Double { 1e290 }

  /// Whether the number is in range for a motion; `false` for NaN.
  var isInRange: Bool { abs(self) < .magnitudeLimit }
}

extension SIMD<Double> {
  /// The lanes that are in range for a motion; NaN is not.
  @inlinable var isInRange: SIMDMask<MaskStorage> {
    (self .< Self(repeating: .magnitudeLimit)) .& (self .> Self(repeating: -.magnitudeLimit))
  }

  /// The vector with 0 in all lanes that are out of range.
  @inlinable var replacingOutOfRange: Self { replacing(with: 0, where: .!isInRange) }
}

/// The start value, end value and initial velocity of a motion.
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

  /// Whether the distance or the velocity is not zero.
  @inlinable var hasMotion: Bool { distance != .zero || velocity != .zero }

  /// Returns the position for the given coefficients.
  @inlinable func position(by weights: MotionCoefficients) -> Components {
    to + (velocity * weights.xv - distance * weights.xx)
  }

  /// Returns the velocity for the given coefficients, in units per second.
  @inlinable func velocity(by weights: MotionCoefficients) -> Components {
    velocity * weights.vv - distance * weights.vx
  }
}
