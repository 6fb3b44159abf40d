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
