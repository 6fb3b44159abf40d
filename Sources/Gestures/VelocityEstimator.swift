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
  /// The time without a new position after which the pointer has stopped.
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
    guard let newest = samples.last?.time else { return }
    // One older sample shows whether the position after it is new.
    samples.removeFirst(
      samples.dropFirst().prefix { $0.time < newest - Self.horizon - Self.pause }.count)
  }

  /// Returns the velocity in logical pixels per second, which is always finite.
  ///
  /// - Parameter now: The current time. If the newest position was new at least `pause` before, the
  ///   velocity is zero.
  /// - Returns: The velocity. It is zero if the samples since the last pause span less than
  ///   `minimumSpan`.
  /// - Complexity: O(*n*) in the samples of the horizon.
  public func velocity(at now: Instant) -> Vector {
    let moves = movesSincePause
    guard let oldest = moves.first, let newest = moves.last, now < newest.time + Self.pause,
      oldest.time + Self.minimumSpan <= newest.time
    else { return .zero }
    var fit = QuadraticFit()
    for sample in moves {
      fit.add(time: sample.time.seconds(since: newest.time), value: sample.position - newest.position)
    }
    let slope = fit.slopeAtZero
    return slope.length.isFinite ? slope : .zero
  }

  /// The newest samples with new positions, without a pause between them. A server also reports the
  /// pointer when a window moves below it, which does not end its rest.
  private var movesSincePause: ArraySlice<Sample> {
    var moves: [Sample] = []
    for sample in samples where sample.position != moves.last?.position {
      if let last = moves.last, sample.time >= last.time + Self.pause { moves.removeAll() }
      moves.append(sample)
    }
    guard let newest = moves.last else { return [] }
    return moves.drop { $0.time < newest.time - Self.horizon }
  }
}

/// A least-squares fit of value = a + b·t + c·t² to samples, which yields the slope b at t = 0.
/// With only two samples, or with all samples at only a few instants, the fit is a straight line.
private struct QuadraticFit {
  /// The sums of tⁿ for n = 0…4, and of tⁿ · value for n = 0…2.
  private var powers = SIMD8<Double>.zero
  private var moments = (Vector.zero, Vector.zero, Vector.zero)
  private var count = 0

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - time: The time of the sample, in seconds.
  ///   - value: The value of the sample.
  mutating func add(time: Double, value: Vector) {
    // In hundredths of a second, all powers have a similar magnitude, which preserves precision.
    let t = time * Self.unitsPerSecond
    powers += SIMD8(1, t, t * t, t * t * t, t * t * t * t, 0, 0, 0)
    moments.0 = moments.0 + value
    moments.1 = moments.1 + value * t
    moments.2 = moments.2 + value * (t * t)
    count += 1
  }

  /// The slope b, in units of the values per second. It is zero if all samples are at one instant.
  var slopeAtZero: Vector {
    let slope = count > 2 ? quadraticSlope ?? lineSlope : lineSlope
    return slope * Self.unitsPerSecond
  }

  /// The slope b by Cramer's rule on the normal equations. It is `nil` if the solution is not
  /// unique or would be determined by rounding.
  private var quadraticSlope: Vector? {
    let (s0, s1, s2, s3, s4) = (powers[0], powers[1], powers[2], powers[3], powers[4])
    let determinant = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
    guard determinant > Self.minimumDeterminant * s0 * s2 * s4 else { return nil }
    let slope =
      moments.0 * (s2 * s3 - s1 * s4) + moments.1 * (s0 * s4 - s2 * s2) + moments.2 * (s1 * s2 - s0 * s3)
    return slope * (1 / determinant)
  }

  private var lineSlope: Vector {
    let (s0, s1, s2) = (powers[0], powers[1], powers[2])
    let determinant = s0 * s2 - s1 * s1
    guard determinant > 0 else { return .zero }
    return (moments.1 * s0 - moments.0 * s1) * (1 / determinant)
  }

  private static let unitsPerSecond = 100.0

  /// The minimum determinant to divide by, relative to the product of the diagonal of the normal
  /// equations.
  ///
  /// Rounding causes an error of about 1e-15 of that product. Samples at whole milliseconds, as the
  /// display reports them, with pauses under 40 ms reach 5e-5 or more; the worst case is 0, 39 and
  /// 40 ms. A smaller determinant means that the samples lie at two instants, up to a fraction of a
  /// millisecond. Then a pixel of movement between samples that were delayed and arrived together
  /// must not determine the curve.
  private static let minimumDeterminant = 2e-5
}
