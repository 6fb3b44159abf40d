public import Motion

/// How a caret blinks: by fading out and in, solid after every key, until nothing was typed for a
/// while; then it stays shown and costs nothing.
public struct CaretBlink: Sendable {
  private var opacity = Animated(1.0, threshold: Theme.opacityThreshold)
  /// When it stops; `nil` where it does not blink.
  private var end: Instant?

  public init() {}

  /// Shows the caret and blinks from now on, if the person wants it to.
  public mutating func restart(at now: Instant, in environment: Environment) {
    let preferences = environment.preferences
    guard let period = preferences.caretBlinkPeriod else { return stop() }
    opacity.set(1)
    opacity.animate(to: 0, at: now, with: environment.motion(Self.animation(period)))
    end = now + preferences.caretBlinkTimeout
  }

  /// Shows the caret for good, as in a window without focus.
  public mutating func stop() {
    opacity.set(1)
    end = nil
  }

  /// How opaque the caret is, 0…1.
  public func opacity(at now: Instant) -> Double {
    guard let end, now < end else { return 1 }
    return opacity.value(at: now)
  }

  /// When it next looks different; `nil` once it has stopped.
  public func nextChange(after now: Instant) -> Instant? {
    guard let end, now < end else { return nil }
    return min(end, opacity.nextChange(after: now) ?? end)
  }

  /// Half of a period: shown, then fading; the other half is the same backward.
  private static func animation(_ period: Duration) -> Animation {
    let limits = Theme.Caret.periods
    let half = max(limits.lowerBound, min(period, limits.upperBound)) / 2
    let fade = min(Theme.Caret.fade, half / 2)
    return Animation.timing(.linear, duration: fade).delay(half - fade).repeatedForever()
      .reducedMotion(.preserve)
  }
}
