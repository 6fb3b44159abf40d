import Scene

/// A least-squares fit of value = a + b·t + c·t² to samples, which yields the slope b at t = 0.
/// With only two samples, or with all samples at only a few instants, the fit is a straight line.
struct QuadraticFit {
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
