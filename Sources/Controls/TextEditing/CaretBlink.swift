public import Motion

/// The blinking of a caret, which fades out and in.
///
/// The caret is opaque after each key. After a time without input it stops blinking, stays visible
/// and needs no further frames.
///
/// A fade has four steps, which are 33 ms apart by default. More steps of such a thin line would look the
/// same, and each step needs a frame.
public struct CaretBlink: Sendable {
  /// The start and the end of the blinking, and the nanoseconds of half a period and of a fade. `nil` if the
  /// caret does not blink.
  private var cycle: (start: Instant, end: Instant, half: Int64, fade: Int64)?

  private static let stepCount: Int64 = 4

  /// Creates a caret that does not blink.
  public init() {}

  /// Shows the caret and starts to blink, if the user preferences enable blinking.
  public mutating func restart(at now: Instant, in environment: Environment) {
    let preferences = environment.preferences
    guard let period = preferences.caretBlinkPeriod else { return stop() }
    let limits = Theme.Caret.periodRange
    let half = Int64(max(limits.lowerBound, min(period, limits.upperBound)).inSeconds * 0.5e9)
    let fade = min(Int64(Theme.Caret.fade.inSeconds * 1e9), half / 2)
    cycle = (now, now + preferences.caretBlinkTimeout, half, fade)
  }

  /// Shows the caret without blinking, as in a window without focus.
  public mutating func stop() { cycle = nil }

  /// Returns the opacity of the caret, 0…1.
  public func opacity(at now: Instant) -> Double {
    let (halves, steps) = step(at: now).quotientAndRemainder(dividingBy: Self.stepCount)
    let change = Double(steps) / Double(Self.stepCount)
    return halves.isMultiple(of: 2) ? 1 - change : change
  }

  /// Returns the next instant at which the appearance changes, or `nil` after the blinking stopped.
  public func nextChange(after now: Instant) -> Instant? {
    guard let cycle, now < cycle.end else { return nil }
    return min(cycle.end, instant(ofStep: step(at: now) + 1))
  }

  /// Returns the number of steps since the start. 0 if the caret does not blink.
  private func step(at now: Instant) -> Int64 {
    guard let cycle, now < cycle.end, now > cycle.start else { return 0 }
    // All steps of the halves before are over.
    var step = (now.nanoseconds - cycle.start.nanoseconds) / cycle.half * Self.stepCount
    while instant(ofStep: step + 1) <= now { step += 1 }
    return step
  }

  /// Returns the instant of a step, counted from 1. The steps of a fade are in the middle of its quarters.
  private func instant(ofStep step: Int64) -> Instant {
    guard let cycle else { return .distantFuture }
    let (halves, index) = (step - 1).quotientAndRemainder(dividingBy: Self.stepCount)
    let end = cycle.start.nanoseconds + (halves + 1) * cycle.half
    return Instant(
      nanoseconds: end - cycle.fade * (2 * Self.stepCount - 2 * index - 1) / (2 * Self.stepCount))
  }
}
