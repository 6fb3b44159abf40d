import Motion

/// Decides when the next step of time is due: at once after a rest, else one frame after the last.
struct FramePacer {
  /// While the window is out of sight, nothing is painted and time is looked at once a second, so
  /// that what was under way comes to its end and the program to its rest.
  var isShown = false {
    didSet { if isShown != oldValue { last = nil } }
  }
  private let frameInterval: Duration
  private var last: Instant?

  static let hiddenInterval = Duration.seconds(1)

  /// - Parameter frameInterval: The time between two frames of one movement.
  init(frameInterval: Duration) {
    self.frameInterval = frameInterval
  }

  private var interval: Duration { isShown ? frameInterval : Self.hiddenInterval }

  /// When to take the step that shows a change: then, or as soon as the rhythm allows.
  func due(for change: Instant) -> Instant {
    guard let last else { return change }
    return max(change, last + interval)
  }

  /// Notes that a step was taken.
  ///
  /// Waking a little late, as sleepers do, does not move the steps that follow; otherwise sixty
  /// frames would take longer than a second.
  mutating func step(at now: Instant) {
    let expected = last.map { $0 + interval }
    guard let expected, expected <= now, now - interval / 4 < expected else {
      last = now
      return
    }
    last = expected
  }
}
