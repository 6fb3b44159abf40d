import Motion

/// When the refreshes of a display begin: `phase + index × interval`, learnt from noisy sightings.
///
/// Xvfb's ticks come 16.2 and 17.2 ms apart in turn, and any tick may be told of late, so neither
/// one arrival nor the time between two tells much. Sightings are fitted by a straight line, each
/// correcting phase and interval by the gains of the expanding-memory polynomial filter of degree 1
/// (Brookner, *Tracking and Kalman Filtering Made Easy*, § 1.2.10): the line of least squares
/// through the first sightings, a memory of fixed length from then on.
struct RefreshGrid {
  /// The time between two refreshes, in nanoseconds; always within `intervals`.
  private(set) var interval: Double
  /// When the refresh with the index `anchorIndex` begins.
  private var anchor = Instant.zero
  private var anchorIndex: Int64 = 0
  /// How many sightings the line goes through, up to `memory`.
  private var sightings = 0

  /// From 1000 down to 1 refresh a second, in nanoseconds; what is beyond is not believed.
  static let intervals = 1e6...1e9
  /// 60 Hz, in nanoseconds: what most displays have, for those that do not say.
  static let customaryInterval = 1e9 / 60
  private static let memory = 32
  /// From here on the line is known well enough to tell a late sighting from a true one.
  private static let enough = 8
  /// After a gap of so many refreshes the phase may have drifted, and is learnt quickly again.
  private static let longGap: Int64 = 30
  private static let fewSightings = 4

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
    anchor + .nanoseconds(Int64(clamped: (Double(index &- anchorIndex) * interval).rounded(.up)))
  }

  /// The refresh that an instant belongs to.
  func index(at instant: Instant) -> Int64 {
    let elapsed = instant.seconds(since: anchor) * 1e9
    let index = anchorIndex &+ Int64(clamped: (elapsed / interval).rounded(.down))
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
  mutating func restart(at instant: Instant) { (anchor, anchorIndex, sightings) = (instant, 0, 0) }

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
  /// One that fits the line so badly that the display must have changed begins a new line.
  mutating func learn(_ index: Int64, at instant: Instant) {
    let step = index.subtractingReportingOverflow(anchorIndex)
    guard sightings > 0, !step.overflow, step.partialValue >= 0 else {
      return begin(index, at: instant)
    }
    guard step.partialValue > 0 else { return }
    let steps = Double(step.partialValue)
    let residual = instant.seconds(since: self.instant(of: index)) * 1e9
    guard isCredible(residual, after: steps) else { return begin(index, at: instant) }
    if step.partialValue >= Self.longGap { sightings = min(sightings, Self.fewSightings) }
    correct(by: sightings < Self.enough ? residual : tamed(residual), at: index, after: steps)
  }

  /// Whether a sighting can be of the display that was seen before.
  private func isCredible(_ residual: Double, after steps: Double) -> Bool {
    let ratio = 1 + residual / (steps * interval)
    guard sightings >= Self.enough else { return (1 / 8...8).contains(ratio) }
    return abs(residual) < interval / 2 || (0.9...1.1).contains(ratio)
  }

  private mutating func begin(_ index: Int64, at instant: Instant) {
    (anchor, anchorIndex, sightings) = (instant, index, 1)
  }

  /// A tick that was told of late must not pull the whole line with it.
  private func tamed(_ residual: Double) -> Double {
    max(-interval / 16, min(residual, interval / 16))
  }

  private mutating func correct(by residual: Double, at index: Int64, after steps: Double) {
    sightings = min(sightings + 1, Self.memory)
    let count = Double(sightings)
    let phaseGain = 2 * (2 * count - 1) / (count * (count + 1))
    let intervalGain = 6 / (count * (count + 1))
    anchor = instant(of: index) + .nanoseconds(Int64(clamped: phaseGain * residual))
    anchorIndex = index
    let corrected = interval + intervalGain * residual / steps
    if Self.intervals.contains(corrected) { interval = corrected }
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
