import Motion
import X11

/// Estimates the refreshes of a display as `phase + index × interval` from noisy samples.
///
/// Xvfb's vertical blank events come 16.2 and 17.2 ms apart in turn, and any event may arrive late,
/// so neither an arrival nor the time between two is precise. But refreshes are counted without
/// error. The interval is the mean since the first sample, and its error falls with their number.
/// The phase is the mean deviation of the last samples.
struct RefreshGrid {
  /// The refresh interval in nanoseconds, always within `RefreshRate.plausibleIntervals`.
  private(set) var interval: Double
  /// The number of the last sampled refresh, and its estimated beginning.
  private var anchor = (index: Int64(0), instant: Instant.zero)
  /// The sample from which the mean interval is computed.
  private var first = (index: Int64(0), instant: Instant.zero)
  /// The number of samples in the mean of the phase, up to `maximumSampleCount`; 0 before the first.
  private var sampleCount = 0

  /// The default interval in nanoseconds (60 Hz), for displays that report none.
  static let defaultInterval = 1e9 / 60
  private static let maximumSampleCount = 16
  /// The number of samples from which outliers can be detected, and the number of refreshes from
  /// which the mean interval replaces the expected one.
  private static let minimumCount = 8
  /// The number of refreshes without a sample after which the estimate may have drifted, so that
  /// the next sample is not limited.
  static let longGap: Int64 = 30
  /// The maximum number of refreshes in the mean interval, so that small rate changes are followed.
  private static let maximumMeanLength: Int64 = 1000

  /// Creates an estimate without samples.
  ///
  /// - Parameter interval: The interval in nanoseconds. `defaultInterval` is used if it is not in
  ///   `RefreshRate.plausibleIntervals`.
  init(interval: Double = defaultInterval) {
    self.interval = RefreshRate.plausibleIntervals.contains(interval) ? interval : Self.defaultInterval
  }

  /// Whether the phase is known.
  var isPhaseKnown: Bool { sampleCount > 0 }

  /// The refresh interval.
  var duration: Duration { .nanoseconds(Int64(interval)) }

  /// Returns the beginning of a refresh, rounded up to a nanosecond.
  func instant(of index: Int64) -> Instant {
    let distance = Double(index &- anchor.index) * interval
    return anchor.instant + .nanoseconds(Int64(clamped: distance.rounded(.up)))
  }

  /// Returns the refresh that contains an instant.
  func index(at instant: Instant) -> Int64 {
    let elapsed = instant.seconds(since: anchor.instant) * 1e9
    let index = anchor.index &+ Int64(clamped: (elapsed / interval).rounded(.down))
    // Rounding may place the instant just before the boundary on which it lies.
    return self.instant(of: index &+ 1) <= instant ? index &+ 1 : index
  }

  /// Returns the refresh whose beginning is nearest to an instant.
  func nearestIndex(to instant: Instant) -> Int64 { index(at: instant + .nanoseconds(Int64(interval / 2))) }

  /// Restarts the estimate with refresh 0 at that instant and the current interval.
  mutating func restart(at instant: Instant) { (anchor, sampleCount) = ((0, instant), 0) }

  /// Sets the interval, in nanoseconds, and discards the samples. Does nothing if the value is not
  /// in `RefreshRate.plausibleIntervals` or differs by less than 1 %.
  mutating func expect(interval: Double) {
    guard RefreshRate.plausibleIntervals.contains(interval), abs(interval / self.interval - 1) > 0.01 else {
      return
    }
    (self.interval, sampleCount) = (interval, 0)
  }

  /// Adds a sample: the observed beginning of a refresh.
  ///
  /// If the sample is implausible, the display must have changed, and the estimate restarts.
  mutating func addSample(_ index: Int64, at instant: Instant) {
    let (steps, overflow) = index.subtractingReportingOverflow(anchor.index)
    guard sampleCount > 0, !overflow, steps >= 0, isPlausible(index, at: instant) else {
      (anchor, first, sampleCount) = ((index, instant), (index, instant), 1)
      return
    }
    guard steps > 0 else { return }
    let instant = steps < Self.longGap ? limitingOutlier(instant, of: index) : instant
    updateInterval(to: index, at: instant)
    updatePhase(of: index, at: instant)
    if index - first.index >= Self.maximumMeanLength { first = anchor }
  }

  /// Returns whether a sample is plausible for the current display.
  private func isPlausible(_ index: Int64, at instant: Instant) -> Bool {
    let (steps, residual) = (Double(index - anchor.index), residual(of: index, at: instant))
    guard steps > 0 else { return true }
    let ratio = 1 + residual / (steps * interval)
    guard sampleCount >= Self.minimumCount else { return (1 / 8...8).contains(ratio) }
    return abs(residual) < interval / 2 || (0.9...1.1).contains(ratio)
  }

  /// Returns the deviation of a sample from the estimate, in nanoseconds; positive if it is late.
  private func residual(of index: Int64, at instant: Instant) -> Double {
    instant.seconds(since: self.instant(of: index)) * 1e9
  }

  /// Updates the mean interval. With few samples, only a large deviation replaces the expected
  /// interval.
  private mutating func updateInterval(to index: Int64, at instant: Instant) {
    let steps = Double(index - first.index)
    let mean = instant.seconds(since: first.instant) * 1e9 / steps
    guard RefreshRate.plausibleIntervals.contains(mean) else { return }
    if steps >= Double(Self.minimumCount) || abs(mean / interval - 1) > 1 / 8 { interval = mean }
  }

  private mutating func updatePhase(of index: Int64, at instant: Instant) {
    sampleCount = min(sampleCount + 1, Self.maximumSampleCount)
    let correction = Int64(clamped: residual(of: index, at: instant) / Double(sampleCount))
    anchor = (index, self.instant(of: index) + .nanoseconds(correction))
  }

  /// Limits the influence of a single late sample on the estimate.
  private func limitingOutlier(_ instant: Instant, of index: Int64) -> Instant {
    guard sampleCount >= Self.minimumCount else { return instant }
    let (predicted, limit) = (self.instant(of: index), Duration.nanoseconds(Int64(interval / 16)))
    return max(predicted - limit, min(instant, predicted + limit))
  }
}

extension Int64 {
  /// Creates the nearest 64-bit integer. NaN becomes 0.
  init(clamped number: Double) {
    if number.isNaN { self = 0 } else { self = number >= 0x1p63 ? .max : Int64(Swift.max(-0x1p63, number)) }
  }
}
