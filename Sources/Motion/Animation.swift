/// A description of how a value changes to a new target: along a spring, a timing curve or a decay,
/// optionally delayed, scaled in time or repeated.
///
/// Modifiers nest in the order in which they are written; each applies to everything before it.
/// A delay before `.repeatCount` applies to every repetition, a delay after it only once. `.speed` also
/// scales the delays before it. All times are whole nanoseconds, so no error accumulates over any
/// number of repetitions.
public struct Animation: Hashable, Sendable {
  /// The curve of an animation.
  public enum Curve: Hashable, Sendable {
    /// A spring that keeps the current velocity.
    case spring(Spring)
    /// A spring with its own initial velocity toward the target. The unit is the distance to the
    /// target, per second.
    case springReleased(Spring, relativeVelocity: Double)
    /// A spring that keeps the current velocity and gradually replaces the previous spring.
    case springBlended(Spring, blendDuration: Duration)
    /// A curve with a fixed duration, regardless of the current velocity. If the duration is not
    /// positive, the value is set immediately.
    case timingCurve(TimingCurve, duration: Duration)
    /// A decay that starts with exactly the velocity that brings it to its target.
    case decay(Decay)
  }

  /// The curve of one repetition.
  public let curve: Curve
  /// The modifiers, from the innermost to the outermost.
  var modifiers: [Modifier] = []
  /// Whether this animation is added to the animation in progress, which then continues to its end.
  public internal(set) var isAdditive = false
  /// The replacement for this animation when the user prefers reduced motion.
  public internal(set) var reducedMotion = ReducedMotion.skip

  init(_ curve: Curve) { self.curve = curve }

  /// Returns a spring animation that keeps the current velocity.
  public static func spring(_ spring: Spring) -> Animation { Animation(.spring(spring)) }

  /// Returns a spring animation with its own initial velocity instead of the current one.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - relativeVelocity: The initial velocity toward the target. The unit is the distance to the
  ///     target, per second. A value that is not finite counts as 0.
  public static func spring(_ spring: Spring, relativeVelocity: Double) -> Animation {
    Animation(.springReleased(spring, relativeVelocity: relativeVelocity.isFinite ? relativeVelocity : 0))
  }

  /// Returns a spring animation that keeps the current velocity and gradually replaces the previous
  /// spring.
  ///
  /// If the target stays the same, the force on the value is continuous too. Let a(t) be the motion
  /// of the old spring from the same state toward the new target, and b(t) that of the new spring.
  /// The motion is a + w·(b − a), where w = u³(10 − 15u + 6u²) rises from 0 to 1 over the blend
  /// duration and u is the elapsed fraction of it. Position, velocity and force are continuous at
  /// the end of the blend; at its start the force jumps only if the target changes. If no spring
  /// moves the value, there is nothing to blend. If the previous animation was itself a blend, its
  /// new spring counts as the previous spring.
  ///
  /// - Parameters:
  ///   - spring: The new spring.
  ///   - blendDuration: The duration of the blend. If it is not positive, there is no blend.
  public static func spring(_ spring: Spring, blendDuration: Duration) -> Animation {
    blendDuration > .zero ? Animation(.springBlended(spring, blendDuration: blendDuration)) : .spring(spring)
  }

  /// Returns an animation with a fixed duration, regardless of the current velocity.
  ///
  /// - Parameters:
  ///   - curve: The timing curve.
  ///   - duration: The duration. If it is not positive, the value is set immediately.
  public static func timingCurve(_ curve: TimingCurve, duration: Duration) -> Animation {
    Animation(.timingCurve(curve, duration: duration))
  }

  /// Returns a decay that starts with exactly the velocity that brings it to its target, regardless
  /// of the current velocity.
  ///
  /// To let a value come to rest from a given velocity, call `Animated.coast(at:with:velocity:)`.
  public static func decay(_ decay: Decay) -> Animation { Animation(.decay(decay)) }

  /// Returns an animation at constant speed.
  ///
  /// - Parameter duration: As in `timingCurve(_:duration:)`, for the following functions too.
  public static func linear(duration: Duration) -> Animation { timingCurve(.linear, duration: duration) }

  /// Returns an animation that starts slowly.
  public static func easeIn(duration: Duration) -> Animation { timingCurve(.easeIn, duration: duration) }

  /// Returns an animation that ends slowly.
  public static func easeOut(duration: Duration) -> Animation { timingCurve(.easeOut, duration: duration) }

  /// Returns an animation that starts and ends slowly.
  public static func easeInOut(duration: Duration) -> Animation {
    timingCurve(.easeInOut, duration: duration)
  }

  /// Returns an animation along the curve with two control points: `TimingCurve(_:_:_:_:)`.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Duration
  ) -> Animation { timingCurve(TimingCurve(x1, y1, x2, y2), duration: duration) }

  /// Returns an animation by `Spring(response:dampingFraction:)` that keeps the current velocity.
  ///
  /// - Parameters:
  ///   - response: The period of the undamped oscillation, in seconds.
  ///   - dampingFraction: The damping fraction.
  ///   - blendDuration: As in `spring(_:blendDuration:)`.
  public static func spring(response: Double, dampingFraction: Double, blendDuration: Duration = .zero)
    -> Animation
  { spring(Spring(response: response, dampingFraction: dampingFraction), blendDuration: blendDuration) }

  /// Returns an animation by `Spring(duration:bounce:)` that keeps the current velocity.
  ///
  /// - Parameters:
  ///   - duration: The perceived duration, in seconds. The motion ends when it is within the
  ///     threshold.
  ///   - bounce: The bounce, in −1…1.
  public static func spring(duration: Double, bounce: Double = 0) -> Animation {
    spring(Spring(duration: duration, bounce: bounce))
  }

  /// A spring with a perceived duration of half a second, without bounce.
  public static let smooth = spring(duration: 0.5)
  /// A spring with a perceived duration of half a second and a small bounce.
  public static let snappy = spring(duration: 0.5, bounce: 0.15)
  /// A spring with a perceived duration of half a second and a clear bounce.
  public static let bouncy = spring(duration: 0.5, bounce: 0.3)
}
