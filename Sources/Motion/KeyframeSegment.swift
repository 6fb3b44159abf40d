/// The interpolation between two consecutive keyframes.
@usableFromInline struct KeyframeSegment<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline enum Interpolation: Sendable {
    case timed(TimingCurve)
    /// A cubic with the velocities at its start and end, in units per second.
    case cubic(Components, Components)
    /// A spring with the velocity at its start, in units per second.
    case spring(Spring, Components)
  }

  /// The start time in nanoseconds since the beginning of the track.
  @usableFromInline let start: Int64
  /// The duration in nanoseconds, positive.
  @usableFromInline let duration: Int64
  @usableFromInline let from: Components
  @usableFromInline let to: Components
  @usableFromInline let interpolation: Interpolation

  /// Returns the position after a time.
  ///
  /// - Parameter time: The time since the start of the segment, in nanoseconds, in 0…`duration`.
  @inlinable func position(after time: Int64) -> Components {
    switch interpolation {
    case .timed(let curve): return from + (to - from) * curve.value(at: fraction(of: time))
    case .cubic(let start, let end):
      let (u, seconds) = (fraction(of: time), Double(duration) / 1e9)
      // Hermite form: the distance times u²(3 − 2u), the velocities times u(1 − u)² and −u²(1 − u).
      let (remaining, square) = (1 - u, u * u)
      let velocityTerm = start * (u * remaining * remaining) - end * (square * remaining)
      return from + ((to - from) * (square * (3 - 2 * u)) + velocityTerm * seconds)
    case .spring(let spring, let velocity):
      guard time > 0 else { return from }
      let transition = spring.transition(over: Double(time) / 1e9)
      return to + (velocity * transition.xv - (to - from) * transition.xx)
    }
  }

  /// Returns the velocity after a time, in units per second.
  @inlinable func velocity(after time: Int64) -> Components {
    let seconds = Double(duration) / 1e9
    switch interpolation {
    case .timed(let curve):
      return ((to - from) * (curve.velocity(at: fraction(of: time)) / seconds)).replacingOutOfRange
    case .cubic(let start, let end):
      let u = fraction(of: time)
      let ends = start * ((1 - u) * (1 - 3 * u)) + end * (u * (3 * u - 2))
      return (to - from) * (6 * u * (1 - u) / seconds) + ends
    case .spring(let spring, let velocity):
      guard time > 0 else { return velocity }
      let transition = spring.transition(over: Double(time) / 1e9)
      return velocity * transition.vv - (to - from) * transition.vx
    }
  }

  @inlinable func fraction(of time: Int64) -> Double { Double(time) / Double(duration) }
}

extension KeyframeSegment.Interpolation {
  /// Returns the nanoseconds until a spring is within a thousandth of its distance, or of the
  /// distance that its velocity travels during one response; 0 for the other interpolations.
  func settlingTime(from start: Components, to position: Components) -> Int64 {
    guard case .spring(let spring, let velocity) = self else { return 0 }
    let distance = position - start
    var extent = 0.0
    for lane in distance.indices {
      extent = max(extent, abs(distance[lane]), abs(velocity[lane]) * spring.response)
    }
    return Animation.Curve.spring(spring).settlingTime(
      of: distance, from: velocity, within: Components(repeating: extent / 1000), nil)
  }
}
