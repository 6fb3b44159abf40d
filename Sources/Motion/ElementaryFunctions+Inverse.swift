extension ElementaryFunctions {
  /// Returns ln x, within three ulps; −∞ for 0, NaN for NaN and negative numbers.
  static func log(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    guard x >= .leastNormalMagnitude else { return log(x * 0x1p54) - log(0x1p54) }
    // x = 2ᵏ·m with m between √½ and √2: counted from the bits of √½, k is in the exponent bits.
    let k = Int64(bitPattern: x.bitPattern &- 0x3fe6_a09e_667f_3bcd) >> 52
    let m = Double(bitPattern: x.bitPattern &- UInt64(bitPattern: k << 52))
    // ln m is twice the artanh of this quotient. The parts of ln 2 are as in `normalExp`.
    let artanh = smallArtanh((m - 1) / (m + 1))
    return Double(k) * 0x1.62e42feep-1 + (2 * artanh + Double(k) * 0x1.a39ef35793c76p-33)
  }

  /// Returns artanh x, the inverse hyperbolic tangent; ±∞ at ±1, NaN beyond.
  static func artanh(_ x: Double) -> Double { abs(x) < 0.17 ? smallArtanh(x) : log((1 + x) / (1 - x)) / 2 }

  /// Returns artanh x for |x| ≤ 0.1716, which is (√2 − 1) / (√2 + 1).
  private static func smallArtanh(_ x: Double) -> Double {
    let q = x * x
    let q2 = q * q
    let low = (1.0 + q * 0.3333333333333383) + q2 * (0.19999999999647486 + q * 0.14285714381092715)
    let high =
      (0.11111098451377961 + q * 0.09091819778347746) + q2 * (0.07656164251395019 + q * 0.074058484909157)
    return x * (low + q2 * q2 * high)
  }

  /// Returns the angle of the point (x, y) in radians, in −π…π, like C's atan2; 0 at the origin.
  ///
  /// - Parameters:
  ///   - y: A finite number. The sum of both magnitudes must be finite too.
  ///   - x: As `y`.
  static func angle(y: Double, x: Double) -> Double {
    let (smaller, larger) = (min(abs(x), abs(y)), max(abs(x), abs(y)))
    guard larger > 0 else { return 0 }
    // Rotated by an eighth of a turn if the ratio is above tan π/8, so that it never exceeds that.
    let isRotated = smaller > larger * 0x1.a827999fcef32p-2
    let ratio = isRotated ? (smaller - larger) / (smaller + larger) : smaller / larger
    let octant = (isRotated ? .pi / 4 : 0) + smallArctan(ratio)
    let quadrant = abs(y) > abs(x) ? .pi / 2 - octant : octant
    let half = x < 0 ? .pi - quadrant : quadrant
    return y < 0 ? -half : half
  }

  /// Returns arctan x for |x| ≤ 0.4143, which is tan π/8.
  private static func smallArctan(_ x: Double) -> Double {
    let q = x * x
    let (q2, q4) = (q * q, (q * q) * (q * q))
    let low = (1.0 - q * 0.3333333333333313) + q2 * (0.19999999999943735 - q * 0.14285714279508124)
    let middle =
      (0.11111110756913266 - q * 0.09090897134545319) + q2 * (0.07692050838333678 - q * 0.06663011668389646)
    let high =
      (0.058472962086891095 - q * 0.050369144366227955) + q2
      * (0.03800965806512801 - q * 0.017852382528643098)
    return x * (low + q4 * (middle + q4 * high))
  }

  /// Returns √(x² + y²). It overflows only if the result itself is too large.
  static func length(_ x: Double, _ y: Double) -> Double {
    let (smaller, larger) = (min(abs(x), abs(y)), max(abs(x), abs(y)))
    guard larger > 0, larger < .infinity else { return larger }
    let ratio = smaller / larger
    return larger * (1 + ratio * ratio).squareRoot()
  }
}
