public import Motion
public import Scene

/// Tells how fast a pointer moves from where it was lately: the slope, now, of the parabola that
/// fits the samples of the last 100 ms best.
///
/// A pointer that has not moved for 40 ms has stopped. Both numbers are those of
/// [Flutter's `VelocityTracker`][1]. One that was seen for less than 5 ms since is too new to tell: a
/// mouse reports every 8 ms or more often, so what is closer may have been held up and come at once,
/// and a pixel on the way from a hold to the release would be a throw.
///
/// [1]: https://api.flutter.dev/flutter/gestures/VelocityTracker-class.html
public struct VelocityEstimator: Sendable {
  /// Samples older than this tell nothing about now.
  public static let horizon = Duration.milliseconds(100)
  /// After this long without a sample the pointer stands still.
  public static let pause = Duration.milliseconds(40)
  /// Samples that span less than this tell nothing.
  public static let leastSpan = Duration.milliseconds(5)

  private struct Sample {
    var time: Instant
    var position: Point
  }

  /// In the order of time, no two at the same instant.
  private var samples: [Sample] = []

  /// Creates one that has seen nothing.
  public init() {}

  /// Forgets all it has seen and keeps its memory for what comes.
  public mutating func forget() { samples.removeAll(keepingCapacity: true) }

  /// Takes in where the pointer was. A sample out of order finds its place; a second one for the
  /// same instant replaces the first, and one that is nowhere finite tells nothing.
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
    if let newest = samples.last?.time {
      samples.removeAll { $0.time < newest - Self.horizon }
    }
  }

  /// The velocity in logical pixels per second, always finite.
  ///
  /// - Parameter now: Zero is returned where the newest sample is `pause` or more before.
  /// - Returns: Zero too where the samples since the last pause span less than `leastSpan`.
  /// - Complexity: O(*n*) in the samples of the horizon.
  public func velocity(at now: Instant) -> Vector {
    guard let newest = samples.last, now < newest.time + Self.pause else { return .zero }
    let moving = sincePause
    guard let oldest = moving.first, oldest.time + Self.leastSpan <= newest.time else {
      return .zero
    }
    var fit = ParabolaFit()
    for sample in moving {
      fit.add(
        time: sample.time.seconds(since: newest.time), value: sample.position - newest.position)
    }
    let slope = fit.slopeAtZero
    return slope.length.isFinite ? slope : .zero
  }

  /// The newest samples with no pause between them.
  private var sincePause: ArraySlice<Sample> {
    var first = samples.endIndex - 1
    while first > 0, samples[first].time < samples[first - 1].time + Self.pause { first -= 1 }
    return samples[first...]
  }
}
