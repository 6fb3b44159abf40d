/// A motion through several positions, each with its own interpolation and duration.
///
/// Position and velocity at any time are computed in closed form. A position component that is not
/// finite is replaced by that of the previous position, or by 0 at the start. A velocity component
/// that is not finite counts as 0.
public struct KeyframeTrack<Value: Animatable>: Sendable {
  let resolvedKeyframes: Keyframes

  /// Creates a track.
  ///
  /// - Parameters:
  ///   - start: The start position.
  ///   - velocity: The initial velocity, in units of the value per second; `nil` for zero.
  ///   - keyframes: The keyframes in order.
  public init(from start: Value, velocity: Value? = nil, _ keyframes: [Keyframe<Value>]) {
    resolvedKeyframes = Keyframes(
      from: start.components.widened, velocity: velocity?.components.widened ?? .zero,
      keyframes.map(\.erased))
  }

  /// The total duration, in whole nanoseconds.
  public var duration: Duration { .nanoseconds(resolvedKeyframes.duration) }

  /// Returns the position after a time.
  ///
  /// - Parameter time: The time since the beginning of the track. Before the beginning the result
  ///   is the start position, after the end it is the end position.
  /// - Complexity: O(*n*) in the number of keyframes.
  public func value(after time: Duration) -> Value {
    value(resolvedKeyframes.position(after: time.wholeNanoseconds))
  }

  /// Returns the velocity after a time, in units of the value per second; zero before the beginning
  /// and after the end.
  ///
  /// - Complexity: O(*n*) in the number of keyframes.
  public func velocity(after time: Duration) -> Value {
    value(resolvedKeyframes.velocity(after: time.wholeNanoseconds))
  }

  private func value(_ components: SIMD8<Double>) -> Value {
    Value(components: Value.Components(narrowing: components))
  }
}

/// One stage of a `KeyframeTrack`: a position, the interpolation toward it and its duration.
public struct Keyframe<Value: Animatable>: Sendable {
  let erased: AnyKeyframe

  private init(_ target: Value, _ interpolation: AnyKeyframe.Interpolation, over duration: Duration?) {
    erased = AnyKeyframe(
      position: target.components.widened, interpolation: interpolation, duration: duration)
  }

  /// Interpolates along a timing curve, by default at constant speed.
  ///
  /// - Parameters:
  ///   - target: The position at the end of the keyframe.
  ///   - duration: The duration. If it is not positive, the position is set immediately; this
  ///     applies to every keyframe.
  ///   - curve: The timing curve.
  public static func timed(_ target: Value, over duration: Duration, by curve: TimingCurve = .linear)
    -> Keyframe
  { Keyframe(target, .timed(curve), over: duration) }

  /// Interpolates along a cubic polynomial of the time, so that the velocity is continuous.
  ///
  /// - Parameters:
  ///   - target: The position at the end of the keyframe.
  ///   - duration: The duration.
  ///   - startVelocity: In units of the value per second. If `nil`, the velocity at the end of the
  ///     previous keyframe.
  ///   - endVelocity: In units of the value per second. If `nil`, it is chosen for the next
  ///     keyframe. Between cubics it is the slope of the chord from the previous to the next
  ///     position (Catmull–Rom spline). Before a timed keyframe it is the initial velocity of that
  ///     keyframe, and 0 otherwise.
  public static func cubic(
    _ target: Value, over duration: Duration, startVelocity: Value? = nil, endVelocity: Value? = nil
  ) -> Keyframe {
    Keyframe(
      target,
      .cubic(
        startVelocity: startVelocity?.components.widened, endVelocity: endVelocity?.components.widened),
      over: duration)
  }

  /// Interpolates along a spring that keeps the velocity at the end of the previous keyframe.
  ///
  /// - Parameters:
  ///   - target: The rest position of the spring.
  ///   - spring: The spring.
  ///   - duration: The duration. After it, the next keyframe starts at the current position of the
  ///     spring, or the track ends there. If `nil`, the keyframe lasts until at most a thousandth
  ///     of the distance is left.
  public static func spring(_ target: Value, with spring: Spring, over duration: Duration? = nil) -> Keyframe
  { Keyframe(target, .spring(spring), over: duration) }

  /// Jumps to a position, with velocity 0.
  public static func move(_ target: Value) -> Keyframe { Keyframe(target, .timed(.linear), over: .zero) }
}

/// A keyframe of a value of any type.
struct AnyKeyframe: Sendable {
  /// The interpolation from the previous keyframe.
  enum Interpolation: Sendable {
    case timed(TimingCurve)
    case cubic(startVelocity: SIMD8<Double>?, endVelocity: SIMD8<Double>?)
    case spring(Spring)
  }

  let position: SIMD8<Double>
  let interpolation: Interpolation
  /// The duration; `nil` if the keyframe lasts until the spring has settled.
  let duration: Duration?
}
