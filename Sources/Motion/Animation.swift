/// How a value goes from one place to another: along a spring, a timing curve or a decay, perhaps
/// after a delay, once or over and over.
///
/// Modifiers nest in the order they are written, each around all before it: `.delay` before
/// `.repeated` waits in every round, after it only once; `.speed` hastens what stands before it.
/// All times count in whole nanoseconds, so that no number of rounds adds up an error.
public struct Animation: Hashable, Sendable {
  /// The shape of the motion.
  public enum Curve: Hashable, Sendable {
    /// A spring that takes over the velocity of what moves.
    case spring(Spring)
    /// A spring that starts with a velocity of its own toward the target, in distances per second.
    case springReleased(Spring, relativeVelocity: Double)
    /// A spring that takes over the velocity, and little by little from the spring before it.
    case springBlended(Spring, blendDuration: Duration)
    /// A curve that takes a fixed time, whatever the velocity before; a duration that is not
    /// positive means at once.
    case timing(TimingCurve, duration: Duration)
    /// A decay that starts with just the velocity that brings it to its target.
    case decay(Decay)
  }

  /// One round of it.
  public let curve: Curve
  /// From the innermost to the outermost.
  var modifiers: [Modifier] = []
  /// Whether what was under way before goes on until it dies out, and this is added to it.
  public internal(set) var isAdditive = false
  /// What becomes of it where the person asked for less motion.
  public internal(set) var reducedMotion = ReducedMotion.skip

  init(_ curve: Curve) { self.curve = curve }

  /// A spring that takes over the velocity of what moves.
  public static func spring(_ spring: Spring) -> Animation { Animation(.spring(spring)) }

  /// A spring that does not take over a velocity but starts with one of its own.
  ///
  /// - Parameter relativeVelocity: Toward the target, in distances to it per second; not finite
  ///   counts as 0.
  public static func spring(_ spring: Spring, relativeVelocity: Double) -> Animation {
    Animation(
      .springReleased(spring, relativeVelocity: relativeVelocity.isFinite ? relativeVelocity : 0))
  }

  /// A spring that takes over the velocity of what moves, and little by little from the spring that
  /// moved it: where the target is the same, the force on it does not jump either.
  ///
  /// From the same state toward the new target the old spring would give a(t), the new one b(t); the
  /// motion is a + w·(b − a), where w = u³(10 − 15u + 6u²) rises from 0 to 1 over the blend's
  /// duration, u being the fraction of it. Place, velocity and force are continuous at its end, and
  /// at its start but for what another target does to the force. Where no spring moves the value
  /// there is nothing to blend; what was a blend itself counts as the spring it was to become.
  ///
  /// - Parameter blendDuration: Not positive means none.
  public static func spring(_ spring: Spring, blendDuration: Duration) -> Animation {
    Animation(.springBlended(spring, blendDuration: blendDuration))
  }

  /// A curve that takes a fixed time, whatever the velocity before.
  ///
  /// - Parameter duration: Not positive means at once.
  public static func timing(_ curve: TimingCurve, duration: Duration) -> Animation {
    Animation(.timing(curve, duration: duration))
  }

  /// A decay that starts with just the velocity that brings it to its target, whatever the velocity
  /// before; what is thrown with a velocity `Animated.coast(at:with:velocity:)` lets come to rest.
  public static func decay(_ decay: Decay) -> Animation { Animation(.decay(decay)) }
}
