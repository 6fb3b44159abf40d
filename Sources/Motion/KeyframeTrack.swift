/// A motion through several places, each with its own way and time of getting there.
///
/// Place and velocity at any time are closed forms of it. A number that is not finite counts, in a
/// place, as that of the place before (at the start as 0) and, in a velocity, as 0.
public struct KeyframeTrack<Value: Animatable>: Sendable {
  let keyframes: Keyframes<Value.Components>

  /// - Parameters:
  ///   - start: Where it begins.
  ///   - velocity: With which it begins, in the value's units per second; `nil` for none.
  ///   - steps: In their order.
  public init(from start: Value, velocity: Value? = nil, _ steps: [Keyframe<Value>]) {
    keyframes = Keyframes(
      from: start.components, velocity: velocity?.components ?? .zero, steps)
  }

  /// How long all of it takes, in whole nanoseconds.
  public var duration: Duration { .nanoseconds(keyframes.duration) }

  /// Where it is.
  ///
  /// - Parameter time: Since its beginning; before it the track is at its start, after its duration
  ///   at its end.
  /// - Complexity: O(*n*) in the number of steps.
  public func value(after time: Duration) -> Value {
    Value(components: keyframes.place(after: time.wholeNanoseconds))
  }

  /// How fast it goes, in the value's units per second; zero before its beginning and after its
  /// end.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public func velocity(after time: Duration) -> Value {
    Value(components: keyframes.velocity(after: time.wholeNanoseconds))
  }
}
