/// A motion through several positions, each with its own timing curve and duration.
///
/// Position and velocity at any time are computed in closed form. A position component that is not
/// finite is replaced by that of the previous position, or by 0 at the start. A velocity component
/// that is not finite counts as 0.
public struct KeyframeTrack<Value: Animatable>: Sendable {
  let motion: KeyframeMotion<Value.Components>

  /// Creates a track.
  ///
  /// - Parameters:
  ///   - start: The start position.
  ///   - keyframes: The keyframes in order.
  public init(from start: Value, _ keyframes: [Keyframe<Value>]) {
    motion = KeyframeMotion(
      from: start.components, keyframes.map { ($0.target.components, $0.duration, $0.curve) })
  }

  /// The total duration, in whole nanoseconds.
  public var duration: Duration { .nanoseconds(motion.duration) }

  /// Returns the position after a time.
  ///
  /// - Parameter time: The time since the beginning of the track. Before the beginning the result
  ///   is the start position, after the end it is the end position.
  /// - Complexity: O(*n*) in the number of keyframes.
  public func value(after time: Duration) -> Value {
    Value(components: motion.position(after: time.wholeNanoseconds))
  }

  /// Returns the velocity after a time, in units of the value per second; zero before the beginning
  /// and after the end.
  ///
  /// - Complexity: O(*n*) in the number of keyframes.
  public func velocity(after time: Duration) -> Value {
    Value(components: motion.velocity(after: time.wholeNanoseconds))
  }
}

/// One stage of a `KeyframeTrack`: a position, the timing curve toward it and its duration.
public struct Keyframe<Value: Animatable>: Sendable {
  let target: Value
  let duration: Duration
  let curve: TimingCurve

  /// Interpolates along a timing curve, by default at constant speed.
  ///
  /// - Parameters:
  ///   - target: The position at the end of the keyframe.
  ///   - duration: The duration. If it is not positive, the position is set immediately.
  ///   - curve: The timing curve.
  public static func timed(_ target: Value, over duration: Duration, by curve: TimingCurve = .linear)
    -> Keyframe
  { Keyframe(target: target, duration: duration, curve: curve) }

  /// Jumps to a position, with velocity 0.
  public static func move(_ target: Value) -> Keyframe { timed(target, over: .zero) }
}

/// The segments of a keyframe track, in an object so that values without keyframes need no space for them.
@usableFromInline final class KeyframeMotion<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline struct Segment: Sendable {
    /// The start time and the positive duration, in nanoseconds.
    @usableFromInline let (start, duration): (Int64, Int64)
    @usableFromInline let (from, to): (Components, Components)
    @usableFromInline let curve: TimingCurve
  }

  @usableFromInline let (start, end): (Components, Components)
  /// The total duration in nanoseconds.
  @usableFromInline let duration: Int64
  @usableFromInline let segments: [Segment]

  init(from start: Components, _ keyframes: [(target: Components, duration: Duration, curve: TimingCurve)]) {
    var (end, time, segments) = (start.replacingOutOfRange, Int64(0), [Segment]())
    let first = end
    for keyframe in keyframes {
      let target = keyframe.target.replacing(with: end, where: .!keyframe.target.isInRange)
      let duration = keyframe.duration.wholeNanoseconds
      if duration > 0, time < .max - duration {
        segments.append(
          Segment(start: time, duration: duration, from: end, to: target, curve: keyframe.curve))
        time += duration
      }
      end = target
    }
    (self.start, self.end, duration, self.segments) = (first, end, time, segments)
  }

  @inlinable func segment(at time: Int64) -> Segment? { segments.last { $0.start <= time } }

  /// Returns the position after a time in nanoseconds, which is clamped to the duration.
  ///
  /// This and the next function are not inlined. Otherwise, a frame of any value in an array would retain
  /// its keyframes, even if it has none (`MotionBenchmarks --check`).
  @inlinable @inline(never) func position(after time: Int64) -> Components {
    guard time < duration else { return end }
    guard time > 0, let segment = segment(at: time) else { return start }
    let fraction = Double(time - segment.start) / Double(segment.duration)
    return segment.from + (segment.to - segment.from) * segment.curve.value(at: fraction)
  }

  /// Returns the velocity after a time in nanoseconds, in units per second.
  @inlinable @inline(never) func velocity(after time: Int64) -> Components {
    guard time >= 0, time < duration, let segment = segment(at: time) else { return .zero }
    let slope = segment.curve.velocity(at: Double(time - segment.start) / Double(segment.duration))
    return ((segment.to - segment.from) * (slope / (Double(segment.duration) / 1e9))).replacingOutOfRange
  }
}
