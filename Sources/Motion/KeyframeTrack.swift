/// A motion through several positions, each with its own interpolation and duration.
///
/// Position and velocity at any time are computed in closed form. A position component that is not
/// finite is replaced by that of the previous position, or by 0 at the start. A velocity component
/// that is not finite counts as 0.
public struct KeyframeTrack<Value: Animatable>: Sendable {
  let resolvedKeyframes: Keyframes<Value.Components>

  /// Creates a track.
  ///
  /// - Parameters:
  ///   - start: The start position.
  ///   - velocity: The initial velocity, in units of the value per second; `nil` for zero.
  ///   - keyframes: The keyframes in order.
  public init(from start: Value, velocity: Value? = nil, _ keyframes: [Keyframe<Value>]) {
    resolvedKeyframes = Keyframes(from: start.components, velocity: velocity?.components ?? .zero, keyframes)
  }

  /// The total duration, in whole nanoseconds.
  public var duration: Duration { .nanoseconds(resolvedKeyframes.duration) }

  /// Returns the position after a time.
  ///
  /// - Parameter time: The time since the beginning of the track. Before the beginning the result
  ///   is the start position, after the end it is the end position.
  /// - Complexity: O(*n*) in the number of keyframes.
  public func value(after time: Duration) -> Value {
    Value(components: resolvedKeyframes.position(after: time.wholeNanoseconds))
  }

  /// Returns the velocity after a time, in units of the value per second; zero before the beginning
  /// and after the end.
  ///
  /// - Complexity: O(*n*) in the number of keyframes.
  public func velocity(after time: Duration) -> Value {
    Value(components: resolvedKeyframes.velocity(after: time.wholeNanoseconds))
  }
}
