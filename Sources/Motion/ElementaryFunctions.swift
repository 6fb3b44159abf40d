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
