/// A `MotionCurve` between a start instant and an end instant.
///
/// It is not generic over the animated value, so it is compiled once for all value types.
@usableFromInline struct ScheduledCurve: Sendable {
  @usableFromInline let curve: MotionCurve
  /// The start instant, after the initial delay.
  @usableFromInline let start: Instant
  /// The end instant.
  @usableFromInline let end: Instant

  @inlinable init(_ curve: MotionCurve, from start: Instant, to end: Instant) {
    (self.curve, self.start, self.end) = (curve, start, end)
  }

  /// - Parameters:
  ///   - duration: In nanoseconds.
  ///   - delay: The initial delay, in nanoseconds.
  @usableFromInline init(_ curve: MotionCurve, lasting duration: Int64, start: Instant, delay: Int64 = 0) {
    let motionStart = start.advanced(byNanoseconds: delay)
    self.init(curve, from: motionStart, to: motionStart.advanced(byNanoseconds: duration))
  }

  /// The curve of a value at rest at its target.
  @inlinable static var resting: ScheduledCurve {
    ScheduledCurve(.none, from: .distantPast, to: .distantPast)
  }

  /// The duration in nanoseconds.
  @inlinable var duration: Int64 { end.nanoseconds(since: start) }

  /// Returns the spring that moves the value at an instant, or `nil` if none does.
  @inlinable func spring(at now: Instant) -> Spring? { start <= now && now < end ? curve.spring : nil }

  /// Returns the coefficients of the motion at an instant.
  ///
  /// - Parameter now: An instant from the start to the end.
  @inlinable func weights(at now: Instant) -> MotionCoefficients {
    curve.weights(after: now.nanoseconds(since: start), of: duration)
  }
}
