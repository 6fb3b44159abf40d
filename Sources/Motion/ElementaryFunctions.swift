// On some processors the standard library calls the C library for √, rounding and remainders. IEEE
// 754 defines these to the last bit.
import Glibc

/// The elementary functions that animation uses.
///
/// Motion has its own, because the results of the C library differ between machines: glibc chooses
/// by processor between variants whose last bits differ. These use only +, −, ×, / and √, which
/// IEEE 754 rounds in one way, and no fused operations. The same program returns the same bits in
/// debug and release builds and on every processor.
///
/// The polynomials have the smallest maximum error (Remez exchange, computed with 40 digits by
/// `Tests/MotionTests/minimax.py`, coefficients then rounded). They are summed in [Estrin's
/// order](https://en.wikipedia.org/wiki/Estrin%27s_scheme), which a processor can evaluate in
/// parallel. If two polynomials are needed for the same argument, they fill the two lanes of one
/// vector: that is fewer operations, and these operations are the critical path of an evaluation.
enum ElementaryFunctions {
  /// Returns eˣ, within three ulps; 0 if the result is below the smallest normal number.
  static func exp(_ x: Double) -> Double {
    guard x >= minimumExponent else { return x.isNaN ? .nan : 0 }
    return x <= maximumExponent ? normalExp(x) : .infinity
  }

  /// The smallest x for which eˣ is a normal number: ln 2⁻¹⁰²², rounded up.
  static let minimumExponent = -708.39
  /// The natural logarithm of the greatest finite number, rounded down.
  private static let maximumExponent = 709.7827

  /// Returns eˣ for an x whose result is a normal number.
  ///
  /// x = k·ln 2 + r with |r| ≤ ln 2 / 2. The two parts of ln 2 are those of [fdlibm's
  /// `e_exp.c`](https://www.netlib.org/fdlibm/e_exp.c): k times the first part is exact.
  @inline(__always) static func normalExp(_ x: Double) -> Double {
    let shifted = x * 0x1.71547652b82fep+0 + roundingShift
    let k = shifted - roundingShift
    let r = (x - k * 0x1.62e42feep-1) - k * 0x1.a39ef35793c76p-33
    // Even powers are in one lane, odd powers in the other.
    let square = r * r
    let (q, q2) = (Pair(repeating: square), Pair(repeating: square * square))
    let low = Pair(1, 1) + q * Pair(0.5000000000000019, 0.16666666666666724)
    let middle =
      Pair(0.0416666666664863, 0.008333333333299116) + q * Pair(0.001388888895279133, 0.00019841269929038097)
    let high =
      Pair(2.4801484973623365e-05, 2.755720844970575e-06) + q
      * Pair(2.7632827408393437e-07, 2.511986947069107e-08)
    let sums = (low + q2 * middle) + q2 * q2 * high
    let power = Pair(repeating: sums.x + r * sums.y)
    // k is in the last bits of the shifted number: added to the exponent, it multiplies by 2ᵏ.
    // Vector operations avoid moving the number to the integer registers and back.
    return (power.bits &+ (Pair(repeating: shifted).bits &<< 52)).doubles.x
  }

  /// Returns 1 − e⁻ˣ for x ≥ 0 as 2·e^(−x/2)·sinh x/2, without loss of precision if x is small.
  static func oneMinusExp(ofMinus x: Double) -> Double {
    x < 2 ? x * normalExp(-x / 2) * cosineAndSine(-x * x / 4).sine : 1 - exp(-x)
  }

  /// Returns cos √q and sin √q / √q. For q < 0 they are cosh √−q and sinh √−q / √−q.
  ///
  /// Both are within two ulps of 1 for −1 ≤ q ≤ 2.48, which is slightly more than (π/2)².
  @inline(__always) static func cosineAndSine(_ q: Double) -> (cosine: Double, sine: Double) {
    let pair = cosineSinePair(q)
    return (pair.x, pair.y)
  }

  /// Returns the results of `cosineAndSine(_:)` as a vector.
  @inline(__always) static func cosineSinePair(_ q: Double) -> Pair {
    let square = q * q
    let (q1, q2) = (Pair(repeating: q), Pair(repeating: square))
    let q4 = Pair(repeating: square * square)
    let part0 = Pair(1, 1) + q1 * Pair(-0.5, -0.16666666666666666)
    let part2 =
      Pair(0.04166666666666667, 0.008333333333333333) + q1
      * Pair(-0.0013888888888888814, -0.00019841269841269806)
    let part4 =
      Pair(2.4801587301579736e-05, 2.7557319223982284e-06) + q1
      * Pair(-2.755731922506552e-07, -2.505210838595675e-08)
    let part6 =
      Pair(2.087675712169894e-09, 1.6059043900630168e-10) + q1
      * Pair(-1.1470744099302525e-11, -7.647163015369957e-13)
    let part8 =
      Pair(4.778787267961307e-14, 2.811128171889834e-15) + q1
      * Pair(-1.5318503871352597e-16, -8.077300949037329e-18)
    return (part0 + q2 * part2) + q4 * ((part4 + q2 * part6) + q4 * part8)
  }

  /// A number that rounds: adding and subtracting it leaves the nearest whole number. In between,
  /// that whole number is in the last bits.
  static let roundingShift = 0x1.8p52

  typealias Pair = SIMD2<Double>
}

extension SIMD2<Double> {
  /// The bit patterns of the lanes.
  var bits: SIMD2<UInt64> { unsafeBitCast(self, to: SIMD2<UInt64>.self) }
}

extension SIMD2<UInt64> {
  /// The lanes as floating-point numbers.
  var doubles: SIMD2<Double> { unsafeBitCast(self, to: SIMD2<Double>.self) }
}

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
