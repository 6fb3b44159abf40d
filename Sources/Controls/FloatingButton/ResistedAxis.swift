import Motion

/// One axis of a drag: it follows the hand between two limits, against a rubber band beyond them.
struct ResistedAxis: Sendable {
  /// Where the limits are in the end.
  private let limits: ClosedRange<Double>
  /// Where they are at the moment: further out where the button was caught out there, and back with
  /// it once it comes back.
  private var low, high: Double
  private let band: RubberBand

  /// - Parameters:
  ///   - limits: Infinite where nothing resists.
  ///   - place: Where the button is in the beginning; it may be beyond the limits.
  init(_ limits: ClosedRange<Double>, band: RubberBand, holding place: Double) {
    self.limits = limits
    self.band = band
    let reach = band.length * Theme.FloatingButton.bandReach
    low = min(limits.lowerBound, place + reach)
    high = max(limits.upperBound, place - reach)
  }

  /// Where the button is, by where the hand would have it.
  func place(of free: Double) -> Double {
    let held = max(low, min(free, high))
    return held + band.offset(pulledBy: free - held)
  }

  /// Where the hand would have the button that is at a place: the inverse of `place(of:)`.
  func free(at place: Double) -> Double {
    let held = max(low, min(place, high))
    return held + band.pull(for: place - held)
  }

  /// How fast the button is, of 1 for the hand's velocity.
  func rate(at free: Double) -> Double {
    let held = max(low, min(free, high))
    return free == held ? 1 : band.rate(pulledBy: free - held)
  }

  /// Lets the limits follow the hand back to where they belong.
  mutating func follow(_ free: Double) {
    low = min(limits.lowerBound, max(low, free))
    high = max(limits.upperBound, min(high, free))
  }
}
