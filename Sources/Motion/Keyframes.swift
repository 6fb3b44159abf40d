/// The segments of a keyframe track, with all velocities and durations computed.
@usableFromInline struct Keyframes<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline let start: Components
  @usableFromInline private(set) var end: Components
  /// The total duration in nanoseconds.
  @usableFromInline private(set) var duration: Int64 = 0
  /// The segments in order, each with a positive duration.
  @usableFromInline private(set) var segments: [KeyframeSegment<Components>] = []

  init<Value>(from start: Components, velocity: Components, _ keyframes: [Keyframe<Value>])
  where Value.Components == Components {
    self.start = start.replacing(with: 0, where: .!start.isInRange)
    end = self.start
    var velocity = velocity.replacingOutOfRange
    for (index, keyframe) in keyframes.enumerated() {
      let next = index + 1 < keyframes.count ? keyframes[index + 1] : nil
      append(keyframe, before: next, &velocity)
    }
  }

  /// Returns the position after a time in nanoseconds, which is clamped to the duration.
  @inlinable func position(after time: Int64) -> Components {
    guard time > 0, let segment = segment(at: time) else { return time < duration ? start : end }
    return time < duration ? segment.position(after: time - segment.start) : end
  }

  @inlinable func velocity(after time: Int64) -> Components {
    guard time >= 0, time < duration, let segment = segment(at: time) else { return .zero }
    return segment.velocity(after: time - segment.start)
  }

  @inlinable func segment(at time: Int64) -> KeyframeSegment<Components>? {
    segments.last { $0.start <= time }
  }

  /// - Parameter velocity: The velocity at the current end of the track; updated to the velocity at
  ///   the end of the keyframe.
  private mutating func append<Value>(
    _ keyframe: Keyframe<Value>, before next: Keyframe<Value>?, _ velocity: inout Components
  ) where Value.Components == Components {
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

extension Keyframe {
  /// Returns the interpolation from a position to the position of this keyframe.
  ///
  /// - Parameter velocity: The velocity at the end of the previous keyframe.
  fileprivate func interpolation(
    from start: Value.Components, to position: Value.Components, _ velocity: Value.Components,
    before next: Keyframe?
  ) -> KeyframeSegment<Value.Components>.Interpolation {
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
    from start: Value.Components, through position: Value.Components, before next: Keyframe?
  ) -> Value.Components {
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
