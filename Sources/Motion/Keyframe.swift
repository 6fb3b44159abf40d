/// A step of a `KeyframeTrack`: a place, and how and in what time one gets there.
public struct Keyframe<Value: Animatable>: Sendable {
  /// How one gets there.
  enum Way: Sendable {
    case timed(TimingCurve)
    case cubic(startVelocity: Value.Components?, endVelocity: Value.Components?)
    case spring(Spring)
  }

  let place: Value.Components
  let way: Way
  /// `nil` for until it has settled.
  let duration: Duration?

  /// Goes along a timing curve, at constant speed unless said otherwise.
  ///
  /// - Parameter duration: Not positive means at once; so in every keyframe.
  public static func timed(
    _ place: Value, over duration: Duration, by curve: TimingCurve = .linear
  ) -> Keyframe {
    Keyframe(place: place.components, way: .timed(curve), duration: duration)
  }

  /// Goes along a cubic polynomial of the time, so that the velocity has no step.
  ///
  /// - Parameters:
  ///   - startVelocity: In the value's units per second; `nil` for the velocity at the end of the
  ///     keyframe before.
  ///   - endVelocity: `nil` for what suits the keyframe after: between cubics the chord from the
  ///     place before to the place after (Catmull and Rom's spline), before a timed one the
  ///     velocity with which that begins, and 0 otherwise.
  public static func cubic(
    _ place: Value, over duration: Duration, startVelocity: Value? = nil, endVelocity: Value? = nil
  ) -> Keyframe {
    Keyframe(
      place: place.components,
      way: .cubic(
        startVelocity: startVelocity?.components, endVelocity: endVelocity?.components),
      duration: duration)
  }

  /// Goes by a spring that takes over the velocity at the end of the keyframe before.
  ///
  /// - Parameter duration: After it the next keyframe sets out from wherever the spring is, or the
  ///   track ends there; `nil` for until no more than a thousandth is left of the way.
  public static func spring(
    _ place: Value, with spring: Spring, over duration: Duration? = nil
  ) -> Keyframe {
    Keyframe(place: place.components, way: .spring(spring), duration: duration)
  }

  /// Is there at once, without velocity.
  public static func move(_ place: Value) -> Keyframe {
    Keyframe(place: place.components, way: .timed(.linear), duration: .zero)
  }
}
