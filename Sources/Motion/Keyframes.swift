/// The segments of a keyframe track, with all velocities and durations computed.
struct Keyframes: Sendable {
  let start: SIMD8<Double>
  private(set) var end: SIMD8<Double>
  /// The total duration in nanoseconds.
  private(set) var duration: Int64 = 0
  /// The segments in order, each with a positive duration.
  private(set) var segments: [KeyframeSegment] = []

  init(from start: SIMD8<Double>, velocity: SIMD8<Double>, _ keyframes: [AnyKeyframe]) {
    self.start = start.replacing(with: 0, where: .!start.isInRange)
    end = self.start
    var velocity = velocity.replacingOutOfRange
    for (index, keyframe) in keyframes.enumerated() {
      let next = index + 1 < keyframes.count ? keyframes[index + 1] : nil
      append(keyframe, before: next, &velocity)
    }
  }

  /// Returns the position after a time in nanoseconds, which is clamped to the duration.
  func position(after time: Int64) -> SIMD8<Double> {
    guard time > 0, let segment = segment(at: time) else { return time < duration ? start : end }
    return time < duration ? segment.position(after: time - segment.start) : end
  }

  func velocity(after time: Int64) -> SIMD8<Double> {
    guard time >= 0, time < duration, let segment = segment(at: time) else { return .zero }
    return segment.velocity(after: time - segment.start)
  }

  func segment(at time: Int64) -> KeyframeSegment? { segments.last { $0.start <= time } }

  /// - Parameter velocity: The velocity at the current end of the track; updated to the velocity at
  ///   the end of the keyframe.
  private mutating func append(
    _ keyframe: AnyKeyframe, before next: AnyKeyframe?, _ velocity: inout SIMD8<Double>
  ) {
    let position = keyframe.position.replacing(with: end, where: .!keyframe.position.isInRange)
    let interpolation = keyframe.interpolation(from: end, to: position, velocity, before: next)
    let segmentDuration =
      keyframe.duration?.wholeNanoseconds ?? interpolation.settlingTime(from: end, to: position)
    guard segmentDuration > 0, duration < .max - segmentDuration else {
      (end, velocity) = (position, .zero)
      return
    }
    let segment = KeyframeSegment(
      start: duration, duration: segmentDuration, from: end, to: position, interpolation: interpolation)
    segments.append(segment)
    duration += segmentDuration
    guard keyframe.duration != nil else {
      (end, velocity) = (position, .zero)
      return
    }
    let arrival = segment.position(after: segmentDuration)
    end = arrival.replacing(with: position, where: .!arrival.isInRange)
    velocity = segment.velocity(after: segmentDuration).replacingOutOfRange
  }
}

/// The keyframes that a value follows, in an object so that other values need no space for them.
@usableFromInline final class KeyframePlayback: Sendable {
  private let keyframes: Keyframes

  init(_ keyframes: Keyframes) { self.keyframes = keyframes }

  /// Returns the first lanes of the position after a time in nanoseconds.
  ///
  /// This and the next function are not inlined. Otherwise, a frame of any value in an array would retain
  /// its keyframes, even if it has none (`MotionBenchmarks --check`).
  @inlinable @inline(never) func position<Components: SIMD<Double>>(after time: Int64) -> Components {
    Components(narrowing: widePosition(after: time))
  }

  /// Returns the first lanes of the velocity after a time in nanoseconds, in units per second.
  @inlinable @inline(never) func velocity<Components: SIMD<Double>>(after time: Int64) -> Components {
    Components(narrowing: wideVelocity(after: time))
  }

  @usableFromInline func widePosition(after time: Int64) -> SIMD8<Double> { keyframes.position(after: time) }

  @usableFromInline func wideVelocity(after time: Int64) -> SIMD8<Double> { keyframes.velocity(after: time) }
}

extension AnyKeyframe {
  /// Returns the interpolation from a position to the position of this keyframe.
  ///
  /// - Parameter velocity: The velocity at the end of the previous keyframe.
  fileprivate func interpolation(
    from start: SIMD8<Double>, to position: SIMD8<Double>, _ velocity: SIMD8<Double>,
    before next: AnyKeyframe?
  ) -> KeyframeSegment.Interpolation {
    switch interpolation {
    case .timed(let curve): .timed(curve)
    case .spring(let spring): .spring(spring, velocity)
    case .cubic(let startVelocity, let endVelocity):
      .cubic(
        startVelocity?.replacingOutOfRange ?? velocity,
        endVelocity?.replacingOutOfRange ?? passingVelocity(from: start, through: position, before: next))
    }
  }

  /// Returns the velocity at the end of a cubic that matches the next keyframe.
  private func passingVelocity(
    from start: SIMD8<Double>, through position: SIMD8<Double>, before next: AnyKeyframe?
  ) -> SIMD8<Double> {
    guard let next, let time = next.duration?.inSeconds, time > 0 else { return .zero }
    let end = next.position.replacing(with: position, where: .!next.position.isInRange)
    switch next.interpolation {
    case .timed(let curve): return ((end - position) * (curve.velocity(at: 0) / time)).replacingOutOfRange
    case .spring: return .zero
    case .cubic(let startVelocity, _):
      let chord = (end - start) / ((duration ?? .zero).inSeconds + time)
      return (startVelocity ?? chord).replacingOutOfRange
    }
  }
}

/// The interpolation between two consecutive keyframes.
struct KeyframeSegment: Sendable {
  enum Interpolation: Sendable {
    case timed(TimingCurve)
    /// A cubic with the velocities at its start and end, in units per second.
    case cubic(SIMD8<Double>, SIMD8<Double>)
    /// A spring with the velocity at its start, in units per second.
    case spring(Spring, SIMD8<Double>)
  }

  /// The start time in nanoseconds since the beginning of the track.
  let start: Int64
  /// The duration in nanoseconds, positive.
  let duration: Int64
  let from: SIMD8<Double>
  let to: SIMD8<Double>
  let interpolation: Interpolation

  /// Returns the position after a time.
  ///
  /// - Parameter time: The time since the start of the segment, in nanoseconds, in 0…`duration`.
  func position(after time: Int64) -> SIMD8<Double> {
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
  func velocity(after time: Int64) -> SIMD8<Double> {
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

  func fraction(of time: Int64) -> Double { Double(time) / Double(duration) }
}

extension KeyframeSegment.Interpolation {
  /// Returns the nanoseconds until a spring is within a thousandth of its distance, or of the
  /// distance that its velocity travels during one response; 0 for the other interpolations.
  func settlingTime(from start: SIMD8<Double>, to position: SIMD8<Double>) -> Int64 {
    guard case .spring(let spring, let velocity) = self else { return 0 }
    let distance = position - start
    var extent = 0.0
    for lane in distance.indices {
      extent = max(extent, abs(distance[lane]), abs(velocity[lane]) * spring.response)
    }
    return Animation.Curve.spring(spring).settlingTime(
      of: distance, from: velocity, within: SIMD8(repeating: extent / 1000))
  }
}
