public import Motion

/// How a caret blinks: by fading out and in, solid after every key, until nothing was typed for a
/// while; then it stays shown and costs nothing.
public struct CaretBlink: Sendable {
  private var opacity = Animated(1.0, threshold: Theme.opacityThreshold)
  /// When it stops; `nil` where it does not blink.
  private var end: Instant?

  public init() {}

  /// Shows the caret and blinks from now on.
  public mutating func restart(at now: Instant, in environment: Environment) {
    opacity.set(1)
    opacity.animate(to: 0, at: now, with: environment.motion(Self.animation))
    end = now + Theme.Caret.blinkTimeout
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

  private static let animation = Animation.timing(.linear, duration: Theme.Caret.fade)
    .delay(Theme.Caret.hold).repeatedForever().reducedMotion(.preserve)
}
