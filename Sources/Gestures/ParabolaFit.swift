import Scene

/// The least-squares fit of value = a + b·t + c·t² to samples, for its slope b at t = 0; with two
/// samples, or with all at few places in time, a straight line.
struct ParabolaFit {
  /// Sums of tⁿ for n = 0…4, and of tⁿ · value for n = 0…2.
  private var powers = SIMD8<Double>.zero
  private var moments = (Vector.zero, Vector.zero, Vector.zero)
  private var count = 0

  /// - Parameter time: In seconds.
  mutating func add(time: Double, value: Vector) {
    // In hundredths of a second all powers are of like size, which keeps the digits.
    let t = time * Self.unitsPerSecond
    powers += SIMD8(1, t, t * t, t * t * t, t * t * t * t, 0, 0, 0)
    moments.0 = moments.0 + value
    moments.1 = moments.1 + value * t
    moments.2 = moments.2 + value * (t * t)
    count += 1
  }

  /// b, in the values' units per second; zero where all samples are at one instant.
  var slopeAtZero: Vector {
    let slope = count > 2 ? parabolaSlope ?? lineSlope : lineSlope
    return slope * Self.unitsPerSecond
  }

  /// b by Cramer's rule on the normal equations; `nil` where they have no single solution, or where
  /// rounding would decide what it is.
  private var parabolaSlope: Vector? {
    let (s0, s1, s2, s3, s4) = (powers[0], powers[1], powers[2], powers[3], powers[4])
    let determinant =
      s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
    guard determinant > Self.leastDeterminant * s0 * s2 * s4 else { return nil }
    let slope =
      moments.0 * (s2 * s3 - s1 * s4) + moments.1 * (s0 * s4 - s2 * s2)
      + moments.2 * (s1 * s2 - s0 * s3)
    return slope * (1 / determinant)
  }

  private var lineSlope: Vector {
    let (s0, s1, s2) = (powers[0], powers[1], powers[2])
    let determinant = s0 * s2 - s1 * s1
    guard determinant > 0 else { return .zero }
    return (moments.1 * s0 - moments.0 * s1) * (1 / determinant)
  }

  private static let unitsPerSecond = 100.0

  /// Of the product of the normal equations' diagonal, the least determinant to divide by. Rounding
  /// leaves some 1e-15 of that product in doubt. Samples at whole milliseconds, as the display tells
  /// them, with pauses under 40 ms have 5e-5 of it or more, worst at 0, 39 and 40 ms; so what has
  /// less is at two moments but for a part of a millisecond, and a pixel between samples that were
  /// held up and came at once must not tell the curve.
  private static let leastDeterminant = 2e-5
}
