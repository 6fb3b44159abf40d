/// The numbers of a keyframe track, every velocity and time in it worked out.
@usableFromInline
struct Keyframes<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline let start: Components
  @usableFromInline private(set) var end: Components
  /// In nanoseconds.
  @usableFromInline private(set) var duration: Int64 = 0
  /// One after the other, none of them empty.
  @usableFromInline private(set) var segments: [KeyframeSegment<Components>] = []

  init<Value>(from start: Components, velocity: Components, _ steps: [Keyframe<Value>])
  where Value.Components == Components {
    self.start = start.replacing(with: 0, where: .!start.isFollowable)
    end = self.start
    var velocity = velocity.followable
    for (index, step) in steps.enumerated() {
      let next = index + 1 < steps.count ? steps[index + 1] : nil
      append(step, before: next, &velocity)
    }
  }

  /// - Parameter time: In nanoseconds; clamped to the duration.
  @inlinable
  func place(after time: Int64) -> Components {
    guard time > 0, let segment = segment(at: time) else { return time < duration ? start : end }
    return time < duration ? segment.place(after: time - segment.begin) : end
  }

  @inlinable
  func velocity(after time: Int64) -> Components {
    guard time >= 0, time < duration, let segment = segment(at: time) else { return .zero }
    return segment.velocity(after: time - segment.begin)
  }

  @inlinable
  func segment(at time: Int64) -> KeyframeSegment<Components>? {
    segments.last { $0.begin <= time }
  }

  /// - Parameter velocity: At the end of what stands; becomes that at the end of the step.
  private mutating func append<Value>(
    _ step: Keyframe<Value>, before next: Keyframe<Value>?, _ velocity: inout Components
  ) where Value.Components == Components {
    let place = step.place.replacing(with: end, where: .!step.place.isFollowable)
    let way = step.way(from: end, to: place, velocity, before: next)
    let length = step.duration?.wholeNanoseconds ?? way.settlingTime(from: end, to: place)
    guard length > 0, duration < .max - length else {
      (end, velocity) = (place, .zero)
      return
    }
    let segment = KeyframeSegment(
      begin: duration, duration: length, from: end, to: place, way: way)
    segments.append(segment)
    duration += length
    guard step.duration != nil else {
      (end, velocity) = (place, .zero)
      return
    }
    let arrival = segment.place(after: length)
    end = arrival.replacing(with: place, where: .!arrival.isFollowable)
    velocity = segment.velocity(after: length).followable
  }
}

extension Keyframe {
  /// How it gets from a place to its own.
  ///
  /// - Parameter velocity: At the end of the keyframe before.
  fileprivate func way(
    from start: Value.Components, to place: Value.Components, _ velocity: Value.Components,
    before next: Keyframe?
  ) -> KeyframeSegment<Value.Components>.Way {
    switch way {
    case .timed(let curve): .timed(curve)
    case .spring(let spring): .spring(spring, velocity)
    case .cubic(let startVelocity, let endVelocity):
      .cubic(
        startVelocity?.followable ?? velocity,
        endVelocity?.followable ?? passingVelocity(from: start, through: place, before: next))
    }
  }

  /// The velocity at the end of a cubic that suits the keyframe after it.
  private func passingVelocity(
    from start: Value.Components, through place: Value.Components, before next: Keyframe?
  ) -> Value.Components {
    guard let next, let time = next.duration?.inSeconds, time > 0 else { return .zero }
    let end = next.place.replacing(with: place, where: .!next.place.isFollowable)
    switch next.way {
    case .timed(let curve): return ((end - place) * (curve.velocity(at: 0) / time)).followable
    case .spring: return .zero
    case .cubic(let startVelocity, _):
      let chord = (end - start) / ((duration ?? .zero).inSeconds + time)
      return (startVelocity ?? chord).followable
    }
  }
}
