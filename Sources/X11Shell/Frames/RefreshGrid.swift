import Motion

/// When the refreshes of a display begin: `phase + index × interval`, learnt from noisy sightings.
///
/// Xvfb's ticks come 16.2 and 17.2 ms apart in turn, and any tick may be told of late, so neither
/// one arrival nor the time between two tells much. But refreshes are counted without error: the
/// interval is the mean one since the first sighting, whose error falls with their number, and the
/// phase is the mean of how far the last sightings were off.
struct RefreshGrid {
  /// The time between two refreshes, in nanoseconds; always within `intervals`.
  private(set) var interval: Double
  /// The last refresh that was seen: its number, and when it began as far as is known.
  private var anchor = (index: Int64(0), instant: Instant.zero)
  /// The sighting since which the mean interval is taken.
  private var first = (index: Int64(0), instant: Instant.zero)
  /// How many sightings the phase is the mean of, up to `memory`; 0 where nothing was seen.
  private var sightings = 0

  /// From 1000 down to 1 refresh a second, in nanoseconds; what is beyond is not believed.
  static let intervals = 1e6...1e9
  /// 60 Hz, in nanoseconds: what most displays have, for those that do not say.
  static let customaryInterval = 1e9 / 60
  private static let memory = 16
  /// From here on the grid is known well enough to tell a late sighting from a true one, and from
  /// so many refreshes the mean interval better than the one that was expected.
  private static let enough = 8
  /// After a gap of so many refreshes the grid may have drifted, and a sighting is believed again.
  static let longGap: Int64 = 30
  /// A display may change its rate by little, so that the mean must not reach back for ever.
  private static let longestMean: Int64 = 1000

  /// - Parameter interval: In nanoseconds; `customaryInterval` where it is not in `intervals`.
  init(interval: Double = customaryInterval) {
    self.interval = Self.intervals.contains(interval) ? interval : Self.customaryInterval
  }

  /// Whether anything but the interval is known.
  var isLearnt: Bool { sightings > 0 }

  /// The time between two refreshes.
  var duration: Duration { .nanoseconds(Int64(interval)) }

  /// When a refresh begins, rounded up to a nanosecond.
  func instant(of index: Int64) -> Instant {
    let distance = Double(index &- anchor.index) * interval
    return anchor.instant + .nanoseconds(Int64(clamped: distance.rounded(.up)))
  }

  /// The refresh that an instant belongs to.
  func index(at instant: Instant) -> Int64 {
    let elapsed = instant.seconds(since: anchor.instant) * 1e9
    let index = anchor.index &+ Int64(clamped: (elapsed / interval).rounded(.down))
    // Rounding may have left the instant just before the boundary that it lies on.
    return self.instant(of: index &+ 1) <= instant ? index &+ 1 : index
  }

  /// The refresh whose beginning is nearest to an instant.
  func nearestIndex(to instant: Instant) -> Int64 {
    index(at: instant + .nanoseconds(Int64(interval / 2)))
  }
}

extension RefreshGrid {
  /// Begins anew, with a refresh of index 0 at that instant and the interval as it is.
  mutating func restart(at instant: Instant) { (anchor, sightings) = ((0, instant), 0) }

  /// Takes another interval, in nanoseconds, and forgets what was learnt of the one before; nothing
  /// happens where it is out of `intervals` or differs by less than 1 %.
  mutating func expect(interval: Double) {
    guard Self.intervals.contains(interval), abs(interval / self.interval - 1) > 0.01 else {
      return
    }
    (self.interval, sightings) = (interval, 0)
  }

  /// Learns from a refresh that was seen to begin.
  ///
  /// One that fits so badly that the display must have changed begins a new grid.
  mutating func learn(_ index: Int64, at instant: Instant) {
    let (steps, overflow) = index.subtractingReportingOverflow(anchor.index)
    guard sightings > 0, !overflow, steps >= 0, isCredible(index, at: instant) else {
      (anchor, first, sightings) = ((index, instant), (index, instant), 1)
      return
    }
    guard steps > 0 else { return }
    let instant = steps < Self.longGap ? tamed(instant, of: index) : instant
    learnInterval(to: index, at: instant)
    learnPhase(of: index, at: instant)
    if index - first.index >= Self.longestMean { first = anchor }
  }

  /// Whether a sighting can be of the display that was seen before.
  private func isCredible(_ index: Int64, at instant: Instant) -> Bool {
    let (steps, residual) = (Double(index - anchor.index), residual(of: index, at: instant))
    guard steps > 0 else { return true }
    let ratio = 1 + residual / (steps * interval)
    guard sightings >= Self.enough else { return (1 / 8...8).contains(ratio) }
    return abs(residual) < interval / 2 || (0.9...1.1).contains(ratio)
  }

  /// How much later it was seen than the grid has it, in nanoseconds.
  private func residual(of index: Int64, at instant: Instant) -> Double {
    instant.seconds(since: self.instant(of: index)) * 1e9
  }

  /// Few sightings tell no more of the interval than that another was expected than there is.
  private mutating func learnInterval(to index: Int64, at instant: Instant) {
    let steps = Double(index - first.index)
    let mean = instant.seconds(since: first.instant) * 1e9 / steps
    guard Self.intervals.contains(mean) else { return }
    if steps >= Double(Self.enough) || abs(mean / interval - 1) > 1 / 8 { interval = mean }
  }

  private mutating func learnPhase(of index: Int64, at instant: Instant) {
    sightings = min(sightings + 1, Self.memory)
    let correction = Int64(clamped: residual(of: index, at: instant) / Double(sightings))
    anchor = (index, self.instant(of: index) + .nanoseconds(correction))
  }

  /// A single sighting that was told of late must not pull the whole grid with it.
  private func tamed(_ instant: Instant, of index: Int64) -> Instant {
    guard sightings >= Self.enough else { return instant }
    let (foretold, limit) = (self.instant(of: index), duration / 16)
    return max(foretold - limit, min(instant, foretold + limit))
  }
}

extension Int64 {
  /// The nearest number of 64 bits; NaN counts as 0.
  init(clamped number: Double) {
    if number.isNaN {
      self = 0
    } else {
      self = number >= 0x1p63 ? .max : Int64(Swift.max(-0x1p63, number))
    }
  }
}
