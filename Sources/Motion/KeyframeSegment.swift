/// The way from one keyframe to the next.
@usableFromInline
struct KeyframeSegment<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline
  enum Way: Sendable {
    case timed(TimingCurve)
    /// The velocities at start and end, in units per second.
    case cubic(Components, Components)
    /// The velocity at the start.
    case spring(Spring, Components)
  }

  /// Since the track's beginning, in nanoseconds.
  @usableFromInline let begin: Int64
  /// In nanoseconds, positive.
  @usableFromInline let duration: Int64
  @usableFromInline let from: Components
  @usableFromInline let to: Components
  @usableFromInline let way: Way

  /// - Parameter time: Since its own beginning, in nanoseconds, 0…`duration`.
  @inlinable
  func place(after time: Int64) -> Components {
    switch way {
    case .timed(let curve): return from + (to - from) * curve.value(at: fraction(of: time))
    case .cubic(let start, let end):
      let (u, seconds) = (fraction(of: time), Double(duration) / 1e9)
      // Hermite's form: the way by u²(3 − 2u), the velocities by u(1 − u)² and −u²(1 − u).
      let (rest, square) = (1 - u, u * u)
      let bend = start * (u * rest * rest) - end * (square * rest)
      return from + ((to - from) * (square * (3 - 2 * u)) + bend * seconds)
    case .spring(let spring, let velocity):
      guard time > 0 else { return from }
      let transition = spring.transition(over: Double(time) / 1e9)
      return to + (velocity * transition.xv - (to - from) * transition.xx)
    }
  }

  /// In units per second.
  @inlinable
  func velocity(after time: Int64) -> Components {
    let seconds = Double(duration) / 1e9
    switch way {
    case .timed(let curve):
      return ((to - from) * (curve.velocity(at: fraction(of: time)) / seconds)).followable
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

  @inlinable
  func fraction(of time: Int64) -> Double { Double(time) / Double(duration) }
}

extension KeyframeSegment.Way {
  /// Nanoseconds until a spring has no more than a thousandth of its way left, or of that which its
  /// velocity would take it in a response; 0 for what has a duration of its own.
  func settlingTime(from start: Components, to place: Components) -> Int64 {
    guard case .spring(let spring, let velocity) = self else { return 0 }
    let distance = place - start
    var reach = 0.0
    for lane in distance.indices {
      reach = max(reach, abs(distance[lane]), abs(velocity[lane]) * spring.response)
    }
    return Animation.Curve.spring(spring).settlingTime(
      of: distance, from: velocity, within: Components(repeating: reach / 1000), nil)
  }
}
