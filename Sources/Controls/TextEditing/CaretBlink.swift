package import Motion

/// The blinking of a caret, which fades out and in.
///
/// The caret is opaque after each key. After a time without input it stops blinking, stays visible
/// and needs no further frames.
///
/// A fade has two steps, which are 67 ms apart by default, with half of the opacity between them. In such a
/// thin line that looks like a fade, and each step wakes the program. GTK 3 does not fade the caret.
package struct CaretBlink: Sendable {
  fileprivate struct Cycle {
    var start, end: Instant
    /// The nanoseconds of half a period, and of a fade.
    var half, fade: Int64
  }

  /// `nil` if the caret does not blink.
  private var cycle: Cycle?

  fileprivate static let stepCount: Int64 = 2
  /// The duration of a fade.
  private static let fade = Duration.seconds(8) / 60
  /// The range to which a preferred blink period is clamped.
  private static let periodRange = Duration.milliseconds(100)...Duration.seconds(60)
  /// The default period: the caret is fully visible, and fully hidden, for 0.4 s before it fades.
  static let defaultPeriod = (.milliseconds(400) + fade) * 2

  /// Creates a caret that does not blink.
  package init() {}

  /// Shows the caret and starts to blink, if the user preferences enable blinking.
  package mutating func restart(at now: Instant, in environment: Environment) {
    let preferences = environment.preferences
    guard let period = preferences.caretBlinkPeriod else {
      cycle = nil
      return
    }
    let limits = Self.periodRange
    let half = Int64(max(limits.lowerBound, min(period, limits.upperBound)).inSeconds * 0.5e9)
    let fade = min(Int64(Self.fade.inSeconds * 1e9), half / 2)
    cycle = Cycle(start: now, end: now + preferences.caretBlinkTimeout, half: half, fade: fade)
  }

  /// Returns the opacity of the caret, 0…1.
  package func opacity(at now: Instant) -> Double {
    let step = cycle.flatMap { now < $0.end ? $0.step(at: now) : nil } ?? 0
    let (halves, steps) = step.quotientAndRemainder(dividingBy: Self.stepCount)
    let change = Double(steps) / Double(Self.stepCount)
    return halves.isMultiple(of: 2) ? 1 - change : change
  }

  /// Returns the next instant at which the appearance changes, or `nil` after the blinking stopped.
  package func nextChange(after now: Instant) -> Instant? {
    guard let cycle, now < cycle.end else { return nil }
    return min(cycle.end, cycle.instant(ofStep: cycle.step(at: now) + 1))
  }
}

extension CaretBlink.Cycle {
  /// Returns the number of steps since the start, before the end.
  fileprivate func step(at now: Instant) -> Int64 {
    guard now > start else { return 0 }
    // All steps of the halves before are over.
    var step = (now.nanoseconds - start.nanoseconds) / half * CaretBlink.stepCount
    while instant(ofStep: step + 1) <= now { step += 1 }
    return step
  }

  /// Returns the instant of a step, counted from 1. The steps of a fade are in the middle of its halves.
  fileprivate func instant(ofStep step: Int64) -> Instant {
    let count = CaretBlink.stepCount
    let (halves, index) = (step - 1).quotientAndRemainder(dividingBy: count)
    return start + .nanoseconds((halves + 1) * half - fade * (2 * count - 2 * index - 1) / (2 * count))
  }
}
