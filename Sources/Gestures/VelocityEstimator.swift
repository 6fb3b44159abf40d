public import Motion
public import Scene

/// An estimator of the velocity of a pointer from its latest positions.
///
/// The velocity is the current slope of the quadratic function that best fits the samples of the
/// last 100 ms. A pointer that has not moved for 40 ms has stopped. Both numbers are those of
/// [Flutter's `VelocityTracker`][1].
///
/// A pointer with less than 5 ms of samples has no velocity. A mouse reports every 8 ms or more
/// often, so samples that are closer together may have been delayed and delivered together.
/// Otherwise one pixel of movement between a hold and the release would be a throw.
///
/// [1]: https://api.flutter.dev/flutter/gestures/VelocityTracker-class.html
public struct VelocityEstimator: Sendable {
  /// The maximum age of a sample, relative to the newest one.
  public static let horizon = Duration.milliseconds(100)
  /// The time without a sample after which the pointer has stopped.
  public static let pause = Duration.milliseconds(40)
  /// The minimum time span of the samples. A shorter span gives a velocity of zero.
  public static let minimumSpan = Duration.milliseconds(5)

  private struct Sample {
    var time: Instant
    var position: Point
  }

  /// The samples in chronological order, at most one for each instant.
  private var samples: [Sample] = []

  /// Creates an estimator without samples.
  public init() {}

  /// Removes all samples and keeps the memory for new ones.
  public mutating func reset() { samples.removeAll(keepingCapacity: true) }

  /// Adds a sample. Samples may arrive in any order. A second sample for the same instant replaces
  /// the first one. A position that is not finite is ignored.
  ///
  /// - Complexity: O(*n*) in the samples of the horizon.
  public mutating func add(_ position: Point, at time: Instant) {
    guard position.x.isFinite, position.y.isFinite else { return }
    let index = samples.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
    if index > 0, samples[index - 1].time == time {
      samples[index - 1].position = position
    } else {
      samples.insert(Sample(time: time, position: position), at: index)
    }
    if let newest = samples.last?.time { samples.removeAll { $0.time < newest - Self.horizon } }
  }

  /// Returns the velocity in logical pixels per second, which is always finite.
  ///
  /// - Parameter now: The current time. If the newest sample is at least `pause` older, the
  ///   velocity is zero.
  /// - Returns: The velocity. It is zero if the samples since the last pause span less than
  ///   `minimumSpan`.
  /// - Complexity: O(*n*) in the samples of the horizon.
  public func velocity(at now: Instant) -> Vector {
    guard let newest = samples.last, now < newest.time + Self.pause else { return .zero }
    let moving = samplesSincePause
    guard let oldest = moving.first, oldest.time + Self.minimumSpan <= newest.time else { return .zero }
    var fit = QuadraticFit()
    for sample in moving {
      fit.add(time: sample.time.seconds(since: newest.time), value: sample.position - newest.position)
    }
    let slope = fit.slopeAtZero
    return slope.length.isFinite ? slope : .zero
  }

  /// The newest samples without a pause between them.
  private var samplesSincePause: ArraySlice<Sample> {
    var first = samples.endIndex - 1
    while first > 0, samples[first].time < samples[first - 1].time + Self.pause { first -= 1 }
    return samples[first...]
  }
}
