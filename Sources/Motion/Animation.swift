/// How a value goes from one place to another: along a spring or a timing curve, perhaps after a
/// delay, once or over and over.
///
/// Modifiers apply in the order they are written: `.delay` before `.repeated` waits in every round,
/// after it only once. Of two repetitions the last counts. All times count in whole nanoseconds.
public struct Animation: Hashable, Sendable {
  /// The shape of the motion.
  public enum Curve: Hashable, Sendable {
    /// A spring that takes over the velocity of what moves.
    case spring(Spring)
    /// A spring that starts with a velocity of its own toward the target, in distances per second.
    case springReleased(Spring, relativeVelocity: Double)
    /// A curve that takes a fixed time, whatever the velocity before; a duration that is not
    /// positive means at once.
    case timing(TimingCurve, duration: Duration)
  }

  /// How often it is run.
  struct Repetition: Hashable, Sendable {
    /// Rounds; `nil` for ever.
    let count: Int64?
    /// Whether every second round runs backward in time.
    let autoreverses: Bool
  }

  /// One round of it.
  public let curve: Curve
  /// Waited for once, before everything.
  private(set) var delay: Duration = .zero
  /// Waited for at the beginning of each round.
  private(set) var hold: Duration = .zero
  private(set) var repetition = Repetition(count: 1, autoreverses: false)

  private init(_ curve: Curve) { self.curve = curve }

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

  /// A curve that takes a fixed time, whatever the velocity before.
  ///
  /// - Parameter duration: Not positive means at once.
  public static func timing(_ curve: TimingCurve, duration: Duration) -> Animation {
    Animation(.timing(curve, duration: duration))
  }

  /// The same after a wait.
  ///
  /// - Parameter duration: Negative counts as none, more than an `Instant` can tell as 292 years.
  public func delay(_ duration: Duration) -> Animation {
    var animation = self
    let wait = max(.zero, min(duration, .nanoseconds(Int64.max)))
    if repetition.count == 1 { animation.hold += wait } else { animation.delay += wait }
    return animation
  }

  /// The same several times, each round from the beginning.
  ///
  /// - Parameters:
  ///   - count: Rounds; below 1 counts as 1.
  ///   - autoreverses: Whether every second round runs backward, so that an even number of them
  ///     ends where it began.
  public func repeated(_ count: Int, autoreverses: Bool = false) -> Animation {
    var animation = self
    animation.repetition = Repetition(count: Int64(max(1, count)), autoreverses: autoreverses)
    return animation
  }

  /// The same for ever.
  ///
  /// - Parameter autoreverses: Whether every second round runs backward.
  public func repeatedForever(autoreverses: Bool = true) -> Animation {
    var animation = self
    animation.repetition = Repetition(count: nil, autoreverses: autoreverses)
    return animation
  }
}
