/// A description of how a value changes to a new target: along a spring, a timing curve or a decay,
/// optionally delayed. All times are whole nanoseconds.
public struct Animation: Hashable, Sendable {
  /// The curve of an animation.
  public enum Curve: Hashable, Sendable {
    /// A spring that keeps the current velocity.
    case spring(Spring)
    /// A spring with its own initial velocity toward the target. The unit is the distance to the
    /// target, per second.
    case springReleased(Spring, relativeVelocity: Double)
    /// A curve with a fixed duration, regardless of the current velocity. If the duration is not
    /// positive, the value is set immediately.
    case timingCurve(TimingCurve, duration: Duration)
    /// A decay that starts with exactly the velocity that brings it to its target.
    case decay(Decay)
  }

  /// The curve.
  public let curve: Curve
  /// The delay before the curve in nanoseconds, at least 0.
  @usableFromInline private(set) var initialDelay: Int64 = 0
  /// The replacement for this animation when the user prefers reduced motion.
  public private(set) var reducedMotion = ReducedMotion.skip

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
  public static func spring(response: Double, dampingFraction: Double) -> Animation {
    spring(Spring(response: response, dampingFraction: dampingFraction))
  }

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

  /// Returns this animation with a delay before it, in addition to its own.
  ///
  /// - Parameter duration: The delay. A negative one counts as 0; the maximum is 292 years, the
  ///   range of `Instant`.
  public func delay(_ duration: Duration) -> Animation {
    var animation = self
    animation.initialDelay = initialDelay.saturatingSum(max(0, duration.wholeNanoseconds))
    return animation
  }

  /// Returns this animation with a policy for users who prefer reduced motion. The default is
  /// `skip`.
  public func reducedMotion(_ policy: ReducedMotion) -> Animation {
    var animation = self
    animation.reducedMotion = policy
    return animation
  }

  /// The animation for users who prefer reduced motion; `nil` to set the value immediately.
  public var reduced: Animation? { reducedMotion == .preserve ? self : nil }
}

/// The replacement for an animation when the user prefers reduced motion.
public enum ReducedMotion: Hashable, Sendable {
  /// The value is set immediately, without a delay.
  case skip
  /// The animation is unchanged. Use it for fades and for animations that convey information.
  case preserve
}
