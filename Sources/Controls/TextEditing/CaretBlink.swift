public import Motion

/// The blinking of a caret, which fades out and in.
///
/// The caret is opaque after each key. After a time without input it stops blinking, stays visible
/// and needs no further frames.
public struct CaretBlink: Sendable {
  private var opacity = Animated(1.0, threshold: Theme.opacityThreshold)
  /// The instant at which the blinking stops, or `nil` if the caret does not blink.
  private var end: Instant?

  /// Creates a caret that does not blink.
  public init() {}

  /// Shows the caret and starts to blink, if the user preferences enable blinking.
  public mutating func restart(at now: Instant, in environment: Environment) {
    let preferences = environment.preferences
    guard let period = preferences.caretBlinkPeriod else { return stop() }
    opacity.set(1)
    opacity.animate(to: 0, at: now, with: environment.motion(Self.animation(period)))
    end = now + preferences.caretBlinkTimeout
  }

  /// Shows the caret without blinking, as in a window without focus.
  public mutating func stop() {
    opacity.set(1)
    end = nil
  }

  /// Returns the opacity of the caret, 0…1.
  public func opacity(at now: Instant) -> Double {
    guard let end, now < end else { return 1 }
    return opacity.value(at: now)
  }

  /// Returns the next instant at which the appearance changes, or `nil` after the blinking stopped.
  public func nextChange(after now: Instant) -> Instant? {
    guard let end, now < end else { return nil }
    return min(end, opacity.nextChange(after: now) ?? end)
  }

  /// Returns the animation of half a period: visible, then fading. The other half is the reverse.
  private static func animation(_ period: Duration) -> Animation {
    let limits = Theme.Caret.periodRange
    let half = max(limits.lowerBound, min(period, limits.upperBound)) / 2
    let fade = min(Theme.Caret.fade, half / 2)
    return Animation.timing(.linear, duration: fade).delay(half - fade).repeatedForever().reducedMotion(
      .preserve)
  }
}
