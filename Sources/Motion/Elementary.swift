// The standard library leaves √, rounding and remainders to the C library on some processors; IEEE
// 754 defines these to the last bit.
import Glibc

/// The elementary functions of which motion is made.
///
/// They are Motion's own because the C library's differ from machine to machine: glibc chooses by
/// the processor between variants whose last bits differ. These use +, −, ×, / and √ alone, which
/// IEEE 754 rounds in one way, and none of them is fused with another, so that the same program
/// gives the same bits in debug and release and on every processor.
///
/// Polynomials are nearest in the greatest error (Remez's exchange, worked out with 40 digits by
/// `Tests/MotionTests/minimax.py`, coefficients then rounded), and are summed in
/// [Estrin's order](https://en.wikipedia.org/wiki/Estrin%27s_scheme), which a processor can do side
/// by side. Where two are needed at the same place they fill the two lanes of one vector: fewer
/// operations, and these are what an evaluation waits for.
enum Elementary {
  /// eˣ, within three ulps; 0 where it would be less than the least normal number.
  static func exp(_ x: Double) -> Double {
    guard x >= leastExponent else { return x.isNaN ? .nan : 0 }
    return x <= greatestExponent ? normalExp(x) : .infinity
  }

  /// Of what eˣ is a normal number: from ln 2⁻¹⁰²², rounded up.
  static let leastExponent = -708.39
  /// To ln of the greatest number, rounded down.
  private static let greatestExponent = 709.7827

  /// eˣ for an x that gives a normal number.
  ///
  /// x = k·ln 2 + r with |r| ≤ ln 2 / 2. The two parts of ln 2 are those of [fdlibm's
  /// `e_exp.c`](https://www.netlib.org/fdlibm/e_exp.c): k times the first is exact.
  @inline(__always)
  static func normalExp(_ x: Double) -> Double {
    let shifted = x * 0x1.71547652b82fep+0 + roundingShift
    let k = shifted - roundingShift
    let r = (x - k * 0x1.62e42feep-1) - k * 0x1.a39ef35793c76p-33
    // Terms of even power in one lane, of odd power in the other.
    let square = r * r
    let (q, q2) = (Pair(repeating: square), Pair(repeating: square * square))
    let low = Pair(1, 1) + q * Pair(0.5000000000000019, 0.16666666666666724)
    let middle =
      Pair(0.0416666666664863, 0.008333333333299116)
      + q * Pair(0.001388888895279133, 0.00019841269929038097)
    let high =
      Pair(2.4801484973623365e-05, 2.755720844970575e-06)
      + q * Pair(2.7632827408393437e-07, 2.511986947069107e-08)
    let sums = (low + q2 * middle) + q2 * q2 * high
    let power = Pair(repeating: sums.x + r * sums.y)
    // k sits in the last bits of the shifted number: added to the exponent, it multiplies by 2ᵏ.
    // Done with vectors, which spares the way to the other registers and back.
    return (power.bits &+ (Pair(repeating: shifted).bits &<< 52)).numbers.x
  }

  /// 1 − e⁻ˣ for x ≥ 0, which keeps its digits where x is small: 2·e^(−x/2)·sinh x/2.
  static func loss(_ x: Double) -> Double {
    x < 2 ? x * normalExp(-x / 2) * waves(-x * x / 4).sine : 1 - exp(-x)
  }

  /// cos √q and sin √q / √q, which through q = 0 become cosh √−q and sinh √−q / √−q.
  ///
  /// Both within two ulps of 1 for −1 ≤ q ≤ 2.48, which is a little more than (π/2)².
  @inline(__always)
  static func waves(_ q: Double) -> (cosine: Double, sine: Double) {
    let pair = wavePair(q)
    return (pair.x, pair.y)
  }

  /// The same as a vector.
  @inline(__always)
  static func wavePair(_ q: Double) -> Pair {
    let square = q * q
    let (q1, q2) = (Pair(repeating: q), Pair(repeating: square))
    let q4 = Pair(repeating: square * square)
    let part0 = Pair(1, 1) + q1 * Pair(-0.5, -0.16666666666666666)
    let part2 =
      Pair(0.04166666666666667, 0.008333333333333333)
      + q1 * Pair(-0.0013888888888888814, -0.00019841269841269806)
    let part4 =
      Pair(2.4801587301579736e-05, 2.7557319223982284e-06)
      + q1 * Pair(-2.755731922506552e-07, -2.505210838595675e-08)
    let part6 =
      Pair(2.087675712169894e-09, 1.6059043900630168e-10)
      + q1 * Pair(-1.1470744099302525e-11, -7.647163015369957e-13)
    let part8 =
      Pair(4.778787267961307e-14, 2.811128171889834e-15)
      + q1 * Pair(-1.5318503871352597e-16, -8.077300949037329e-18)
    return (part0 + q2 * part2) + q4 * ((part4 + q2 * part6) + q4 * part8)
  }

  /// Added to a number and taken off again, it leaves the whole number nearest to it; in between
  /// that number stands in the last bits.
  static let roundingShift = 0x1.8p52

  typealias Pair = SIMD2<Double>
}

extension SIMD2<Double> {
  /// Those of each lane.
  var bits: SIMD2<UInt64> { unsafeBitCast(self, to: SIMD2<UInt64>.self) }
}

extension SIMD2<UInt64> {
  /// What each lane means as a number.
  var numbers: SIMD2<Double> { unsafeBitCast(self, to: SIMD2<Double>.self) }
}
