/// A curve between a start instant and an end instant.
///
/// It is not generic over the animated value, so it is compiled once for all value types. It consists of
/// plain numbers, so an `Animated` in an array, also of another module, is evaluated without copying or
/// retaining it.
@usableFromInline struct ScheduledCurve: Sendable {
  @usableFromInline enum Curve: Sendable {
    case spring(Spring)
    case timing(TimingCurve)
    case decay(Decay)
    /// No curve of its own: a value at rest, or one that follows keyframes.
    case none
  }

  @usableFromInline let curve: Curve
  /// The start instant, after the initial delay.
  @usableFromInline let start: Instant
  /// The end instant.
  @usableFromInline let end: Instant

  @usableFromInline init(_ curve: Curve, from start: Instant, to end: Instant) {
    (self.curve, self.start, self.end) = (curve, start, end)
  }

  /// - Parameters:
  ///   - duration: In nanoseconds.
  ///   - delay: The initial delay, in nanoseconds.
  @usableFromInline init(_ curve: Curve, lasting duration: Int64, start: Instant, delay: Int64 = 0) {
    let motionStart = start.advanced(byNanoseconds: delay)
    self.init(curve, from: motionStart, to: motionStart.advanced(byNanoseconds: duration))
  }

  /// The curve of a value at rest at its target.
  @usableFromInline static var resting: ScheduledCurve {
    ScheduledCurve(.none, from: .distantPast, to: .distantPast)
  }

  /// The duration in nanoseconds.
  @inlinable var duration: Int64 { end.nanoseconds(since: start) }

  /// Returns the spring that moves the value at an instant, or `nil` if none does.
  @usableFromInline func spring(at now: Instant) -> Spring? { start <= now && now < end ? curve.spring : nil }

  /// Returns the transition from the start to an instant, which is at most the end.
  @inlinable func transition(at now: Instant) -> Spring.Transition {
    transition(over: now.nanoseconds(since: start))
  }

  /// Returns the transition over a time since the start, in nanoseconds, positive.
  @inlinable func transition(over time: Int64) -> Spring.Transition {
    switch curve {
    case .spring(let spring): spring.runningTransition(over: Double(time) / 1e9)
    case .timing(let curve): curve.transition(over: time, of: duration)
    case .decay(let decay): decay.transition(over: Double(time) / 1e9)
    case .none: .rest
    }
  }
}

extension ScheduledCurve.Curve {
  @usableFromInline init(_ curve: Animation.Curve) {
    switch curve {
    case .spring(let spring), .springReleased(let spring, _), .springBlended(let spring, _):
      self = .spring(spring)
    case .timingCurve(let timing, _): self = .timing(timing)
    case .decay(let decay): self = .decay(decay)
    }
  }

  /// The spring of the curve; `nil` if it is not a spring.
  @usableFromInline var spring: Spring? {
    guard case .spring(let spring) = self else { return nil }
    return spring
  }

  /// The curve whose duration depends on the threshold; `nil` if the duration is fixed.
  var settlingCurve: Animation.Curve? {
    switch self {
    case .spring(let spring): .spring(spring)
    case .decay(let decay): .decay(decay)
    case .timing, .none: nil
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
